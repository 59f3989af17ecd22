/** Forgets the settings, and what the page has learned of servers by itself: nothing that anybody has typed or made. */
export function resetLooks(): void {
  for (const kind of ['localStorage', 'sessionStorage'] as const) {
    try {
      const storage = window[kind]
      for (const name of Object.keys(storage)) if (LOOKS.test(name)) storage.removeItem(name)
    } catch {
      // A browser that denies its storage has kept nothing.
    }
  }
}

const LOOKS = /^rowan\.(?:setting\..*|capabilities|profiles|firstSeen)$/

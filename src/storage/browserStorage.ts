/** What we need of `localStorage`. Each may throw, as the browser's do when storage is denied or full. */
export interface TextStorage {
  getItem(name: string): string | null
  setItem(name: string, value: string): void
  removeItem(name: string): void
}

/** The browser's own storage, or null if there is none or access is denied. */
export function browserStorage(kind: 'local' | 'session'): TextStorage | null {
  try {
    if (typeof window === 'undefined') return null
    return kind === 'local' ? window.localStorage : window.sessionStorage
  } catch {
    return null // Reading the property is what throws when cookies are blocked.
  }
}

/** Calls back with the name of what another tab of this page changed; null means everything. */
export function onOtherTab(listener: (name: string | null) => void): () => void {
  if (typeof window === 'undefined') return () => undefined
  const heard = (event: StorageEvent) => listener(event.key)
  window.addEventListener('storage', heard)
  return () => window.removeEventListener('storage', heard)
}

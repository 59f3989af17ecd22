import { scriptUrl } from './scriptUrl.ts'

/**
 * Has the service worker keep the files of this build for when there is no network; called when the page's own
 * PostgreSQL is in use, so that who only asks servers stores nothing. Never rejects: without it the page works online.
 */
export async function keepForOffline(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  try {
    const { scope } = await navigator.serviceWorker.register(scriptUrl('offline.js'), {
      updateViaCache: 'none',
    })
    holdBuild(scope)
    const { active } = await navigator.serviceWorker.ready
    active?.postMessage('keep', [])
  } catch {
    // Denied or not there: then there is no page without a network, and nothing else changes.
  }
}

/** Says, as long as this tab lives, that it uses this build's files, so that they stay when another tab has a new build. */
export function holdBuild(scope: string): void {
  const name = `rowan ${scope} uses ${import.meta.url}`
  void navigator.locks?.request(name, { mode: 'shared' }, () => new Promise(() => undefined))
}

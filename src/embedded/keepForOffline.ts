import { scriptUrl } from './scriptUrl.ts'

/**
 * Has the service worker keep the files of this build for when there is no network; called when the page's own
 * PostgreSQL is in use, so that who only asks servers stores nothing. Never rejects: without it the page works online.
 */
export async function keepForOffline(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  try {
    const kept = await navigator.serviceWorker.register(scriptUrl('offline.js'), { updateViaCache: 'none' })
    holdBuild(kept.scope)
    // Not `ready`, which goes on giving one that the browser has removed.
    const worker = kept.active ?? kept.waiting ?? kept.installing
    worker?.postMessage('keep', [])
  } catch {
    // Denied or not there: then there is no page without a network, and nothing else changes.
  }
}

/** For a tab of a page whose files are kept already: those of its build stay as long as it lives. Never rejects. */
export async function holdKeptBuild(): Promise<void> {
  try {
    const kept = await navigator.serviceWorker?.getRegistration()
    if (kept?.active) holdBuild(kept.scope)
  } catch {
    // Denied: then nothing is kept.
  }
}

/** Says, as long as this tab lives, that it uses this build's files, so that they stay when another tab has a new build. */
function holdBuild(scope: string): void {
  const name = `rowan ${scope} uses ${import.meta.url}`
  navigator.locks?.request(name, { mode: 'shared' }, () => new Promise(() => undefined)).catch(() => undefined)
}

import { scriptUrl } from './scriptUrl.ts'

/**
 * Has the service worker keep the files of this build for when there is no network; called when the page's own
 * PostgreSQL is in use, so that who only asks servers stores nothing. Never rejects: without it the page works online.
 */
export async function keepForOffline(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  try {
    await navigator.serviceWorker.register(scriptUrl('offline.js'), { updateViaCache: 'none' })
    const { active } = await navigator.serviceWorker.ready
    active?.postMessage('keep', [])
  } catch {
    // Denied or not there: then there is no page without a network, and nothing else changes.
  }
}

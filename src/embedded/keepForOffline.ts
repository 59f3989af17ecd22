import { addLockFrame } from './lockFrame.ts'
import { scriptUrl } from './scriptUrl.ts'

/**
 * Has the service worker keep the files of this build for when there is no network; called when a
 * PostgreSQL of the page is open, This browser or that of the copies, so that who only asks servers stores nothing. Never rejects: without it the page works online.
 */
export async function keepForOffline(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  try {
    const kept = await navigator.serviceWorker.register(scriptUrl('offline.js'), { updateViaCache: 'none' })
    // Not waited for: whatever becomes of the claim, the files are kept.
    void holdBuild(kept.scope).catch(() => undefined)
    // Not `ready`, which goes on giving one that the browser has removed.
    const worker = kept.active ?? kept.waiting ?? kept.installing
    worker?.postMessage('keep', [])
  } catch {
    // Denied or not there: then there is no page without a network, and nothing else changes.
  }
}

/**
 * For a tab of a page whose files are kept, by it or another one: those of its build stay as long as it lives. Claims them
 * again whenever a service worker takes charge, as that of a page whose data the browser has removed. Never rejects.
 */
export async function holdKeptBuild(): Promise<void> {
  try {
    navigator.serviceWorker?.addEventListener('controllerchange', () => void holdIfKept().catch(() => undefined))
    await holdIfKept()
  } catch {
    // Denied: then nothing is kept.
  }
}

async function holdIfKept(): Promise<void> {
  const kept = await navigator.serviceWorker?.getRegistration()
  if (kept?.active) await holdBuild(kept.scope)
}

/** Tells the claim of this tab from those of others with its build; no part of an address that is asked for. */
const ME = Math.random().toString(36).slice(2)

let hasClaimed = false

/**
 * Says, as long as this tab lives, that it uses this build's files, so that they stay when another tab has a new build. A
 * claim that the browser has removed is made again where service workers see it.
 */
async function holdBuild(scope: string): Promise<void> {
  if (!('locks' in navigator)) return
  const name = `rowan ${scope} uses ${import.meta.url}#${ME}`
  if (!hasClaimed) {
    hasClaimed = true
    claim(navigator.locks, name)
    return
  }
  const frame = addLockFrame()
  const locks = frame.contentWindow?.navigator.locks
  const { held = [] } = (await locks?.query()) ?? {}
  if (locks === undefined || held.some((lock) => lock.name === name)) frame.remove()
  else claim(locks, name)
}

function claim(locks: LockManager, name: string): void {
  locks.request(name, { mode: 'shared' }, () => new Promise(() => undefined)).catch(() => undefined)
}

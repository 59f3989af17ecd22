import { addLockFrame } from './lockFrame.ts'
import type { StoreLocks } from './sharedEngine.ts'

/**
 * The browser's locks for the owner of the store. Chromium (156) removes them with what a site stores, in steps of up to a
 * second: then they are those of a new frame, as tabs that are opened later don't see the window's. `mark` is a name of this
 * tab alone.
 */
export function storeLocks(mark: string): StoreLocks {
  let now = 'locks' in navigator ? marked(navigator.locks, mark) : null
  return {
    now: () => now,
    async renew() {
      for (const begun = performance.now(); performance.now() - begun < KEEPS_AFTER_MS;) {
        const frame = addLockFrame()
        const locks = frame.contentWindow?.navigator.locks
        const { held = [] } = (await locks?.query()) ?? {}
        if (locks !== undefined && !held.some(({ name }) => name === mark)) {
          now = marked(locks, mark)
          return true
        }
        frame.remove()
        await new Promise((resolve) => setTimeout(resolve, ASKED_EVERY_MS))
      }
      return false
    },
  }
}

/** Holds the mark as long as the tab lives, which tells these locks from others. */
function marked(locks: LockManager, mark: string): LockManager {
  locks.request(mark, { mode: 'shared' }, () => new Promise(() => undefined)).catch(() => undefined)
  return locks
}

/** By then a browser that has others shows them (measured: 0.2 s after it has told of 1,000 removed files). */
const KEEPS_AFTER_MS = 3000

const ASKED_EVERY_MS = 30

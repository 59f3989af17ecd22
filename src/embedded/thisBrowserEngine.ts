import { createOwnedEngine } from './ownedEngine.ts'
import { createSharedEngine, type SharedEngine } from './sharedEngine.ts'

/**
 * The page's own PostgreSQL, shared by its tabs; `startWorker` makes its worker. Nothing is loaded before the first
 * request. Pages that came by plain http have no locks: there it keeps what is made only for the tab.
 */
export function createThisBrowserEngine(startWorker: () => Worker): SharedEngine {
  return createSharedEngine({
    channel: new BroadcastChannel('rowan-postgres-18'),
    locks: 'locks' in navigator ? navigator.locks : null,
    own: (alone, onStatus) =>
      createOwnedEngine({
        startWorker,
        base: new URL('engine/', document.baseURI).href,
        memory: !alone,
        onStatus,
      }),
  })
}

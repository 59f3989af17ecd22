import { NetworkError } from '../instances/transport/networkError.ts'
import type { Handler } from '../protocol/handler.ts'
import type { OwnedEngineOptions } from './ownedEngine.ts'
import { createSharedEngine, type SharedEngine, type TabChannel, type TabMessage } from './sharedEngine.ts'

/**
 * The page's own PostgreSQL, shared by its tabs; `startWorker` makes its worker. Nothing is loaded before the first
 * request. Pages that came by plain http have no locks: there it keeps what is made only for the tab.
 */
export function createThisBrowserEngine(startWorker: () => Worker): SharedEngine {
  return createSharedEngine({
    channel: tabChannel(),
    locks: 'locks' in navigator ? navigator.locks : null,
    own: (alone, onStatus) =>
      ownedLater({
        startWorker,
        base: new URL('engine/', document.baseURI).href,
        memory: !alone,
        onStatus,
      }),
  })
}

/** The engine in the tab that owns it; what carries requests to it is loaded with the first one, as most tabs have none. */
function ownedLater(options: OwnedEngineOptions): Handler {
  let owned: Promise<Handler> | null = null
  return async (request) => {
    owned ??= import('./ownedEngine.ts').then(({ createOwnedEngine }) => createOwnedEngine(options))
    const handler = await owned.catch((error: unknown) => {
      owned = null
      throw new NetworkError({ code: 'engineNotLoaded' }, { cause: error })
    })
    return handler(request)
  }
}

function tabChannel(): TabChannel {
  const channel = new BroadcastChannel('rowan-postgres-18')
  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no such parameter
    post: (message) => channel.postMessage(message),
    onMessage: (listener) =>
      channel.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => listener(data)),
  }
}

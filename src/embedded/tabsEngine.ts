import { createOwnedEngine } from './ownedEngine.ts'
import { createSharedEngine, type SharedEngine, type TabChannel, type TabMessage } from './sharedEngine.ts'

/**
 * The page's own PostgreSQL, shared by its tabs; `startWorker` makes its worker, `onOtherBuild` hears of
 * tabs with another build of the page. Nothing is loaded before the first
 * request. Pages that came by plain http have no locks: there it keeps what is made only for the tab.
 */
export function createTabsEngine(startWorker: () => Worker, onOtherBuild: () => void): SharedEngine {
  return createSharedEngine({
    channel: tabChannel(),
    // Its name has the digest of its contents, and so of all it imports.
    build: import.meta.url,
    onOtherBuild,
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

function tabChannel(): TabChannel {
  const channel = new BroadcastChannel('rowan-postgres-18')
  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no such parameter
    post: (message) => channel.postMessage(message),
    onMessage: (listener) =>
      channel.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => listener(data)),
  }
}

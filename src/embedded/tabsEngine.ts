import type { EngineName } from '../protocol/engineMessages.ts'
import { engineFolder } from './engineFolder.ts'
import { withEarlyAnswers } from './earlyAnswers.ts'
import { expectedAnswer } from './expectedAnswer.ts'
import { createOwnedEngine } from './ownedEngine.ts'
import { createSharedEngine, type SharedEngine, type TabChannel } from './sharedEngine.ts'
import { storeLocks } from './storeLocks.ts'
import type { TabMessage } from './tabMessages.ts'

/**
 * A PostgreSQL of the page, shared by its tabs; `startWorker` makes its worker, `onOtherBuild` hears of
 * tabs with another build of the page, `onOpen` that it is open, and again when the browser has removed what was stored.
 * Nothing is loaded before the first request. Pages that came by plain http have no locks: there it keeps what is made only
 * for the tab.
 */
export function createTabsEngine(
  name: EngineName,
  startWorker: () => Worker,
  onOtherBuild: () => void,
  onOpen: () => void,
): SharedEngine {
  const engine = createSharedEngine({
    lock: name,
    channel: tabChannel(name),
    // Its name has the digest of its contents, and so of all it imports.
    build: import.meta.url,
    onOtherBuild,
    locks: storeLocks(`${name} of ${Math.random().toString(36).slice(2)}`),
    own: (alone, onStatus, owns) =>
      createOwnedEngine({
        name,
        startWorker,
        base: engineFolder(),
        memory: !alone,
        onStatus,
        owns,
      }),
  })
  let opened: number | null = null
  engine.subscribe(() => {
    const status = engine.status()
    if (status.phase !== 'open' || opened === (status.removed ?? 0)) return
    opened = status.removed ?? 0
    onOpen()
  })
  return name === 'rowan-postgres-18' ? withEarlyAnswers(engine, (url) => expectedAnswer(name, url)) : engine
}

function tabChannel(name: EngineName): TabChannel {
  const channel = new BroadcastChannel(name)
  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no such parameter
    post: (message) => channel.postMessage(message),
    onMessage: (listener) =>
      channel.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => listener(data)),
  }
}

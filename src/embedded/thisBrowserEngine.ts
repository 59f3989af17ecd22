import { NetworkError } from '../instances/transport/networkError.ts'
import type { EngineName } from '../protocol/engineMessages.ts'
import type { EngineStatus } from '../protocol/engineStatus.ts'
import type { Problem } from '../protocol/problem.ts'
import { prepareWorker } from './preparedWorker.ts'
import type { SharedEngine } from './sharedEngine.ts'

/**
 * A PostgreSQL of the page, whose program is loaded with the first request, as most pages ask only servers. If it can't
 * be loaded, the status says so and the request rejects with a `NetworkError`; the next one tries again. `onOtherBuild` hears of tabs with another build of the page,
 * `onOpen` that it is open, and again when the browser has removed what was stored.
 */
export function createThisBrowserEngine(
  name: EngineName,
  startWorker: () => Worker,
  onOtherBuild: () => void,
  onOpen: () => void,
): SharedEngine {
  const listeners = new Set<() => void>()
  let loading: Promise<SharedEngine> | null = null
  let loaded: SharedEngine | null = null
  let status: EngineStatus = { phase: 'idle' }

  function tell(now: EngineStatus): void {
    status = now
    for (const listener of listeners) listener()
  }

  async function load(): Promise<SharedEngine> {
    const takePrepared = prepareWorker(startWorker)
    try {
      const { createTabsEngine } = await import('./tabsEngine.ts')
      const engine = createTabsEngine(name, () => takePrepared() ?? startWorker(), onOtherBuild, onOpen)
      engine.subscribe(() => {
        tell(engine.status())
        // Opened by then with the prepared worker, or by another tab.
        if (engine.status().phase === 'open') takePrepared()?.terminate()
      })
      loaded = engine
      return engine
    } catch (error) {
      loading = null
      takePrepared()?.terminate()
      const problem: Problem = { code: 'engineNotLoaded' }
      tell({ phase: 'failed', problem, damaged: false, store: null })
      throw new NetworkError(problem, { cause: error, mayPass: false })
    }
  }

  return {
    handler: async (request) => (loaded ?? (await (loading ??= load()))).handler(request),
    status: () => status,
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

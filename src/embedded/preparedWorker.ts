import { engineFolder } from './engineFolder.ts'
import type { EnginePrepare } from '../protocol/engineMessages.ts'
import { takeEarlyWorker } from './earlyStart.ts'

/**
 * Takes the worker that loads the engine's files already, or starts one that does while the page's part of it is on its
 * way. What comes back gives it, once: to be used, or ended because another tab owns the store. Null from then on, and if
 * it failed: the next one says why.
 */
export function prepareWorker(startWorker: () => Worker): () => Worker | null {
  const early = takeEarlyWorker()
  let prepared: Worker | null = early ?? startWorker()
  prepared.addEventListener('error', (event) => {
    event.preventDefault()
    prepared = null
  })
  if (early === null) {
    const first: EnginePrepare = { kind: 'prepare', base: engineFolder() }
    prepared.postMessage(first, [])
  }
  return () => {
    const taken = prepared
    prepared = null
    return taken
  }
}

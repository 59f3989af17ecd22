import { areWorkersForbidden } from '../instances/transport/policyBlocks.ts'
import type { Problem } from '../protocol/problem.ts'

/** Why a worker of the engine ended; `text` is what it said of it, null if it did not load at all. */
export async function whyEnded(text: string | null): Promise<Problem> {
  if (text !== null) return { code: 'engineEnded', text }
  return (await areWorkersForbidden()) ? { code: 'engineForbidden', part: 'theWorkers' } : { code: 'engineNotLoaded' }
}

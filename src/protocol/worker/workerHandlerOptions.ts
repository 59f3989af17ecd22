import type { AnswersForLost } from './requestTurn.ts'

/** What a worker may take, and how its requests are answered when it can't. */
export interface WorkerHandlerOptions extends AnswersForLost {
  /** A request that has been in the worker for longer is interrupted; the service answers that it was. */
  readonly timeoutMs: number
  /**
   * A request that nobody waits for any more is interrupted. A worker that can't be asked to do that is ended once the
   * request has been in it for this long.
   */
  readonly endAbandonedAfterMs?: number | undefined
  /** How long an interrupted engine may take before it is ended with its worker; 1 s by default. */
  readonly interruptedWithinMs?: number | undefined
}

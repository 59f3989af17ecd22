/** What a piece of work is: an answer that reads, one that writes, or the next part of a dump. */
export type WorkKind = 'read' | 'write' | 'stream'

export interface Work {
  readonly kind: WorkKind
  /** For whom it is done. */
  readonly client: string
  /** Work of the same shape is expected to take about as long as before. */
  readonly shape: string
  /** Gives up waiting. */
  readonly signal: AbortSignal | null
  /** Ends the work while it runs, because others wait; null if it must not be ended. Called at most once. */
  readonly end: (() => void) | null
}

/** Too much work waits. `scope` says whether one client's or everybody's. */
export class Crowded extends Error {
  override readonly name = 'Crowded'
  readonly scope: 'client' | 'all'

  constructor(scope: 'client' | 'all') {
    super('Too much work is waiting')
    this.scope = scope
  }
}

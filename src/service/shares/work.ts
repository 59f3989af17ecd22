import type { AskedSignal } from '../../protocol/handler.ts'

/** What a piece of work is: an answer that reads, one that writes, or the next part of a dump. */
export type WorkKind = 'read' | 'write' | 'stream'

/** By what work is known: all that agrees in this is expected to take about as long as before. */
export interface WorkKey {
  readonly kind: WorkKind
  /** For whom it is done. */
  readonly client: string
  readonly shape: string
  /** Whether it is a read with which a dump begins: however short, it is no quick work that the parts of dumps make way for. */
  readonly beginsDump?: boolean
}

export interface Work extends WorkKey {
  /** Whether the client has a valid token: slow work of others waits for it, and it isn't ended for slowing them. */
  readonly isKnown: boolean
  /** Gives up waiting. */
  readonly signal: AskedSignal | null
  /** Ends the work while it runs, because others wait; null if it must not be ended. Called at most once. */
  readonly end: (() => void) | null
}

/** Frees the place. Call it once. `hasFailed` says whether the work was refused, or its time was up. */
export type Leave = (hasFailed?: boolean) => void

/** Too much work waits. `scope` says whether one client's or everybody's. */
export class Crowded extends Error {
  override readonly name = 'Crowded'
  readonly scope: 'client' | 'all'

  constructor(scope: 'client' | 'all') {
    super('Too much work is waiting')
    this.scope = scope
  }
}

import { Duplex } from 'node:stream'
import type { PoolClient } from 'pg'

/** The number of the process behind a connection, as the server said at the start; a pooler says another. */
export function processOf(client: object): number {
  return Number(Reflect.get(client, 'processID'))
}

/** The socket of a connection, or the TLS stream on it: pg has it, but its types don't. */
export function streamOf(client: object): Duplex {
  const connection: unknown = Reflect.get(client, 'connection')
  const stream: unknown = typeof connection === 'object' && connection ? Reflect.get(connection, 'stream') : null
  if (!(stream instanceof Duplex)) throw new Error('The connection of pg has no stream')
  return stream
}

/** Whether a connection has prepared the statement of that name: pg notes it. */
export function isPrepared(connection: object, name: string): boolean {
  const prepared: unknown = Reflect.get(connection, 'parsedStatements')
  return typeof prepared === 'object' && prepared !== null && Object.hasOwn(prepared, name)
}

/** Keeps connections from starting more parallel workers than the processors have room for. */
export interface WorkerLimit {
  /** Notes how many workers PostgreSQL itself lets a new connection have. */
  note(client: object, own: number): void
  /** To be awaited before a connection is used; null if nothing has changed for it. */
  apply(client: PoolClient): Promise<unknown> | null
}

/**
 * `most` says how many workers there may be now, those of other connections included. A plan that was kept may have more in
 * it; they aren't started then.
 */
export function createWorkerLimit(most: () => number): WorkerLimit {
  const known = new WeakMap<object, { readonly own: number; set: number }>()
  return {
    note: (client, own) => void known.set(client, { own, set: own }),
    apply(client) {
      const state = known.get(client)
      if (state === undefined) return null
      const wanted = Math.min(state.own, most())
      if (wanted === state.set) return null
      state.set = wanted
      return client.query(`set max_parallel_workers = ${wanted}`)
    },
  }
}

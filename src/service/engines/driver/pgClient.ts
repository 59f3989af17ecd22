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

/** Keeps connections from starting parallel workers while others need the processors. */
export interface WorkerLimit {
  /** To be awaited before a connection is used; null if nothing has changed for it. */
  apply(client: PoolClient): Promise<unknown> | null
}

/** `isTight` says whether there may be no workers now. A plan that was kept may have some in it; none are started then. */
export function createWorkerLimit(isTight: () => boolean): WorkerLimit {
  const without = new WeakSet<PoolClient>()
  return {
    apply(client) {
      const isNow = isTight()
      if (isNow === without.has(client)) return null
      if (isNow) without.add(client)
      else without.delete(client)
      return client.query(isNow ? 'set max_parallel_workers = 0' : 'reset max_parallel_workers')
    },
  }
}

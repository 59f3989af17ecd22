import { Duplex } from 'node:stream'

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

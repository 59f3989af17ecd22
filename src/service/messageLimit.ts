import type { Duplex } from 'node:stream'

/**
 * Watches what PostgreSQL sends on a connection, before the driver gathers it: a message of more than that many bytes ends
 * the connection with the error that `tooLong` makes. One value of a gigabyte would otherwise end the process, as no text
 * in Node is longer than 512 MB.
 */
export function limitMessages(stream: Duplex, most: number, tooLong: () => Error): void {
  /** Of the message at hand: bytes of its head (a type and the length) that have come, and bytes that are to come. */
  const head = new Uint8Array(HEAD)
  let heads = 0
  let rest = 0
  stream.prependListener('data', (chunk: Uint8Array) => {
    for (let at = 0; at < chunk.byteLength;) {
      if (rest > 0) {
        const passed = Math.min(rest, chunk.byteLength - at)
        rest -= passed
        at += passed
        continue
      }
      head[heads] = chunk[at] ?? 0
      heads += 1
      at += 1
      if (heads < HEAD) continue
      heads = 0
      // The length counts itself, but not the type before it (PostgreSQL's protocol, version 3).
      rest = new DataView(head.buffer).getUint32(1) - (HEAD - 1)
      if (rest > most) {
        stream.destroy(tooLong())
        return
      }
    }
  })
}

const HEAD = 5

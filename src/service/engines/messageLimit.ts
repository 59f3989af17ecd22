import type { Duplex } from 'node:stream'

/**
 * Ends a connection, with the error made by `tooLong`, when PostgreSQL sends a message of more than `most` bytes; the
 * driver doesn't gather it first. Otherwise one value of a gigabyte would crash the process: strings in Node end at 512 MB.
 */
export function limitMessages(stream: Duplex, most: number, tooLong: () => Error): void {
  /** Of the current message: how much of its head (type and length) has arrived, and how many bytes are still to come. */
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

import type { Duplex } from 'node:stream'

/** Takes the rows of a copy as they arrive, each in one piece or in several; `isEnd` with its last one. */
export type RowTaker = (piece: Uint8Array, isEnd: boolean) => void

/** What comes from PostgreSQL on a connection, before the driver reads it. */
export interface MessageGate {
  /** Gives the rows of copies to this and not to the driver, which makes an object and an event of each; null: no more. */
  divert(rows: RowTaker | null): void
}

/**
 * Puts a gate before what reads a stream. It ends the connection, with the error made by `tooLong`, when PostgreSQL sends a
 * message of more than `most` bytes; the driver doesn't gather it first. Otherwise one value of a gigabyte would crash the
 * process: strings in Node end at 512 MB.
 */
export function gateMessages(stream: Duplex, most: number, tooLong: () => Error): MessageGate {
  const readers = stream.listeners('data')
  stream.removeAllListeners('data')
  stream.on('data', arrived)
  let taker: RowTaker | null = null
  /** Of the current message: how much of its head (type and length) has arrived, and how many bytes are still to come. */
  const head = Buffer.alloc(HEAD)
  let heads = 0
  let rest = 0
  /** How much of a head that is not whole yet was passed on. */
  let passed = 0

  function passOn(piece: Uint8Array): void {
    for (const read of readers) read.call(stream, piece)
  }

  function arrived(chunk: Buffer): void {
    const isPlain = taker === null
    if (isPlain && heads > passed) passOn(Buffer.from(head.subarray(passed, heads)))
    for (let at = 0; at < chunk.byteLength;) {
      if (rest > 0) {
        const until = Math.min(at + rest, chunk.byteLength)
        rest -= until - at
        if (!isPlain) give(chunk.subarray(at, until))
        at = until
        continue
      }
      head[heads] = chunk[at] ?? 0
      heads += 1
      at += 1
      if (heads === 1 && at + LENGTH <= chunk.byteLength) {
        // Most heads arrive in one piece.
        head.writeUInt32BE(chunk.readUInt32BE(at), 1)
        heads = HEAD
        at += LENGTH
      }
      if (heads < HEAD) continue
      heads = 0
      // The length counts itself, but not the type before it (PostgreSQL's protocol, version 3).
      rest = head.readUInt32BE(1) - LENGTH
      if (rest > most) {
        stream.destroy(tooLong())
        return
      }
      if (!isPlain) begun()
      passed = 0
    }
    if (!isPlain) return
    passed = heads
    passOn(chunk)
  }

  /** The head of a message is there. */
  function begun(): void {
    if (head[0] !== COPY_DATA) passOn(Buffer.from(head.subarray(passed)))
    else if (rest === 0) taker?.(NOTHING, true)
  }

  function give(piece: Uint8Array): void {
    if (head[0] !== COPY_DATA) passOn(piece)
    else taker?.(piece, rest === 0)
  }

  return {
    divert(rows) {
      taker = rows
    },
  }
}

const HEAD = 5
const LENGTH = 4
const COPY_DATA = 'd'.charCodeAt(0)
const NOTHING = new Uint8Array()

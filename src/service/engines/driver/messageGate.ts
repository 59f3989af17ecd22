import type { Duplex } from 'node:stream'
import { gatherBytes, type GatheredBytes } from '../../http/answerMemory.ts'
import { readInPlace } from './pgSocket.ts'

/**
 * Takes what has come of the rows of a copy: their bytes, one row after the other, and where in them each row ends of which
 * the last byte is there. What comes next overwrites the bytes.
 */
export type RowTaker = (bytes: Uint8Array, ends: readonly number[]) => void

/** Takes a row's message, without its head, in the pieces in which it came. */
export type LongRowTaker = (pieces: readonly Uint8Array[]) => void

/** What comes from PostgreSQL on a connection, before the driver reads it. */
export interface MessageGate {
  /** Gives the rows of copies to this and not to the driver, which makes an object and an event of each; null: no more. */
  divert(rows: RowTaker | null): void
  /**
   * Gives rows of a statement that are long to this and not to the driver, which would put them together and make text of
   * them; null: no more. Few long rows may reach the driver all the same.
   */
  divertLong(row: LongRowTaker | null): void
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
  readInPlace(stream)
  let taker: RowTaker | null = null
  let longTaker: LongRowTaker | null = null
  /** Of a long row that is being taken: what has come of it. */
  let long: GatheredBytes | null = null
  /** Of the current message: how much of its head (type and length) has arrived, and how many bytes are still to come. */
  const head = Buffer.alloc(HEAD)
  let heads = 0
  let rest = 0
  /** How much of a head that is not whole yet was passed on. */
  let passed = 0

  /** The driver may keep what it gets until the rest of a message comes. */
  function passOn(piece: Uint8Array): void {
    const kept = Buffer.from(piece)
    for (const read of readers) read.call(stream, kept)
  }

  function arrived(chunk: Buffer): void {
    const isPlain = taker === null
    if (isPlain && heads > passed) passOn(head.subarray(passed, heads))
    /** Where what has not been passed on begins. */
    let from = 0
    /**
     * Of the rows of a copy in this chunk: how many bytes there are, which are moved to its begin, over the heads before them,
     * and where rows end. Giving them one at a time took three times as long (measured).
     */
    let moved = 0
    let ends: number[] = []
    const giveRows = (): void => {
      if (moved > 0 || ends.length > 0) taker?.(chunk.subarray(0, moved), ends)
      moved = 0
      ends = []
    }
    for (let at = 0; at < chunk.byteLength;) {
      if (rest > 0) {
        const until = Math.min(at + rest, chunk.byteLength)
        rest -= until - at
        if (long !== null) {
          long.add(chunk.subarray(at, until))
          from = until
          if (rest === 0) taken(long.pieces())
        } else if (!isPlain && head[0] === COPY_DATA) {
          chunk.copyWithin(moved, at, until)
          moved += until - at
          if (rest === 0) ends.push(moved)
        } else if (!isPlain) passOn(chunk.subarray(at, until))
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
      if (!isPlain) {
        if (head[0] !== COPY_DATA) {
          giveRows()
          passOn(head.subarray(passed))
        } else if (rest === 0) ends.push(moved)
      }
      // One whose head came in two pieces is the driver's already.
      else if (longTaker !== null && rest > LONG_BYTES && head[0] === DATA_ROW && at - HEAD >= from) {
        if (at - HEAD > from) passOn(chunk.subarray(from, at - HEAD))
        long = gatherBytes()
        from = at
      }
      passed = 0
    }
    if (!isPlain) return giveRows()
    passed = heads
    if (from === 0) passOn(chunk)
    else if (from < chunk.byteLength) passOn(chunk.subarray(from))
  }

  function taken(pieces: readonly Uint8Array[]): void {
    long = null
    longTaker?.(pieces)
  }

  return {
    divert(rows) {
      taker = rows
    },
    divertLong(row) {
      longTaker = row
    },
  }
}

const HEAD = 5
const LENGTH = 4
const COPY_DATA = 'd'.charCodeAt(0)
const DATA_ROW = 'D'.charCodeAt(0)

/** To make text of so much takes less than a tenth of a millisecond. */
const LONG_BYTES = 32 * 1024

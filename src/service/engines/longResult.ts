import { protocol, type PGlite } from '@electric-sql/pglite'
import { LONG_BYTES, readLongRow, type LongRow } from './longRow.ts'

type BackendMessages = Awaited<ReturnType<PGlite['execProtocolStream']>>

/** What came of statements of which at most one has a long value, in its only row. */
export interface LongResult {
  /** All messages but the row's. */
  readonly messages: BackendMessages
  /** The row whose value at `longAt` was left as bytes; null if there is none, or if that isn't long: then it is a message. */
  readonly row: LongRow | null
}

/**
 * Runs protocol messages on a PGlite that nobody else uses meanwhile, and leaves the value at `longAt` of the row as bytes if
 * it is long; without `longAt` all are messages. Rejects with PGlite's error if the statement fails.
 */
export async function execLong(db: PGlite, sent: Uint8Array, longAt: number | undefined): Promise<LongResult> {
  const received = createReceived()
  // PostgreSQL's memory, in which a piece may not stay. All have come when this returns.
  const running = db.execProtocolRawStream(sent, { syncToFs: false, onRawData: (piece) => received.add(piece) })
  const bytes = received.take()
  await running
  return readResult(bytes, longAt)
}

function readResult(bytes: Uint8Array, longAt: number | undefined): LongResult {
  const messages: BackendMessages = []
  const parser = new protocol.Parser()
  const read = (some: Uint8Array): void => parser.parse(some, (message) => void messages.push(message))
  const heads = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let row: LongRow | null = null
  let unread = 0
  for (let at = 0; at < bytes.byteLength;) {
    const end = at + 1 + heads.getUint32(at + 1)
    if (longAt !== undefined && bytes[at] === DATA_ROW && end - at > LONG_BYTES && row === null) {
      if (at > unread) read(bytes.slice(unread, at))
      row = readLongRow([bytes.subarray(at + HEAD, end)], longAt)
      unread = end
    }
    at = end
  }
  if (bytes.byteLength > unread) read(bytes.slice(unread))
  const failed = messages.find((message) => message instanceof Error)
  if (failed) throw failed
  return { messages, row }
}

/** Gathers pieces in memory that is used again, also for another database. */
function createReceived() {
  let length = 0
  return {
    add(piece: Uint8Array): void {
      if (length + piece.byteLength > room.byteLength) {
        const before = room
        room = new Uint8Array(length + (length >> 1) + piece.byteLength)
        room.set(before.subarray(0, length))
      }
      room.set(piece, length)
      length += piece.byteLength
    },
    take(): Uint8Array {
      const all = room.slice(0, length)
      if (room.byteLength > MOST_KEPT) room = new Uint8Array(FIRST_ROOM)
      return all
    },
  }
}

const FIRST_ROOM = 64 * 1024
const MOST_KEPT = 1024 * 1024
let room = new Uint8Array(FIRST_ROOM)

const DATA_ROW = 'D'.charCodeAt(0)

/** Of a message: its type and its length. */
const HEAD = 5

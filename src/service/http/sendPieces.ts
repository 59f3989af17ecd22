import type { ServerResponse } from 'node:http'
import { giveBack } from './answerMemory.ts'

/**
 * Writes a long answer, as far as the client takes it; others have the thread in between. The memory of pieces from
 * `gatherBytes` is used again afterwards.
 */
export async function sendPieces(outgoing: ServerResponse, pieces: readonly Uint8Array[]): Promise<void> {
  for (let at = 0; at < pieces.length && !outgoing.destroyed;) {
    outgoing.cork()
    for (let bytes = 0; at < pieces.length && bytes < BYTES_AT_ONCE; at += 1) {
      const piece = pieces[at]
      if (piece === undefined) continue
      bytes += piece.byteLength
      outgoing.write(piece)
    }
    outgoing.uncork()
    if (outgoing.writableNeedDrain) await drained(outgoing)
  }
  outgoing.end(() => giveBack(pieces))
}

/** Resolves when there is room for more, or nobody takes any. */
function drained(outgoing: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const go = (): void => {
      outgoing.off('drain', go)
      outgoing.off('close', go)
      resolve()
    }
    outgoing.once('drain', go)
    outgoing.once('close', go)
  })
}

/** A tenth of a millisecond's work. */
const BYTES_AT_ONCE = 256 * 1024

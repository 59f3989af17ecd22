import { responseOfPieces, type PlainHeaders } from '../../protocol/wholeBody.ts'

/** Text of an answer of which the long parts are the bytes that came from the database. */
export type TextInPieces = readonly (string | Uint8Array)[]

/**
 * A response whose body is sent piece by piece. Whoever sends it takes the pieces from `bodyPieces`; for others it is a
 * response like any other.
 */
export function responseInPieces(text: TextInPieces, head: { readonly headers: PlainHeaders }): Response {
  const pieces = text.map((piece) => (typeof piece === 'string' ? encoder.encode(piece) : piece))
  return responseOfPieces(pieces, () => streamOf(pieces), head)
}

function streamOf(pieces: readonly Uint8Array[]): ReadableStream<Uint8Array> {
  let next = 0
  return new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const piece = pieces[next]
        next += 1
        if (piece === undefined) controller.close()
        else if (piece.byteLength > 0) controller.enqueue(piece)
      },
    },
    { highWaterMark: 0 },
  )
}

const encoder = new TextEncoder()

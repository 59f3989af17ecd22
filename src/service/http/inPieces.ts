/** Text of an answer of which the long parts are the bytes that came from the database. */
export type TextInPieces = readonly (string | Uint8Array)[]

/**
 * A response whose body is sent piece by piece. Whoever sends it takes the pieces from `piecesOf`; for others it is a
 * response like any other.
 */
export function responseInPieces(text: TextInPieces, init: ResponseInit): Response {
  const pieces = text.map((piece) => (typeof piece === 'string' ? encoder.encode(piece) : piece))
  let next = 0
  const body = new ReadableStream<Uint8Array>(
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
  const response = new Response(body, init)
  held.set(response, pieces)
  return response
}

/** The body of such a response, in pieces; null for any other. */
export function piecesOf(response: Response): readonly Uint8Array[] | null {
  return held.get(response) ?? null
}

const held = new WeakMap<Response, readonly Uint8Array[]>()

const encoder = new TextEncoder()

const bodies = new WeakMap<Response, string | Uint8Array<ArrayBuffer>>()

/** A response whose body is one piece: whoever passes it on takes that from `wholeBody` and needn't read a stream. */
export function wholeResponse(body: string | Uint8Array<ArrayBuffer>, init: ResponseInit): Response {
  const response = new Response(body, init)
  bodies.set(response, body)
  return response
}

/** The body of a response made by `wholeResponse`; null for any other. */
export function wholeBody(response: Response): string | Uint8Array<ArrayBuffer> | null {
  return bodies.get(response) ?? null
}

/** The headers of an answer, by names in lower case. */
export type PlainHeaders = Readonly<Record<string, string>>

/**
 * A response whose body is one piece. Whoever passes it on takes that from `wholeBody`, and its headers from `headersOf`;
 * only for others is a real `Response` made of it, which takes longer than most of what a server does for an answer.
 */
export function wholeResponse(
  body: string | Uint8Array<ArrayBuffer>,
  head: { readonly status?: number; readonly headers: PlainHeaders },
): Response {
  return new WholeResponse(body, () => body, head.status ?? 200, head.headers)
}

/** The same with a body in pieces, which `bodyPieces` gives; `stream` is called for those who want a real `Response`. */
export function responseOfPieces(
  pieces: readonly Uint8Array[],
  stream: () => ReadableStream<Uint8Array>,
  head: { readonly headers: PlainHeaders },
): Response {
  return new WholeResponse(pieces, stream, 200, head.headers)
}

/** The body of a response made by `wholeResponse`; null for any other. */
export function wholeBody(response: Response): string | Uint8Array<ArrayBuffer> | null {
  return response instanceof WholeResponse && !isPieces(response.whole) ? response.whole : null
}

/** The body of a response made by `responseOfPieces`; null for any other. */
export function bodyPieces(response: Response): readonly Uint8Array[] | null {
  return response instanceof WholeResponse && isPieces(response.whole) ? response.whole : null
}

type Whole = string | Uint8Array<ArrayBuffer> | readonly Uint8Array[]

function isPieces(whole: Whole): whole is readonly Uint8Array[] {
  return Array.isArray(whole)
}

/** The headers of any response, to be read only. */
export function headersOf(response: Response): PlainHeaders {
  return response instanceof WholeResponse ? response.plainHeaders() : Object.fromEntries(response.headers)
}

/** Sets a header of any response; the name is in lower case. */
export function setHeader(response: Response, name: string, value: string): void {
  if (response instanceof WholeResponse) response.setHeader(name, value)
  else response.headers.set(name, value)
}

class WholeResponse implements Response {
  readonly whole: Whole
  readonly status: number
  #plain: PlainHeaders
  #made: Response | null = null
  readonly #body: () => BodyInit

  constructor(whole: Whole, body: () => BodyInit, status: number, headers: PlainHeaders) {
    this.whole = whole
    this.#body = body
    this.status = status
    this.#plain = headers
  }

  plainHeaders(): PlainHeaders {
    return this.#made === null ? this.#plain : Object.fromEntries(this.#made.headers)
  }

  setHeader(name: string, value: string): void {
    // Who sends answers knows headers by their object.
    if (this.#made === null && this.#plain[name] === value) return
    if (this.#made === null) this.#plain = { ...this.#plain, [name]: value }
    else this.#made.headers.set(name, value)
  }

  /** From here on, this is what the response is. */
  #real(): Response {
    return (this.#made ??= new Response(this.#body(), { status: this.status, headers: this.#plain }))
  }

  get ok() {
    return this.status >= 200 && this.status < 300
  }

  get headers() {
    return this.#real().headers
  }

  get statusText() {
    return this.#real().statusText
  }

  get type() {
    return this.#real().type
  }

  get url() {
    return this.#real().url
  }

  get redirected() {
    return this.#real().redirected
  }

  get body() {
    return this.#real().body
  }

  get bodyUsed() {
    return this.#made?.bodyUsed ?? false
  }

  arrayBuffer() {
    return this.#real().arrayBuffer()
  }

  blob() {
    return this.#real().blob()
  }

  bytes() {
    return this.#real().bytes()
  }

  formData() {
    return this.#real().formData()
  }

  json() {
    return this.#real().json()
  }

  text() {
    return this.#real().text()
  }

  clone(): Response {
    return this.#real().clone()
  }
}

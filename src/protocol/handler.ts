/**
 * Answers one HTTP request: a remote server by `fetch`, our service in a worker, or the service itself in a test.
 * Rejects only when `fetch` would: with a network failure (a `TypeError` of the browser, a `ProblemError` of a worker) or
 * an `AbortError`.
 */
export type Handler = (request: Request) => Promise<Response>

/**
 * What our own service reads of a request: a `Request`, or an object that a server makes in a tenth of the time, since a
 * `Request` also gets a stream and a signal.
 */
export interface AskedRequest extends Pick<Request, 'method' | 'url' | 'arrayBuffer'> {
  readonly headers: AskedHeaders
  readonly signal: AskedSignal
  /** The address at the other end of the connection by which it came, if it came by one. */
  readonly from?: string | undefined
  /** Aborts the signal, as if the client had left. A `Request` has none: only its client can. */
  end?(reason: unknown): void
}

/** The headers of a request, by names in lower case. */
export interface AskedHeaders extends Iterable<[name: string, value: string]> {
  get(name: string): string | null
}

/** Says when an answer is not waited for any more: an `AbortSignal`, or an object that takes less time to make and to hear. */
export interface AskedSignal extends Pick<AbortSignal, 'aborted' | 'reason' | 'throwIfAborted'> {
  addEventListener(type: 'abort', listener: () => void, options?: { readonly once: true }): void
  removeEventListener(type: 'abort', listener: () => void): void
}

/** A `Handler` that needs no more of a request than that. */
export type ServerHandler = (request: AskedRequest) => Promise<Response>

import type { IncomingMessage } from 'node:http'
import type { AskedHeaders, AskedRequest, AskedSignal } from '../../protocol/handler.ts'

/** A request as it came in. What takes time to make of it is made when it is first asked for. */
export class ServerRequest implements AskedRequest {
  readonly method: string
  readonly url: string
  readonly headers: AskedHeaders
  /** Set when it has been read. */
  body: Uint8Array<ArrayBuffer> | null = null
  readonly signal = new EndSignal()

  constructor(incoming: IncomingMessage, url: string) {
    this.method = incoming.method ?? 'GET'
    this.url = url
    this.headers = new SentHeaders(incoming)
  }

  end(reason?: unknown): void {
    this.signal.abort(reason)
  }

  arrayBuffer(): Promise<ArrayBuffer> {
    return Promise.resolve(this.body === null ? new ArrayBuffer(0) : this.body.buffer)
  }
}

/** An `AbortController` and its signal take longer than most of what an answer takes beside the database. */
class EndSignal implements AskedSignal {
  aborted = false
  reason: unknown = undefined
  #listeners: readonly (() => void)[] = []

  abort(reason: unknown): void {
    if (this.aborted) return
    this.aborted = true
    this.reason = reason ?? new DOMException('This operation was aborted', 'AbortError')
    const listeners = this.#listeners
    this.#listeners = []
    for (const listener of listeners) listener()
  }

  throwIfAborted(): void {
    if (this.aborted) throw this.reason
  }

  addEventListener(_type: 'abort', listener: () => void): void {
    if (!this.aborted && !this.#listeners.includes(listener)) this.#listeners = [...this.#listeners, listener]
  }

  removeEventListener(_type: 'abort', listener: () => void): void {
    if (this.#listeners.length > 0) this.#listeners = this.#listeners.filter((each) => each !== listener)
  }
}

class SentHeaders implements AskedHeaders {
  readonly #incoming: IncomingMessage

  constructor(incoming: IncomingMessage) {
    this.#incoming = incoming
  }

  get(name: string): string | null {
    const sent = this.#incoming.headers[name]
    return sent === undefined ? null : typeof sent === 'string' ? sent : sent.join(', ')
  }

  *[Symbol.iterator](): Iterator<[string, string]> {
    for (const name of Object.keys(this.#incoming.headers)) yield [name, this.get(name) ?? '']
  }
}

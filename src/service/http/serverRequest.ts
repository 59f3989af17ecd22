import type { IncomingMessage } from 'node:http'
import type { AskedHeaders, AskedRequest } from '../../protocol/handler.ts'

/** A request as it came in. What takes time to make of it is made when it is first asked for. */
export class ServerRequest implements AskedRequest {
  readonly method: string
  readonly url: string
  readonly headers: AskedHeaders
  /** Set when it has been read. */
  body: Uint8Array<ArrayBuffer> | null = null
  #aborter: AbortController | null = null
  #ended: { readonly reason: unknown } | null = null

  constructor(incoming: IncomingMessage, url: string) {
    this.method = incoming.method ?? 'GET'
    this.url = url
    this.headers = new SentHeaders(incoming)
  }

  get signal(): AbortSignal {
    if (this.#aborter === null) {
      this.#aborter = new AbortController()
      if (this.#ended !== null) this.#aborter.abort(this.#ended.reason)
    }
    return this.#aborter.signal
  }

  end(reason?: unknown): void {
    this.#ended ??= { reason }
    this.#aborter?.abort(reason)
  }

  arrayBuffer(): Promise<ArrayBuffer> {
    return Promise.resolve(this.body === null ? new ArrayBuffer(0) : this.body.buffer)
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

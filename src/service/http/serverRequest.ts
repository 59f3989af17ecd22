import type { IncomingMessage } from 'node:http'
import { EndSignal } from '../../protocol/endSignal.ts'
import type { AskedHeaders, AskedRequest } from '../../protocol/handler.ts'

/** A request as it came in. What takes time to make of it is made when it is first asked for. */
export class ServerRequest implements AskedRequest {
  readonly method: string
  readonly url: string
  readonly headers: AskedHeaders
  readonly from: string | undefined
  /** Set when it has been read. */
  body: Uint8Array<ArrayBuffer> | null = null
  readonly signal = new EndSignal()

  constructor(incoming: IncomingMessage, url: string) {
    this.method = incoming.method ?? 'GET'
    this.url = url
    this.headers = new SentHeaders(incoming)
    this.from = incoming.socket.remoteAddress
  }

  end(reason?: unknown): void {
    this.signal.abort(reason)
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

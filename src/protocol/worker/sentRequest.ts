import { EndSignal } from '../endSignal.ts'
import type { AskedHeaders, AskedRequest } from '../handler.ts'
import type { HostMessage } from './workerMessages.ts'

/** A request as it arrived in a worker. A `Request` made of it would take longer than to find a record by its key. */
export class SentRequest implements AskedRequest {
  readonly method: string
  readonly url: string
  readonly headers: AskedHeaders
  readonly signal = new EndSignal()
  readonly #body: ArrayBuffer | null

  constructor({ method, url, headers, body }: Extract<HostMessage, { kind: 'request' }>) {
    this.method = method
    this.url = url
    this.headers = new ListedHeaders(headers)
    this.#body = body
  }

  end(reason?: unknown): void {
    this.signal.abort(reason)
  }

  arrayBuffer(): Promise<ArrayBuffer> {
    return Promise.resolve(this.#body ?? new ArrayBuffer(0))
  }
}

/** There are few, and most are never asked for. */
class ListedHeaders implements AskedHeaders {
  readonly #list: readonly (readonly [name: string, value: string])[]

  constructor(list: readonly (readonly [name: string, value: string])[]) {
    this.#list = list
  }

  get(name: string): string | null {
    return this.#list.find(([each]) => each === name)?.[1] ?? null
  }

  *[Symbol.iterator](): Iterator<[string, string]> {
    for (const [name, value] of this.#list) yield [name, value]
  }
}

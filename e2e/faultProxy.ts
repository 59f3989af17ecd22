import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'

/** A request as it came in. */
export interface Asked {
  readonly method: string
  /** With its query string. */
  readonly path: string
  /** The last segment of the path. */
  readonly action: string
  /** The parameters, from the query string, a form or a JSON body, whichever it was. */
  readonly params: Readonly<Record<string, unknown>>
  /** By name in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** An answer; `headers` by name in lower case. */
export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** What a fault may do with one request. It has to end it in one of these ways, or leave it without an answer. */
export interface Exchange {
  readonly asked: Asked
  /** Asks the real service, with other parameters, another path or another token (null: none) where these are given. */
  readonly pass: (changes?: {
    readonly params?: Readonly<Record<string, unknown>>
    readonly token?: string | null
    readonly path?: string
  }) => Promise<Answer>
  /** Answers with that; every origin may read it unless a header is given that says otherwise (`null`: it is not sent). */
  readonly send: (answer: {
    readonly status: number
    readonly body: string
    readonly headers?: Readonly<Record<string, string | null>>
  }) => void
  /** Sends the headers and half of the body, and ends the connection. */
  readonly breakOff: (answer: Answer) => void
  /** Sends the headers and half of the body, and no more. */
  readonly stall: (answer: Answer) => void
}

export type Fault = (exchange: Exchange) => void | Promise<void>

export interface FaultProxy {
  readonly origin: string
  /** Every request since `clear`, the oldest first, as soon as it has come in whole. */
  readonly requests: readonly Asked[]
  /** Those of them that ended without an answer, as their client left or `heal` cut them off. */
  readonly abandoned: readonly Asked[]
  clear(): void
  /**
   * Requests meet this fault from now on: those for one action where it is named (a preflight only where `OPTIONS` is),
   * or those that `is` knows, and no more than so many of them. Of several the one that was played last goes first; once it is used up, the next.
   */
  play(fault: Fault, which?: Which): void
  /** Ends every fault; requests that wait in one are cut off. */
  heal(): void
  stop(): Promise<void>
}

/** Which requests meet a fault. */
export interface Which {
  readonly action?: string | undefined
  readonly method?: string | undefined
  /** Whether it is this one: what the page asks beside may come at any time. */
  readonly is?: (asked: Asked) => boolean
  readonly times?: number
}

/** A server on a free port that passes everything to `target` except what it is set to get wrong. */
export async function startFaultProxy(target: string): Promise<FaultProxy> {
  const requests: Asked[] = []
  const abandoned: Asked[] = []
  const waiting = new Set<ServerResponse>()
  let faults: (Which & { readonly fault: Fault; left: number })[] = []
  const server = createServer((incoming, outgoing) => {
    serve(incoming, outgoing).catch(() => outgoing.destroy())
  })
  async function serve(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const asked = askedOf(incoming, await text(incoming))
    requests.push(asked)
    outgoing.once('close', () => {
      if (!outgoing.headersSent) abandoned.push(asked)
    })
    const exchange = exchangeOf(asked, outgoing, new URL(target))
    const met = faults.findLast(
      ({ action, method, is, left }) =>
        left > 0 &&
        (is === undefined || is(asked)) &&
        (action === undefined || action === asked.action) &&
        (method === undefined ? asked.method !== 'OPTIONS' : method === asked.method),
    )
    if (met === undefined) return exchange.send(await exchange.pass())
    met.left -= 1
    waiting.add(outgoing)
    outgoing.once('close', () => waiting.delete(outgoing))
    await met.fault(exchange)
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The proxy has no port')
  return {
    origin: `http://127.0.0.1:${address.port}`,
    requests,
    abandoned,
    clear: () => {
      requests.length = 0
      abandoned.length = 0
    },
    play: (fault, which = {}) => void faults.push({ ...which, fault, left: which.times ?? Infinity }),
    heal: () => {
      faults = []
      for (const outgoing of waiting) outgoing.destroy()
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function askedOf(incoming: IncomingMessage, body: string): Asked {
  const path = incoming.url ?? '/'
  const { pathname, searchParams } = new URL(path, 'http://proxy')
  const headers = Object.fromEntries(
    Object.entries(incoming.headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(', ') : (value ?? ''),
    ]),
  )
  const isForm = headers['content-type']?.startsWith('application/x-www-form-urlencoded') === true
  const params: Record<string, unknown> =
    body !== '' && !isForm ? JSON.parse(body) : paramsOf(isForm ? new URLSearchParams(body) : searchParams)
  return { method: incoming.method ?? '', path, action: pathname.split('/').at(-1) ?? '', params, headers, body }
}

/** As CKAN reads them: a repeated name is a list, `filters` is JSON text. */
function paramsOf(pairs: URLSearchParams): Record<string, unknown> {
  return Object.fromEntries(
    [...new Set(pairs.keys())].map((name) => {
      const values = pairs.getAll(name)
      const text = values[0] ?? ''
      const value: unknown = name === 'filters' && text.startsWith('{') ? JSON.parse(text) : text
      return [name, values.length > 1 ? values : value]
    }),
  )
}

function exchangeOf(asked: Asked, outgoing: ServerResponse, target: URL): Exchange {
  const head = (status: number, headers: Readonly<Record<string, string | null>>, length: number) => {
    const all = { 'access-control-allow-origin': '*', ...headers, 'content-length': String(length) }
    outgoing.writeHead(
      status,
      Object.fromEntries(Object.entries(all).filter((pair): pair is [string, string] => pair[1] !== null)),
    )
  }
  const half = ({ status, headers, body }: Answer, then: () => void) => {
    const whole = Buffer.from(body)
    head(status, headers, whole.length)
    outgoing.write(whole.subarray(0, whole.length / 2), then)
  }
  return {
    asked,
    pass: ({ params, token = asked.headers['authorization'] ?? null, path = asked.path } = {}) => {
      const { host: _host, 'content-length': _length, authorization: _token, ...kept } = asked.headers
      const headers = {
        ...kept,
        ...(token === null ? {} : { authorization: token }),
        'accept-encoding': 'identity',
      }
      if (params === undefined) return ask(target, asked.method, path, headers, asked.body)
      const plain = path.replace(/\?.*$/s, '')
      return ask(target, 'POST', plain, { ...headers, 'content-type': 'application/json' }, JSON.stringify(params))
    },
    send: ({ status, body, headers = {} }) => {
      head(status, headers, Buffer.byteLength(body))
      outgoing.end(body)
    },
    breakOff: (answer) => half(answer, () => outgoing.destroy()),
    stall: (answer) => half(answer, () => undefined),
  }
}

async function ask(
  target: URL,
  method: string,
  path: string,
  headers: Readonly<Record<string, string>>,
  body: string,
): Promise<Answer> {
  const length = body === '' ? {} : { 'content-length': String(Buffer.byteLength(body)) }
  const { hostname: host, port } = target
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const onward = httpRequest({ host, port, method, path, headers: { ...headers, ...length } }, resolve)
    onward.on('error', reject)
    onward.end(body)
  })
  const told = Object.entries(answer.headers).filter(([name]) => !OF_THE_HOP.has(name))
  return {
    status: answer.statusCode ?? 0,
    headers: Object.fromEntries(told.map(([name, value]) => [name, String(value)])),
    body: await text(answer),
  }
}

/** Headers of one connection, which mean nothing on the next. */
const OF_THE_HOP = new Set(['connection', 'keep-alive', 'transfer-encoding'])

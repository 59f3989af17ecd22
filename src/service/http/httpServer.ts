import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib'
import { once } from 'node:events'
import { addressOf } from '../../protocol/addressOf.ts'
import { contentSecurityPolicy } from '../../protocol/contentSecurityPolicy.ts'
import type { AskedRequest, ServerHandler } from '../../protocol/handler.ts'
import { bodyPieces, headersOf, wholeBody, type PlainHeaders } from '../../protocol/wholeBody.ts'
import { acceptedEncoding, type Encoding } from './acceptedEncoding.ts'
import { giveBack } from './answerMemory.ts'
import { joinedBytes, lengthOfParts } from '../../protocol/joinedBytes.ts'
import { sendPieces } from './sendPieces.ts'
import { ServerRequest } from './serverRequest.ts'
import { createBodyReader, type BodyPace, type BodyProblem, type BodyReader } from './requestBody.ts'

export interface HttpServerOptions {
  readonly handler: ServerHandler
  /** The answer to a request whose handler threw. */
  onFailure(request: AskedRequest, error: unknown): Response
  /** Whether this is one of the server's names (from the Host header, without port, in lower case). */
  answersTo(name: string): boolean
  /** Whether this address is a trusted proxy's, which says by X-Forwarded-Proto how its client came. None is by default. */
  isProxy?(address: string): boolean
  /** The largest body, in bytes, of a request with this Authorization header (null: none). */
  maxBodyBytes(token: string | null): number
  /** The answer to a request whose body is not read to its end; the request is passed without it. */
  onRefusedBody(request: AskedRequest, why: BodyProblem, most: number): Response
  /** The slowest that a body may arrive. */
  readonly pace?: BodyPace | undefined
  /** Origins whose pages may show a view of the page in a frame, besides this one. */
  readonly frames?: readonly string[] | undefined
  /** Whether every origin may read the answers. */
  readonly openToAll?: boolean | undefined
}

/**
 * A node:http server around a `Handler`. The URL comes from the Host header, the signal aborts when the client leaves, and
 * responses stream. Every response has the security headers; above 1 kB it is compressed if the client accepts that. A Host
 * that isn't this server's is refused, which stops DNS rebinding. `/healthz` tells load balancers, whatever name they use,
 * that this process serves, and nothing else.
 */
export function createHttpServer(options: HttpServerOptions): Server {
  const bodyOf = createBodyReader(options.pace)
  return createServer(NODE_LIMITS, (incoming, outgoing) => {
    exchange(incoming, outgoing, bodyOf, options).catch(() => outgoing.destroy())
  })
}

const NODE_LIMITS = {
  /** The query string of a GET may hold a long statement. */
  maxHeaderSize: 128 * 1024,
  /** A client that has not sent its headers by then is answered 408 and cut off. */
  headersTimeout: 20_000,
  connectionsCheckingInterval: 5000,
  /** None for a whole request, which may be a large body over a slow line: bodies have a pace instead. */
  requestTimeout: 0,
  /** Longer than people usually pause, and than the minute after which proxies close connections. */
  keepAliveTimeout: 65_000,
} as const

const SECURITY_HEADERS = {
  'content-security-policy': `${contentSecurityPolicy}; frame-ancestors 'self'`,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
} as const

/**
 * Only a view without a token and without a way to change anything (`embed=1`) may stand in the page of another origin;
 * the whole page would lend itself to clicks that are meant for another page.
 */
function securityHeaders({ url }: IncomingMessage, frames: readonly string[]): Readonly<Record<string, string>> {
  if (frames.length === 0 || !EMBEDS.test(url ?? '')) return SECURITY_HEADERS
  const policy = [SECURITY_HEADERS['content-security-policy'], ...frames].join(' ')
  return { ...SECURITY_HEADERS, 'content-security-policy': policy }
}

const EMBEDS = /^\/(?:index\.html)?\?(?:[^#]*&)?embed=1(?:&|$)/

async function exchange(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  bodyOf: BodyReader,
  options: HttpServerOptions,
): Promise<void> {
  if (incoming.method === 'TRACE' || incoming.method === 'CONNECT')
    return plain(outgoing, 405, 'This method is not supported.')

  if (incoming.url === '/healthz') return plain(outgoing, 200, 'ok')
  const url = urlOf(incoming, options)
  if (!url) return plain(outgoing, 400, 'The request has no usable Host header or path.')
  const name = url.hostname
  if (!options.answersTo(name)) {
    return plain(
      outgoing,
      421,
      `${name} is not one of this server's names. Its administrator can add it: ROWAN_HOSTS=${name} npm start`,
    )
  }

  const request = new ServerRequest(incoming, url.href)
  let isLeft = false
  outgoing.on('close', () => {
    if (outgoing.writableFinished) return
    isLeft = true
    request.end()
  })
  const most = options.maxBodyBytes(incoming.headers.authorization ?? null)
  const body = await bodyOf(incoming, outgoing, most)
  if (isLeft) return
  if (typeof body === 'string') {
    outgoing.setHeader('connection', 'close')
    return send(outgoing, request, options.onRefusedBody(request, body, most), options)
  }

  request.body = body
  let response: Response
  try {
    response = await options.handler(request)
  } catch (error) {
    if (isLeft) return
    response = options.onFailure(request, error)
  }
  await send(outgoing, request, response, options)
}

function urlOf(incoming: IncomingMessage, options: HttpServerOptions): Readonly<URL> | null {
  const { host, 'x-forwarded-proto': proto } = incoming.headers
  const path = incoming.url ?? ''
  if (!host || !path.startsWith('/') || /[/?#@\\\s]/.test(host)) return null
  try {
    const isSecure = proto === 'https' && options.isProxy?.(incoming.socket.remoteAddress ?? '')
    return addressOf({ url: `${isSecure ? 'https' : 'http'}://${host}${path}` })
  } catch {
    return null
  }
}

function plain(outgoing: ServerResponse, status: number, words: string): void {
  const headers = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' }
  outgoing.writeHead(status, { ...SECURITY_HEADERS, ...headers })
  outgoing.end(`${words}\n`)
}

async function send(
  outgoing: ServerResponse,
  { method, headers: asked }: Pick<AskedRequest, 'method' | 'headers'>,
  response: Response,
  { openToAll, frames = [] }: Pick<HttpServerOptions, 'openToAll' | 'frames'>,
): Promise<void> {
  const whole = method === 'HEAD' ? null : wholeBody(response)
  const pieces = method === 'HEAD' ? null : bodyPieces(response)
  const body = whole ?? pieces
  if (body !== null) {
    const sending = sendJson(outgoing, asked, response, body)
    if (sending !== null) return sending
  }
  const security = securityHeaders(outgoing.req, frames)
  const headers: Record<string, string | number> = { ...security, ...headersOf(response) }
  const type = String(headers['content-type'] ?? '')
  // Other sites may load neither the page's files nor an answer as a script (JSONP), unless every site may read them.
  // JSON needs no such header: browsers keep it from other sites, which then still learn that a server is here.
  if (!IS_JSON.test(type)) headers['cross-origin-resource-policy'] = openToAll ? 'cross-origin' : 'same-origin'

  if (body === null && (method === 'HEAD' || !response.body)) {
    await response.body?.cancel()
    outgoing.writeHead(response.status, headers).end()
    return
  }
  const isCompressible =
    headers['content-encoding'] === undefined && headers['content-length'] === undefined && COMPRESSIBLE.test(type)
  if (isCompressible)
    headers['vary'] = headers['vary'] === undefined ? 'accept-encoding' : `${headers['vary']}, accept-encoding`
  const encoding = isCompressible ? acceptedEncoding(asked.get('accept-encoding'), ['br', 'gzip']) : null

  const sendWhole = async (body: Uint8Array | string): Promise<void> => {
    const length = typeof body === 'string' ? Buffer.byteLength(body) : body.byteLength
    if (encoding !== null && length > WORTH_COMPRESSING_BYTES) {
      const bytes = await squeezed(body, encoding)
      headers['content-encoding'] = encoding
      headers['content-length'] = bytes.byteLength
      outgoing.writeHead(response.status, headers).end(bytes)
      return
    }
    headers['content-length'] = length
    // A short text goes with the headers in one piece.
    const isAsBytes = typeof body === 'string' && length > SHORT_BYTES
    outgoing.writeHead(response.status, headers).end(isAsBytes ? Buffer.from(body) : body)
  }
  if (pieces !== null) {
    if (encoding !== null) {
      const joined = joinedBytes(pieces)
      giveBack(pieces)
      return sendWhole(joined)
    }
    headers['content-length'] = lengthOfParts(pieces)
    outgoing.writeHead(response.status, headers)
    return sendPieces(outgoing, pieces)
  }
  if (whole !== null || !response.body) return sendWhole(whole ?? new Uint8Array())

  const reader = response.body.getReader()
  const left = new AbortController()
  outgoing.once('close', () => {
    left.abort()
    // Tells the source that nobody reads on. After the last byte it does nothing.
    reader.cancel().catch(() => undefined)
  })
  const first = await reader.read()
  const second = first.done ? first : await reader.read()
  if (second.done) return sendWhole(first.value ?? new Uint8Array())
  if (encoding) headers['content-encoding'] = encoding
  outgoing.writeHead(response.status, headers)
  await sendChunks(outgoing, [first.value ?? new Uint8Array(), second.value], reader, { encoding, signal: left.signal })
}

/** Sends these chunks and then what the reader gives, as fast as the client takes it; until `signal`, as the client has left. */
async function sendChunks(
  outgoing: ServerResponse,
  begun: readonly Uint8Array[],
  rest: ReadableStreamDefaultReader<Uint8Array>,
  { encoding, signal }: { readonly encoding: Encoding | null; readonly signal: AbortSignal },
): Promise<void> {
  const sink = encoding === 'br' ? createBrotliCompress(BROTLI) : encoding === 'gzip' ? createGzip() : outgoing
  if (sink !== outgoing) {
    sink.pipe(outgoing)
    sink.once('error', () => outgoing.destroy())
  }
  const write = async (chunk: Uint8Array): Promise<void> => {
    signal.throwIfAborted()
    if (!sink.write(chunk)) await once(sink, 'drain', { signal })
  }
  try {
    for (const chunk of begun) await write(chunk)
    for (let next = await rest.read(); !next.done; next = await rest.read()) await write(next.value)
    sink.end()
  } catch {
    // The client left, or the source failed after the head was sent. Only a broken connection can tell the client.
    outgoing.destroy()
  }
}

/**
 * Sends JSON that is there as a whole, as most answers are, as it is. The headers of those are put together once: that would
 * take longer than all else here. Null for any other answer.
 */
function sendJson(
  outgoing: ServerResponse,
  asked: AskedRequest['headers'],
  response: Response,
  body: string | Uint8Array | readonly Uint8Array[],
): Promise<void> | null {
  const own = headersOf(response)
  const known = jsonHeaders.get(own) ?? jsonHeadersOf(own)
  if (known === null) return null
  const inPieces = typeof body !== 'string' && !(body instanceof Uint8Array)
  const length = inPieces ? lengthOfParts(body) : Buffer.byteLength(body)
  const isWorthIt = length > WORTH_COMPRESSING_BYTES
  if (isWorthIt && acceptedEncoding(asked.get('accept-encoding'), ['br', 'gzip']) !== null) return null
  outgoing.writeHead(response.status, [...known, String(length)])
  if (inPieces) return sendPieces(outgoing, body)
  // A short text goes with the headers in one piece.
  outgoing.end(typeof body === 'string' && length > SHORT_BYTES ? Buffer.from(body) : body)
  return SENT
}

const SENT = Promise.resolve()

/** Names and values, up to the length, by the headers of answers; null for those that need more. */
const jsonHeaders = new WeakMap<PlainHeaders, readonly string[] | null>()

function jsonHeadersOf(own: PlainHeaders): readonly string[] | null {
  const { 'content-type': type = '', vary } = own
  const isPlain = IS_JSON.test(type) && vary === undefined && own['content-encoding'] === undefined
  const all = { ...SECURITY_HEADERS, ...own, vary: 'accept-encoding' }
  const made = isPlain ? [...Object.entries(all).flat(), 'content-length'] : null
  jsonHeaders.set(own, made)
  return made
}

const IS_JSON = /^application\/json\b/

const COMPRESSIBLE = /^(text\/|application\/(json|javascript|xml))/

/** What Node writes without copying it first. */
const SHORT_BYTES = 8 * 1024

const WORTH_COMPRESSING_BYTES = 1024

/** Node's default of 11 takes seconds per MB; 4 is as fast as gzip and smaller. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }

function squeezed(bytes: Uint8Array | string, encoding: Encoding): Promise<Uint8Array> {
  return encoding === 'br' ? promisify(brotliCompress)(bytes, BROTLI) : promisify(gzip)(bytes)
}

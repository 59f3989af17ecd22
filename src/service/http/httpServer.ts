import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib'
import { once } from 'node:events'
import { contentSecurityPolicy } from '../../protocol/contentSecurityPolicy.ts'
import type { Handler } from '../../protocol/handler.ts'
import { wholeBody } from '../../protocol/wholeBody.ts'
import { acceptedEncoding, type Encoding } from './acceptedEncoding.ts'
import { createBodyReader, type BodyPace, type BodyProblem, type BodyReader } from './requestBody.ts'

export interface HttpServerOptions {
  readonly handler: Handler
  /** The answer to a request whose handler threw. */
  onFailure(request: Request, error: unknown): Response
  /** Whether this is one of the server's names (from the Host header, without port, in lower case). */
  answersTo(name: string): boolean
  /** The largest body, in bytes, of a request with this Authorization header (null: none). */
  maxBodyBytes(token: string | null): number
  /** The answer to a request whose body is not read to its end; the request is passed without it. */
  onRefusedBody(request: Request, why: BodyProblem, most: number): Response
  /** The slowest that a body may arrive. */
  readonly pace?: BodyPace | undefined
  /** Called for each request with the address at the other end of its connection. */
  readonly onPeer?: ((request: Request, address: string | undefined) => void) | undefined
  /** Whether every origin may read the answers. */
  readonly openToAll?: boolean | undefined
}

/**
 * A node:http server around a `Handler`. The URL comes from the Host header, the signal aborts when the client leaves, and
 * responses stream. Every response has the security headers; above 1 kB it is compressed if the client accepts that. A Host
 * that isn't this server's is refused, which stops DNS rebinding.
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

async function exchange(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  bodyOf: BodyReader,
  options: HttpServerOptions,
): Promise<void> {
  for (const [name, value] of Object.entries(SECURITY_HEADERS)) outgoing.setHeader(name, value)
  if (incoming.method === 'TRACE' || incoming.method === 'CONNECT')
    return refuse(outgoing, 405, 'This method is not supported.')

  const url = urlOf(incoming)
  if (!url) return refuse(outgoing, 400, 'The request has no usable Host header or path.')
  const name = url.hostname
  if (!options.answersTo(name)) {
    return refuse(
      outgoing,
      421,
      `${name} is not one of this server's names. Its administrator can add it: ROWAN_HOSTS=${name} npm start`,
    )
  }

  const aborter = new AbortController()
  outgoing.once('close', () => {
    if (!outgoing.writableFinished) aborter.abort()
  })
  const most = options.maxBodyBytes(incoming.headers.authorization ?? null)
  const body = await bodyOf(incoming, outgoing, most)
  const head = { method: incoming.method ?? 'GET', headers: headersOf(incoming), signal: aborter.signal }
  if (typeof body === 'string') {
    outgoing.setHeader('connection', 'close')
    const refusal = options.onRefusedBody(new Request(url, head), body, most)
    return send(incoming, outgoing, refusal, aborter.signal, options)
  }

  const request = new Request(url, { ...head, body })
  options.onPeer?.(request, incoming.socket.remoteAddress)
  let response: Response
  try {
    response = await options.handler(request)
  } catch (error) {
    if (aborter.signal.aborted) return
    response = options.onFailure(request, error)
  }
  await send(incoming, outgoing, response, aborter.signal, options)
}

function urlOf(incoming: IncomingMessage): URL | null {
  const { host } = incoming.headers
  const path = incoming.url ?? ''
  if (!host || !path.startsWith('/') || /[/?#@\\\s]/.test(host)) return null
  return URL.canParse(`http://${host}`) ? new URL(`http://${host}${path}`) : null
}

function headersOf(incoming: IncomingMessage): Headers {
  const headers = new Headers()
  const { rawHeaders } = incoming
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? ''
    if (!name.startsWith(':')) headers.append(name, rawHeaders[at + 1] ?? '')
  }
  return headers
}

function refuse(outgoing: ServerResponse, status: number, words: string): void {
  outgoing.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' })
  outgoing.end(`${words}\n`)
}

async function send(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  response: Response,
  signal: AbortSignal,
  { openToAll }: Pick<HttpServerOptions, 'openToAll'>,
): Promise<void> {
  outgoing.statusCode = response.status
  for (const [name, value] of response.headers) outgoing.setHeader(name, value)
  // Other sites may load neither the page's files nor an answer as a script (JSONP), unless every site may read them.
  // JSON needs no such header: browsers keep it from other sites, which then still learn that a server is here.
  if (!IS_JSON.test(response.headers.get('content-type') ?? ''))
    outgoing.setHeader('cross-origin-resource-policy', openToAll ? 'cross-origin' : 'same-origin')

  const known = incoming.method === 'HEAD' ? null : wholeBody(response)
  if (known === null && (incoming.method === 'HEAD' || !response.body)) {
    await response.body?.cancel()
    outgoing.end()
    return
  }
  const compressible =
    !response.headers.has('content-encoding') &&
    !response.headers.has('content-length') &&
    COMPRESSIBLE.test(response.headers.get('content-type') ?? '')
  const encoding = compressible
    ? acceptedEncoding(incoming.headers['accept-encoding']?.toString() ?? null, ['br', 'gzip'])
    : null
  if (compressible) outgoing.appendHeader('vary', 'accept-encoding')

  const sendWhole = async (whole: Uint8Array) => {
    const squeeze = encoding && whole.byteLength > WORTH_COMPRESSING_BYTES
    const bytes = squeeze ? await squeezed(whole, encoding) : whole
    if (squeeze) outgoing.setHeader('content-encoding', encoding)
    outgoing.setHeader('content-length', bytes.byteLength)
    outgoing.end(bytes)
  }
  if (known !== null || !response.body)
    return sendWhole(typeof known === 'string' ? Buffer.from(known) : (known ?? new Uint8Array()))

  const reader = response.body.getReader()
  outgoing.once('close', () => {
    // Tells the source that nobody reads on. After the last byte it does nothing.
    reader.cancel().catch(() => undefined)
  })
  const first = await reader.read()
  const second = first.done ? first : await reader.read()
  if (second.done) return sendWhole(first.value ?? new Uint8Array())
  if (encoding) outgoing.setHeader('content-encoding', encoding)
  const sink = encoding === 'br' ? createBrotliCompress(BROTLI) : encoding === 'gzip' ? createGzip() : outgoing
  if (sink !== outgoing) {
    sink.pipe(outgoing)
    sink.once('error', () => outgoing.destroy())
  }
  try {
    for (let chunk = first; !chunk.done; chunk = chunk === first ? second : await reader.read()) {
      signal.throwIfAborted()
      if (!sink.write(chunk.value)) await once(sink, 'drain', { signal })
    }
    sink.end()
  } catch {
    // The client left, or the source failed after the head was sent. Only a broken connection can tell the client.
    outgoing.destroy()
  }
}

const IS_JSON = /^application\/json\b/

const COMPRESSIBLE = /^(text\/|application\/(json|javascript|xml))/

const WORTH_COMPRESSING_BYTES = 1024

/** Node's default of 11 takes seconds per MB; 4 is as fast as gzip and smaller. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }

function squeezed(bytes: Uint8Array, encoding: Encoding): Promise<Uint8Array> {
  return encoding === 'br' ? promisify(brotliCompress)(bytes, BROTLI) : promisify(gzip)(bytes)
}

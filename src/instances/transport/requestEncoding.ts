import type { JsonText } from '../../protocol/jsonText.ts'
import type { Connection } from './connection.ts'
import { NetworkError } from './networkError.ts'

/** How a query is sent: in the address, or as a form or JSON in the body. */
export type Way = 'url' | 'form' | 'json'

/** What can't be read from a request without using it up. */
export interface Sent {
  /** The text of its body; null if it has none. */
  readonly body: string | null
  /** 1, or 2 if it is sent a second time. */
  readonly attempt: number
  /** Its kind by how it is usually sent (`filters`: in the address, with filters), and how it was sent; null if it is no query. */
  readonly query: { readonly usual: string; readonly way: Way } | null
}

export interface Encoding {
  readonly attempt?: number
  /** By the kind of a query, how this server wants it instead. */
  readonly ways?: Readonly<Record<string, Way>>
  /** How this query is sent, whatever else is known. */
  readonly way?: Way | undefined
}

/**
 * The request for a reading action, exactly as the interface defines it, with no header but the content type and the token.
 * With a token, and on the page's own origin, it is usually a JSON POST. Otherwise it usually needs
 * no preflight: a GET, or a form POST if the URL would be longer than proxies accept.
 */
export function requestOf(
  connection: Connection,
  page: { origin: string },
  action: string,
  params: Readonly<Record<string, unknown>>,
  signal?: AbortSignal,
  encoding: Encoding = {},
): Request {
  const url = actionUrl(connection, action)
  const pairs = new URLSearchParams(textPairs(params)).toString()
  const isLong = url.href.length + 1 + pairs.length > URL_MAX
  const isJson = connection.token !== null || url.origin === page.origin
  const usual = isJson
    ? isLong
      ? 'longJson'
      : 'json'
    : isLong
      ? 'form'
      : params['filters'] === undefined
        ? 'url'
        : 'filters'
  const way = encoding.way ?? encoding.ways?.[usual] ?? USUAL_WAYS[usual]
  const query = { usual, way }
  if (way === 'json') return jsonOf(connection, action, JSON.stringify(params), signal, { ...encoding, query })
  const headers = tokenHeader(connection)
  const form = way === 'form' ? { 'content-type': FORM } : {}
  if (way === 'url') url.search = pairs
  return build(
    url,
    way === 'form' ? pairs : null,
    { ...form, ...headers },
    signal,
    { ...encoding, query },
    redirectOf(connection),
  )
}

/** A JSON POST of exactly that text: how writing actions are called. */
export function writeOf(
  connection: Connection,
  action: string,
  body: JsonText,
  signal?: AbortSignal,
  encoding: Pick<Encoding, 'attempt'> = {},
): Request {
  return jsonOf(connection, action, body, signal, encoding)
}

function jsonOf(
  connection: Connection,
  action: string,
  body: JsonText,
  signal: AbortSignal | undefined,
  encoding: Built,
): Request {
  const headers = { 'content-type': 'application/json', ...tokenHeader(connection) }
  return build(actionUrl(connection, action), body, headers, signal, encoding, redirectOf(connection))
}

/** A browser follows redirects with a header of an unusual name, so the token would go along. */
function redirectOf({ token }: Connection): RequestRedirect {
  return token === null ? 'follow' : 'manual'
}

/** How queries of each kind are sent, as long as nothing else is known of the server. */
const USUAL_WAYS = { url: 'url', filters: 'url', form: 'form', json: 'json', longJson: 'json' } as const

/** What a request that was made here carries; for any other, nothing is known of its body. */
export function sentAs(request: Request): Sent {
  return sent.get(request) ?? { body: null, attempt: 1, query: null }
}

const sent = new WeakMap<Request, Sent>()

/** Some proxies and servers refuse URLs from 2,048 bytes on. */
const URL_MAX = 2000

const FORM = 'application/x-www-form-urlencoded'

function actionUrl(connection: Connection, action: string): URL {
  return new URL(`${connection.baseUrl}${connection.prefix}/${action}`)
}

interface Built {
  readonly attempt?: number
  readonly query?: Sent['query']
}

/** Cookies would be a second, silent identity. The cache mode stays the default, since others add headers. */
function build(
  url: URL,
  body: string | null,
  headers: Record<string, string>,
  signal: AbortSignal | undefined,
  { attempt = 1, query = null }: Built,
  redirect: RequestRedirect,
): Request {
  const request = new Request(url, {
    method: body === null ? 'GET' : 'POST',
    credentials: 'omit',
    redirect,
    referrerPolicy: 'no-referrer',
    headers,
    ...(body === null ? {} : { body }),
    ...(signal === undefined ? {} : { signal }),
  })
  sent.set(request, { body, attempt, query })
  return request
}

/**
 * A query string and a form have text only: lists are repeated names, objects are JSON text, what is absent is left out
 * (JSON text of a list would be read as one name: protocol/README.md P6).
 */
function textPairs(params: Readonly<Record<string, unknown>>): [string, string][] {
  return Object.entries(params).flatMap(([name, value]): [string, string][] => {
    if (value === undefined || value === null) return []
    if (Array.isArray(value)) return value.map((item): [string, string] => [name, plainText(item)])
    return [[name, plainText(value)]]
  })
}

function plainText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function tokenHeader({ tokenHeader: name, token }: Connection): Record<string, string> {
  if (token === null) return {}
  try {
    return Object.fromEntries(new Headers({ [name]: token }))
  } catch (cause) {
    throw new NetworkError({ code: 'tokenUnsendable' }, { cause })
  }
}

import type { JsonText } from '../../protocol/jsonText.ts'
import type { Connection } from './connection.ts'
import { NetworkError } from './networkError.ts'

/** How a query is sent: in the address, or as a form or JSON in the body. */
export type Way = 'url' | 'form' | 'json'

/** A kind of query, by how it is usually sent: with its parameters in the address, there with filters, as a statement, and so on. */
export type Kind = keyof typeof USUAL_WAYS

/** A query by its kind, and how it was sent. */
export interface SentQuery {
  readonly usual: Kind
  readonly way: Way
}

/** What can't be read from a request without using it up. */
export interface Sent {
  /** The text of its body; null if it has none. */
  readonly body: string | null
  /** 1, or 2 if it is sent a second time. */
  readonly attempt: number
  /** null if it is no query. */
  readonly query: SentQuery | null
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
  const usual = kindOf(action, params, { isJson, isLong })
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

function kindOf(
  action: string,
  params: Readonly<Record<string, unknown>>,
  { isJson, isLong }: { readonly isJson: boolean; readonly isLong: boolean },
): Kind {
  const isStatement = action === 'datastore_search_sql'
  if (isJson) return isLong ? 'longJson' : isStatement ? 'sqlJson' : 'json'
  if (isLong) return 'form'
  if (isStatement) return 'sql'
  return params['filters'] === undefined ? 'url' : 'filters'
}

/** How a writing action is called: by POST, as CKAN wants it, unless a server says that it wants another method. */
export type WriteMethod = 'POST' | 'PUT' | 'PATCH'

/** JSON of exactly that text: how writing actions are called. */
export function writeOf(
  connection: Connection,
  action: string,
  body: JsonText,
  signal?: AbortSignal,
  encoding: Pick<Encoding, 'attempt'> & { readonly method?: WriteMethod | undefined } = {},
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
const USUAL_WAYS = {
  url: 'url',
  filters: 'url',
  sql: 'url',
  form: 'form',
  json: 'json',
  sqlJson: 'json',
  longJson: 'json',
} as const

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
  readonly method?: WriteMethod | undefined
  readonly query?: Sent['query']
}

/** Cookies would be a second, silent identity. The cache mode stays the default, since others add headers. */
function build(
  url: URL,
  body: string | null,
  headers: Record<string, string>,
  signal: AbortSignal | undefined,
  { attempt = 1, method = 'POST', query = null }: Built,
  redirect: RequestRedirect,
): Request {
  const request = new Request(url, {
    method: body === null ? 'GET' : method,
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

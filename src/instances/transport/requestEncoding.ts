import type { JsonText } from '../../protocol/jsonText.ts'
import type { Connection } from './connection.ts'
import { NetworkError } from './networkError.ts'

/** What can't be read from a request without using it up. */
export interface Sent {
  /** The text of its body; null if it has none. */
  readonly body: string | null
  /** 1, or 2 if it is sent a second time. */
  readonly attempt: number
}

export interface Encoding {
  readonly attempt?: number
  /** Without a token: a query that is too long for a URL is sent as JSON instead of a form, which costs a preflight. */
  readonly refusesForms?: boolean
}

/**
 * The request for a reading action, exactly as the interface defines it, with no header but the content type and the token.
 * With a token, and on the page's own origin, it is a JSON POST. Otherwise it needs
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
  if (connection.token !== null || url.origin === page.origin) {
    return writeOf(connection, action, JSON.stringify(params), signal, encoding)
  }
  const pairs = new URLSearchParams(textPairs(params)).toString()
  const long = url.href.length + 1 + pairs.length > URL_MAX
  if (long && encoding.refusesForms === true)
    return writeOf(connection, action, JSON.stringify(params), signal, encoding)
  if (long) return build(url, pairs, { 'content-type': FORM }, signal, encoding)
  url.search = pairs
  return build(url, null, {}, signal, encoding)
}

/** A JSON POST of exactly that text: how writing actions are called. */
export function writeOf(
  connection: Connection,
  action: string,
  body: JsonText,
  signal?: AbortSignal,
  encoding: Encoding = {},
): Request {
  const headers = {
    'content-type': 'application/json',
    ...(connection.token === null ? {} : tokenHeader(connection.tokenHeader, connection.token)),
  }
  // A browser follows redirects with a header of an unusual name, so the token would go along.
  const redirect = connection.token === null ? 'follow' : 'manual'
  return build(actionUrl(connection, action), body, headers, signal, encoding, redirect)
}

/** Whether a request is a query as a form, which not every server reads. */
export function isForm(request: Request): boolean {
  return request.headers.get('content-type') === FORM
}

/** What a request that was made here carries; for any other, nothing is known of its body. */
export function sentAs(request: Request): Sent {
  return sent.get(request) ?? { body: null, attempt: 1 }
}

const sent = new WeakMap<Request, Sent>()

/** Some proxies and servers refuse URLs from 2,048 bytes on. */
const URL_MAX = 2000

const FORM = 'application/x-www-form-urlencoded'

function actionUrl(connection: Connection, action: string): URL {
  return new URL(`${connection.baseUrl}${connection.prefix}/${action}`)
}

/** Cookies would be a second, silent identity. The cache mode stays the default, since others add headers. */
function build(
  url: URL,
  body: string | null,
  headers: Record<string, string>,
  signal: AbortSignal | undefined,
  { attempt = 1 }: Encoding,
  redirect: RequestRedirect = 'follow',
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
  sent.set(request, { body, attempt })
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

function tokenHeader(name: string, token: string): Record<string, string> {
  try {
    return Object.fromEntries(new Headers({ [name]: token }))
  } catch (cause) {
    throw new NetworkError({ code: 'tokenUnsendable' }, { cause })
  }
}

import type { JsonText } from '../protocol/jsonText.ts'
import type { Connection } from './connection.ts'
import { NetworkError } from './networkError.ts'

/** What of a request can't be read off it again without using it up. */
export interface Sent {
  /** The text of its body; null where it has none. */
  readonly body: string | null
  /** 1, or 2 where the same is sent a second time. */
  readonly attempt: number
}

export interface Encoding {
  readonly attempt?: number
  /** Without a token: a query that is too long for a URL is sent as JSON and not as a form, at the price of a preflight. */
  readonly refusesForms?: boolean
}

/**
 * The request for a reading action, exactly as the interface has it, with no header but the content type and the token.
 * With a token, and on the page's own origin, it is a JSON POST. Elsewhere it is one that no browser asks leave for
 * first (no preflight): a GET, or a form POST where the URL would grow longer than proxies let pass.
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
  // A browser takes a header of the server's own name along to wherever it is sent on, token and all.
  const redirect = connection.token === null ? 'follow' : 'manual'
  return build(actionUrl(connection, action), body, headers, signal, encoding, redirect)
}

/** Whether a request is a query in the form of a form, which not every server reads. */
export function isForm(request: Request): boolean {
  return request.headers.get('content-type') === FORM
}

/** What a request that was made here carries; of another, that nothing is known of its body. */
export function sentAs(request: Request): Sent {
  return sent.get(request) ?? { body: null, attempt: 1 }
}

const sent = new WeakMap<Request, Sent>()

/** Proxies and servers refuse longer ones from 2,048 bytes on. */
const URL_MAX = 2000

const FORM = 'application/x-www-form-urlencoded'

function actionUrl(connection: Connection, action: string): URL {
  return new URL(`${connection.baseUrl}${connection.prefix}/${action}`)
}

/** Cookies would be a second, silent identity; the cache mode stays the default, as others add headers on the wire. */
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
 * (CKAN behaviour: JSON text of a list is read as one name).
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
    throw new NetworkError(
      'The token or the name of its header holds a character that cannot be sent. Open Connection and paste the token again.',
      { cause, reason: 'unsendable' },
    )
  }
}

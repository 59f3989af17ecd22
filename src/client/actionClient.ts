import { TABLE_METADATA, type ActionName } from '../protocol/actions.ts'
import { decodeSearch, decodeSql, withoutRank, type SearchPage, type SqlAnswer } from '../protocol/answers.ts'
import { ActionError, readEnvelope } from '../protocol/envelope.ts'
import type { Handler } from '../protocol/handler.ts'
import type { JsonText } from '../protocol/jsonText.ts'
import { withoutNullsLast } from '../protocol/querySpec.ts'
import { withoutClosingSemicolon } from './closingSemicolon.ts'
import type { Connection } from './connection.ts'
import { networkErrorOf, NetworkError } from './networkError.ts'
import { sameRows } from './rowWindow.ts'
import { tablesOf, type Table } from './tables.ts'

export type { Table } from './tables.ts'

/** An answer, and the milliseconds from the sending of the request to the whole of its body. */
export interface Timed<T> {
  readonly answer: T
  readonly milliseconds: number
}

/** The actions that change something: always a POST. */
export type WritingAction = 'datastore_create' | 'datastore_upsert' | 'datastore_delete'

export interface CallOptions {
  readonly signal?: AbortSignal | undefined
}

/**
 * The actions of one instance, as one person. Every failure is an `ActionError` (the server refused, or sent what
 * is no answer), a `NetworkError`, or the `AbortError` of the given signal.
 */
export interface ActionClient {
  /** The same for equal connections, another one where the token differs; it holds no secret, so it may be a cache key. */
  readonly identity: string
  /** One stretch of a table's records, without the rank that `q` adds to its fields. */
  search(params: Readonly<Record<string, unknown>>, options?: CallOptions): Promise<Timed<SearchPage>>
  /** Runs one statement; a closing `;` is taken off before it is sent. */
  sql(sql: string, options?: CallOptions): Promise<Timed<SqlAnswer>>
  /**
   * Calls a writing action with that JSON text as its body, so that no digit of it is changed on the way; gives the
   * result's text.
   */
  write(action: WritingAction, params: JsonText, options?: CallOptions): Promise<Timed<JsonText>>
  /** The tables with their aliases from `_table_metadata`, all pages of it; those with a name first, by name. */
  tables(options?: CallOptions): Promise<readonly Table[]>
}

/** `page.origin` is the explorer's own: there, and with a token, queries are JSON POSTs; elsewhere GETs without preflight. */
export function createActionClient(handler: Handler, connection: Connection, page: { origin: string }): ActionClient {
  const call = async <T>(
    action: ActionName,
    params: Readonly<Record<string, unknown>>,
    decode: (result: JsonText) => T,
    signal: AbortSignal | undefined,
  ): Promise<Timed<T>> => {
    return answerTo(requestOf(connection, page, action, params, signal), decode)
  }
  const answerTo = async <T>(request: Request, decode: (result: JsonText) => T): Promise<Timed<T>> => {
    const start = performance.now()
    const { status, body } = await exchange(handler, request, page)
    const milliseconds = performance.now() - start
    return { answer: decodeAnswer(status, body, decode), milliseconds }
  }
  let knowsNullsLast = true
  const search = async (params: Readonly<Record<string, unknown>>, options?: CallOptions) => {
    const plainer = withoutNullsLast(params)
    // Fields that are named hold a rank only where it is asked for.
    const isRanked = typeof params['q'] === 'string' && params['fields'] === undefined
    const decode = isRanked ? (result: JsonText) => withoutRank(decodeSearch(result)) : decodeSearch
    const send = (sent: Readonly<Record<string, unknown>>) => call('datastore_search', sent, decode, options?.signal)
    if (plainer === null || !knowsNullsLast) return send(plainer ?? params)
    try {
      return await send(params)
    } catch (error) {
      if (!(error instanceof ActionError && 'sort' in error.fields)) throw error
      const answer = await send(plainer)
      knowsNullsLast = false
      return answer
    }
  }
  return {
    identity: identityOf(connection),
    search,
    sql: (sql, options) =>
      call('datastore_search_sql', { sql: withoutClosingSemicolon(sql) }, decodeSql, options?.signal),
    write: (action, params, options) =>
      answerTo(postOf(connection, actionUrl(connection, action), params, options?.signal), (result) => result),
    tables: async (options) => {
      const pages: SearchPage[] = []
      for (let offset = 0; ;) {
        const window = offset === 0 ? {} : { offset }
        // oxlint-disable-next-line no-await-in-loop -- where the next page begins is told by this one
        const { answer } = await search({ resource_id: TABLE_METADATA, limit: TABLES_PER_PAGE, ...window }, options)
        const before = pages.at(-1)
        if (before !== undefined && sameRows(before.rows, answer.rows)) return tablesOf(pages)
        pages.push(answer)
        offset += answer.rows.length
        const full = answer.rows.length >= Math.min(TABLES_PER_PAGE, answer.limit ?? TABLES_PER_PAGE)
        const more = answer.total === null ? full : offset < answer.total
        if (!more || answer.rows.length === 0 || pages.length === TABLE_PAGES_MAX) return tablesOf(pages)
      }
    },
  }
}

/** The request for an action, exactly as the interface has it: no header but the content type and the token. */
export function requestOf(
  connection: Connection,
  page: { origin: string },
  action: ActionName,
  params: Readonly<Record<string, unknown>>,
  signal?: AbortSignal,
): Request {
  const url = actionUrl(connection, action)
  if (connection.token !== null || url.origin === page.origin)
    return postOf(connection, url, JSON.stringify(params), signal)
  for (const [name, value] of queryPairs(params)) url.searchParams.append(name, value)
  return new Request(url, { ...sharedInit(signal), method: 'GET' })
}

function actionUrl(connection: Connection, action: ActionName): URL {
  return new URL(`${connection.baseUrl}${connection.prefix}/${action}`)
}

function postOf(connection: Connection, url: URL, body: JsonText, signal: AbortSignal | undefined): Request {
  return new Request(url, {
    ...sharedInit(signal),
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(connection.token === null ? {} : tokenHeader(connection.tokenHeader, connection.token)),
    },
    body,
  })
}

/** Cookies would be a second, silent identity; the cache mode stays the default, as others add headers on the wire. */
function sharedInit(signal: AbortSignal | undefined): RequestInit {
  return {
    credentials: 'omit',
    redirect: 'follow',
    referrerPolicy: 'no-referrer',
    ...(signal === undefined ? {} : { signal }),
  }
}

const TABLES_PER_PAGE = 1000
const TABLE_PAGES_MAX = 100

/** A query string has text only: lists are repeated names, objects are JSON text, what is absent is left out. */
function queryPairs(params: Readonly<Record<string, unknown>>): [string, string][] {
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
    const headers = new Headers({ [name]: token })
    return Object.fromEntries(headers)
  } catch (cause) {
    throw new NetworkError(
      'The token or the name of its header holds a character that cannot be sent. Open Connection and paste the token again.',
      { cause },
    )
  }
}

async function exchange(handler: Handler, request: Request, page: { origin: string }) {
  try {
    const response = await handler(request)
    return { status: response.status, body: await response.text() }
  } catch (cause) {
    throw networkErrorOf(cause, request.url, page)
  }
}

function decodeAnswer<T>(status: number, body: string, decode: (result: JsonText) => T): T {
  const result = readEnvelope(status, body)
  try {
    return decode(result)
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause
    const message = `The server's answer could not be read: ${cause.message}.`
    throw new ActionError({ kind: 'server', status, message, serverText: body })
  }
}

/** Numbers the connections of this page, so that nothing secret stands in a cache key. */
const identities = new Map<string, string>()

function identityOf({ baseUrl, prefix, tokenHeader, token }: Connection): string {
  const whole = JSON.stringify([baseUrl, prefix, tokenHeader, token])
  const identity = identities.get(whole) ?? String(identities.size + 1)
  identities.set(whole, identity)
  return identity
}

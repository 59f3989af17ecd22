import { decodeSearch, decodeSql, withoutRank, type SearchPage, type SqlAnswer } from '../protocol/answers.ts'
import { ActionError, readEnvelope } from '../protocol/envelope.ts'
import type { Handler } from '../protocol/handler.ts'
import type { JsonText } from '../protocol/jsonText.ts'
import { withoutClosingSemicolon } from './closingSemicolon.ts'
import type { Connection } from './connection.ts'
import { mannersOf, type MannersStore } from './manners.ts'
import { NetworkError } from './networkError.ts'
import { isForm, requestOf, writeOf } from './requestEncoding.ts'
import { listOfTables, tablesOf, type Table } from './tables.ts'
import { refusalWithoutToken } from './tokenMask.ts'
import { tolerantSearch } from './tolerantSearch.ts'
import { send, type Reply, type Sending } from './transport.ts'

export type { Table } from './tables.ts'

/** An answer, and the milliseconds from the sending of the request to the whole of its body. */
export interface Timed<T> {
  readonly answer: T
  readonly milliseconds: number
}

/** A stretch of a search's result, as far as the server lets itself be asked. */
export interface Searched extends Timed<SearchPage> {
  /** Parameters that were asked for and not sent, since this server refuses them: the answer is not theirs. */
  readonly leftOut: readonly string[]
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
  /** What this server has shown of itself so far. */
  readonly manners: Pick<MannersStore, 'get' | 'subscribe' | 'forget'>
  /** One stretch of a table's records, without the rank that `q` adds to its fields. */
  search(params: Readonly<Record<string, unknown>>, options?: CallOptions): Promise<Searched>
  /** Runs one statement; a closing `;` is taken off before it is sent. */
  sql(sql: string, options?: CallOptions): Promise<Timed<SqlAnswer>>
  /**
   * Calls a writing action with that JSON text as its body, so that no digit of it is changed on the way; gives the
   * result's text.
   */
  write(action: WritingAction, params: JsonText, options?: CallOptions): Promise<Timed<JsonText>>
  /** Calls any other action that only reads, as one of the site's catalogue; gives the result's text. */
  read(action: string, params: Readonly<Record<string, unknown>>, options?: CallOptions): Promise<JsonText>
  /**
   * The tables with their aliases from `_table_metadata`, all pages of it; those with a name first, by name. None where
   * the server has no such list, which `manners` then tells (`listsTables`).
   */
  tables(options?: CallOptions): Promise<readonly Table[]>
}

/** `page.origin` is the explorer's own: there, and with a token, queries are JSON POSTs (see `requestOf`). */
export function createActionClient(handler: Handler, connection: Connection, page: { origin: string }): ActionClient {
  const identity = identityOf(connection)
  const manners = mannersOf(identity)
  const answerTo = async <T>(
    make: Sending['make'],
    decode: (result: JsonText) => T,
    signal: AbortSignal | undefined,
  ): Promise<Timed<T>> => {
    const { milliseconds, tokenSaid, ...reply } = await send(handler, { to: connection.baseUrl, page, make, signal })
    if (tokenSaid !== null) manners.learn({ tokenSaid })
    return { answer: decodeAnswer(reply, decode, connection.token), milliseconds }
  }
  const read = async <T>(
    action: string,
    params: Readonly<Record<string, unknown>>,
    decode: (result: JsonText) => T,
    signal: AbortSignal | undefined,
  ): Promise<Timed<T>> => {
    let usesForm = false
    const sendAs = (refusesForms: boolean) =>
      answerTo(
        (heard, attempt) => {
          const request = requestOf(connection, page, action, params, heard, { attempt, refusesForms })
          usesForm = isForm(request)
          return request
        },
        decode,
        signal,
      )
    const { takesForms } = manners.get()
    try {
      const answer = await sendAs(takesForms === false)
      manners.learn({ hasAnswered: true, ...(usesForm ? { takesForms: true } : {}) })
      return answer
    } catch (error) {
      if (!usesForm || takesForms === true || !mayBeAboutTheForm(error)) throw error
      try {
        // This is preflighted, though there is no token: on a server that reads no form there is no other way left.
        const answer = await sendAs(true)
        manners.learn({ hasAnswered: true, takesForms: false })
        return answer
      } catch (other) {
        throw other instanceof ActionError || other instanceof NetworkError ? error : other
      }
    }
  }
  const search: ActionClient['search'] = async (asked, options) => {
    // Fields that are named hold a rank only where it is asked for.
    const isRanked = typeof asked['q'] === 'string' && asked['fields'] === undefined
    const decode = isRanked ? (result: JsonText) => withoutRank(decodeSearch(result)) : decodeSearch
    const { answer, leftOut } = await tolerantSearch(
      (params) => read('datastore_search', params, decode, options?.signal),
      asked,
      manners,
    )
    return { ...answer, leftOut }
  }
  return {
    identity,
    manners,
    search,
    sql: (sql, options) =>
      read('datastore_search_sql', { sql: withoutClosingSemicolon(sql) }, decodeSql, options?.signal),
    write: (action, params, options) =>
      answerTo(
        (heard, attempt) => writeOf(connection, action, params, heard, { attempt }),
        (result) => result,
        options?.signal,
      ),
    read: async (action, params, options) => (await read(action, params, (result) => result, options?.signal)).answer,
    tables: async (options) => {
      const { pages, listed } = await listOfTables(search, () => manners.get().hasAnswered, options)
      manners.learn({ listsTables: listed })
      return tablesOf(pages)
    },
  }
}

/** A server that reads no form says that of the form, or that it misses what stands in it. */
function mayBeAboutTheForm(error: unknown): boolean {
  return error instanceof ActionError && error.kind !== 'sql' && [400, 405, 409, 415, 422, 501].includes(error.status)
}

/** A server may repeat the token in its words; none of them comes into the page with it. */
function decodeAnswer<T>(
  { status, body, retryAfter }: Omit<Reply, 'milliseconds' | 'tokenSaid'>,
  decode: (result: JsonText) => T,
  token: string | null,
): T {
  try {
    return decode(readEnvelope(status, body, retryAfter))
  } catch (cause) {
    if (cause instanceof ActionError) throw refusalWithoutToken(cause, body, token)
    if (!(cause instanceof SyntaxError)) throw cause
    const message = `The server's answer could not be read: ${cause.message}.`
    throw refusalWithoutToken(new ActionError({ kind: 'server', status, message }), body, token)
  }
}

/** Numbers the connections of this page, so that nothing secret stands in a cache key. */
const identities = new Map<string, string>()

/** Forgets who was known at an address: the map above holds the tokens. */
export function forgetIdentities({ baseUrl }: Pick<Connection, 'baseUrl'>): void {
  for (const whole of identities.keys()) if (whole.startsWith(`[${JSON.stringify(baseUrl)},`)) identities.delete(whole)
}

let lastIdentity = 0

function identityOf({ baseUrl, prefix, tokenHeader, token }: Connection): string {
  const whole = JSON.stringify([baseUrl, prefix, tokenHeader, token])
  const known = identities.get(whole)
  if (known !== undefined) return known
  lastIdentity += 1
  identities.set(whole, String(lastIdentity))
  return String(lastIdentity)
}

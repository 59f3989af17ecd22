import { decodeSearch, decodeSql, withoutRank } from '../../protocol/answers.ts'
import { ActionError, readEnvelope } from '../../protocol/envelope.ts'
import type { Handler } from '../../protocol/handler.ts'
import type { JsonText } from '../../protocol/jsonText.ts'
import { problemOf, type Problem } from '../../protocol/problem.ts'
import { withoutClosingSemicolon } from './closingSemicolon.ts'
import { identityOf } from '../identity.ts'
import type { Connection } from '../transport/connection.ts'
import { tokenFound } from '../profile/facts/token.ts'
import { profiles } from '../profile/profiles.ts'
import { NetworkError } from '../transport/networkError.ts'
import { isForm, requestOf, writeOf } from '../transport/requestEncoding.ts'
import { listOfTables, tablesOf } from '../catalogue/tables.ts'
import { refusalWithoutToken } from '../transport/tokenMask.ts'
import { tolerantSearch } from './tolerantSearch.ts'
import { send, type Reply, type Sending } from '../transport/transport.ts'

import type { ActionClient, Timed } from './actionClient.ts'

/** `page.origin` is the explorer's own: there, and with a token, queries are JSON POSTs (see `requestOf`). */
export function createActionClient(handler: Handler, connection: Connection, page: { origin: string }): ActionClient {
  const profile = profiles.of(connection)
  const answerTo = async <T>(
    make: Sending['make'],
    decode: (result: JsonText) => T,
    signal: AbortSignal | undefined,
  ): Promise<Timed<T>> => {
    const { milliseconds, tokenSaid, ...reply } = await send(handler, { to: connection.baseUrl, page, make, signal })
    const said = connection.token === null ? null : tokenFound(tokenSaid)
    if (said !== null) profile.learn('noticed', said)
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
    const { takesForms } = profile.get()
    try {
      const answer = await sendAs(takesForms === false)
      profile.learn('noticed', { hasAnswered: true, ...(usesForm ? { takesForms: true } : {}) })
      return answer
    } catch (error) {
      if (!usesForm || takesForms === true || !mayBeAboutTheForm(error)) throw error
      try {
        // This is preflighted although there is no token: a server that reads no forms leaves no other way.
        const answer = await sendAs(true)
        profile.learn('noticed', { hasAnswered: true, takesForms: false })
        return answer
      } catch (other) {
        throw other instanceof ActionError || other instanceof NetworkError ? error : other
      }
    }
  }
  const search: ActionClient['search'] = async (asked, options) => {
    // If fields are named, there is a rank only if it is one of them.
    const isRanked = typeof asked['q'] === 'string' && asked['fields'] === undefined
    const decode = isRanked ? (result: JsonText) => withoutRank(decodeSearch(result)) : decodeSearch
    const { answer, leftOut } = await tolerantSearch(
      (params) => read('datastore_search', params, decode, options?.signal),
      asked,
      profile,
    )
    return { ...answer, leftOut }
  }
  return {
    identity: identityOf(connection),
    profile,
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
      const { pages, listed } = await listOfTables(search, () => profile.get().hasAnswered === true, options)
      profile.learn('noticed', { listsTables: listed })
      return tablesOf(pages)
    },
  }
}

/** A server that reads no forms complains about the form, or that what it contains is missing. */
function mayBeAboutTheForm(error: unknown): boolean {
  return error instanceof ActionError && error.kind !== 'sql' && [400, 405, 409, 415, 422, 501].includes(error.status)
}

/** A server may repeat the token in its words, so it is masked before they reach the page. */
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
    const found = problemOf(cause)
    const problem: Problem = found.code === 'notJson' ? { code: 'answerBroken', fault: found.fault } : found
    throw refusalWithoutToken(new ActionError({ kind: 'server', status, problem }), body, token)
  }
}

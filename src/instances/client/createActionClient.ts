import { decodeSearch, decodeSql, withoutRank, type SqlAnswer } from '../../protocol/answers.ts'
import { ActionError, readEnvelope } from '../../protocol/envelope.ts'
import type { Handler } from '../../protocol/handler.ts'
import type { JsonText } from '../../protocol/jsonText.ts'
import { problemOf, type Problem } from '../../protocol/problem.ts'
import { identityOf } from '../identity.ts'
import type { Connection } from '../transport/connection.ts'
import { tokenFound } from '../profile/facts/token.ts'
import type { FactValues } from '../profile/facts.ts'
import type { ProfileStore } from '../profile/profile.ts'
import { profiles } from '../profile/profiles.ts'
import { requestOf, sentAs, writeOf, type SentQuery, type Way } from '../transport/requestEncoding.ts'
import { listOfTables, tablesOf } from '../catalogue/tables.ts'
import { refusalWithoutToken } from '../transport/tokenMask.ts'
import { firstSearches } from './firstSearches.ts'
import { lengthOf, type Form } from './forms.ts'
import type { Params } from './knownParams.ts'
import { isCkan, isFailure } from './refusal.ts'
import { sendableStatement } from './sendableStatement.ts'
import { tolerantSearch } from './tolerantSearch.ts'
import { send, type Reply, type Sending } from '../transport/transport.ts'

import type { ActionClient, Timed } from './actionClient.ts'

/** `page.origin` is the explorer's own: there, and with a token, queries are JSON POSTs (see `requestOf`). */
export function createActionClient(handler: Handler, connection: Connection, page: { origin: string }): ActionClient {
  const profile = profiles.of(connection)
  const identity = identityOf(connection)
  const placed = (prefix = profile.get().prefixFound): Connection =>
    prefix === null ? connection : { ...connection, prefix }
  /** How statements are asked at which the server has failed as they are. */
  const textsFor = new Map<string, (ask: AskSql) => Promise<Timed<SqlAnswer>>>()
  const answerTo = async <T>(
    make: Sending['make'],
    decode: (result: JsonText) => T,
    { signal, isTable = false }: { readonly signal: AbortSignal | undefined; readonly isTable?: boolean },
  ): Promise<Timed<T>> => {
    const { milliseconds, tokenSaid, ...reply } = await send(handler, { to: connection.baseUrl, page, make, signal })
    const said = connection.token === null ? null : tokenFound(tokenSaid)
    if (said !== null) profile.learn('noticed', said)
    return { answer: await decodeAnswer(reply, decode, connection.token, isTable), milliseconds }
  }
  const read = async <T>(
    action: string,
    params: Readonly<Record<string, unknown>>,
    decode: (result: JsonText) => T,
    signal: AbortSignal | undefined,
    { given, onSent }: { readonly given?: Way | undefined; readonly onSent?: (query: SentQuery | null) => void } = {},
  ): Promise<Timed<T>> => {
    let query: SentQuery | null = null
    const isTable = action.startsWith('datastore_search')
    const sendAs = async ({ way, prefix }: Form) => {
      const answer = await answerTo(
        (heard, attempt) => {
          const encoding = { attempt, way, ways: profile.get().ways }
          const request = requestOf(placed(prefix), page, action, params, heard, encoding)
          query = sentAs(request).query
          onSent?.(query)
          return request
        },
        decode,
        { signal, isTable },
      )
      profile.learn('noticed', { hasAnswered: true, ...(isTable ? readAs(query, params, profile) : {}) })
      return answer
    }
    try {
      return await sendAs({ way: given })
    } catch (error) {
      if (!isFailure(error) || query === null || given !== undefined) throw error
      const isReached = async () =>
        (await import('../transport/isReached.ts')).isReached(handler, placed(), page, signal)
      const module = await later(() => import('./askOtherwise.ts'), error)
      return module.askOtherwise(error, { query, params, profile, connection, isTable, isReached, sendAs })
    }
  }
  const search: ActionClient['search'] = async (asked, options) => {
    // If fields are named, there is a rank only if it is one of them.
    const isRanked = typeof asked['q'] === 'string' && asked['fields'] === undefined
    const decode = isRanked ? (result: JsonText) => withoutRank(decodeSearch(result)) : decodeSearch
    const filtered = async (params: Readonly<Record<string, unknown>>) => {
      let query: SentQuery | null = null
      const onSent = (sent: SentQuery | null) => (query = sent)
      const sendAs = (given?: Way) => read('datastore_search', params, decode, options?.signal, { given, onSent })
      const page = await sendAs()
      if (page.answer.isLikeCkan === true) profile.learn('noticed', { isLikeCkan: true })
      const { isLikeCkan, service } = profile.get()
      if (params['filters'] === undefined || query === null || isLikeCkan === true || service !== null) return page
      const { withFilters } = await import('./withFilters.ts')
      return withFilters(page, { filters: params['filters'], query, sendAs, profile })
    }
    const known = profile.get().fieldsRead[String(asked['resource_id'])]
    const params = known === undefined ? asked : (await import('./readableFields.ts')).askedOfReadable(asked, known)
    try {
      const { answer, leftOut } = await tolerantSearch(filtered, params, profile)
      return { ...answer, leftOut }
    } catch (error) {
      if (!(error instanceof ActionError) || (error.kind !== 'sql' && known === undefined)) throw error
      const { learnReadable } = await later(() => import('./readableFields.ts'), error)
      const readInfo = async (resource: string) =>
        (await read('datastore_info', { id: resource }, (result) => result, options?.signal)).answer
      if (!(await learnReadable(error, params, readInfo, profile))) throw error
      return search(asked, options)
    }
  }
  return {
    identity,
    hasToken: connection.token !== null,
    profile,
    search(asked, options) {
      const answer = search(asked, options)
      if (profile.get().hasAnswered !== true) firstSearches.notice(identity, answer)
      return answer
    },
    async sql(sql, options) {
      const statement = await sendableStatement(sql)
      const ask = (asked: string) => read('datastore_search_sql', { sql: asked }, decodeSql, options?.signal)
      const otherwise = textsFor.get(statement)
      try {
        const answer = await (otherwise?.(ask) ?? ask(statement))
        profile.learn('noticed', { sql: 'on' })
        return answer
      } catch (error) {
        if (!(error instanceof ActionError)) throw error
        if (otherwise === undefined && error.status === 500) {
          const { inTexts, askedInTexts } = await later(() => import('./askedInTexts.ts'), error)
          const texts = await inTexts(error, statement, ask)
          if (texts !== null) {
            const answer = await askedInTexts(texts, ask)
            textsFor.set(statement, (again) => askedInTexts(texts, again))
            return answer
          }
        }
        const { refusedStatement } = await later(() => import('./refusedStatement.ts'), error)
        throw refusedStatement(error, statement, profile)
      }
    },
    async write(action, params, options) {
      const method = options?.method ?? profile.get().writeMethods[action]
      const answer = await answerTo(
        (heard, attempt) => writeOf(placed(), action, params, heard, { attempt, method }),
        (result) => result,
        { signal: options?.signal },
      )
      if (options?.method !== undefined) profile.learn('noticed', { writeMethods: { [action]: options.method } })
      return answer
    },
    read: async (action, params, options) => (await read(action, params, (result) => result, options?.signal)).answer,
    async tables(options) {
      // Whether there is a list is asked only behind the first records, for which most come, and once a day.
      if (profile.get().listsTables === null) await firstSearches.settled(identity)
      options?.signal?.throwIfAborted()
      if (profile.get().listsTables === false) return []
      const { pages, listed, isPart } = await listOfTables(search, profile, options)
      profile.learn('noticed', { listsTables: listed, moreTables: isPart })
      return tablesOf(pages)
    },
  }
}

type AskSql = (sql: string) => Promise<Timed<SqlAnswer>>

/** A server that has read a query is not suspected again when it refuses one like it; one like CKAN never is. */
function readAs(query: SentQuery | null, params: Params, profile: ProfileStore): Partial<FactValues> {
  if (query === null || isCkan(profile.get())) return {}
  return { reads: { [query.usual]: lengthOf(query.usual, params) } }
}

/** A part of the program that is loaded when a server refuses something; if it can't be had, the refusal stands. */
async function later<Module>(load: () => Promise<Module>, refusal: Error): Promise<Module> {
  try {
    return await load()
  } catch {
    throw refusal
  }
}

/** A server may repeat the token in its words, so it is masked before they reach the page. */
async function decodeAnswer<T>(
  { status, body, retryAfter }: Omit<Reply, 'milliseconds' | 'tokenSaid'>,
  decode: (result: JsonText) => T,
  token: string | null,
  isTable: boolean,
): Promise<T> {
  try {
    return decode(readEnvelope(status, body, retryAfter))
  } catch (cause) {
    if (isTable && status < 400 && isElsewhere(cause)) {
      const { recordsElsewhere } = await import('../../protocol/recordsElsewhere.ts')
      const found = recordsElsewhere(body)
      if (found !== null) return decode(found)
    }
    if (cause instanceof ActionError) throw refusalWithoutToken(cause, body, token)
    if (!(cause instanceof SyntaxError)) throw cause
    const found = problemOf(cause)
    const problem: Problem = found.code === 'notJson' ? { code: 'answerBroken', fault: found.fault } : found
    throw refusalWithoutToken(new ActionError({ kind: 'server', status, problem }), body, token)
  }
}

/** It is JSON, but not where the records are looked for first. */
function isElsewhere(cause: unknown): boolean {
  const problem = cause instanceof ActionError ? cause.problem : problemOf(cause)
  return problem?.code === 'recordsMissing' || (problem?.code === 'notAnAnswer' && problem.body === 'isOther')
}

import { ROWS_MAX } from '../protocol/actions.ts'
import type { Field } from '../protocol/field.ts'
import type { Query } from '../query/query.ts'
import { searchParams } from '../query/toSearch.ts'
import { sentWords } from '../query/words.ts'
import type { Route } from '../query/route.ts'
import { statementOf } from './statement/statement.ts'

/** What is asked of an action, but for how many rows and from which one on. */
export type Call =
  | { readonly action: 'datastore_search'; readonly params: Readonly<Record<string, unknown>> }
  | {
      readonly action: 'datastore_search_sql'
      readonly sql: string
      /** Its pages may not fit together, so it is asked for once, as it is. */
      readonly isOnePage?: true
    }

/** Everything that a program needs to get the rows of a query. */
export interface Asking {
  /** The base URL of the instance, without a trailing slash. */
  readonly baseUrl: string
  /** What comes between the base URL and the name of an action. */
  readonly prefix: string
  /** The header that carries a token; null if none is needed. The token itself is never here. */
  readonly tokenHeader: string | null
  readonly call: Call
  /** How many rows at most; null means all. */
  readonly limit: number | null
  /** The columns of the rows, in their order. */
  readonly columns: readonly string[]
}

/** The most rows that are asked for at once: as many as most servers give. */
export const ROWS_AT_ONCE = ROWS_MAX

/**
 * The call that gets a query's rows by that route, page by page. Best matches first has ties in no order, so that pages would
 * overlap: what does not fit into one is in the order of the table.
 */
export function callOf(query: Query, fields: readonly Field[], route: Route): Call {
  if (route === 'sql') return { action: 'datastore_search_sql', sql: statementOf({ ...query, limit: null }, fields) }
  const isRanked = sentWords(query.search) !== '' && query.sort.length === 0 && query.distinct !== true
  const isOnePage = query.limit !== null && query.limit <= ROWS_AT_ONCE
  const sort = isRanked && !isOnePage ? [{ field: '_id', descending: false }] : query.sort
  const { limit: _, ...params } = searchParams({ ...query, sort }, { offset: 0, limit: 0 })
  return { action: 'datastore_search', params }
}

/** The address of the call's action. */
export function addressOfCall({ baseUrl, prefix, call }: Asking): string {
  return `${baseUrl}${prefix}/${call.action}`
}

/**
 * The body of a request as JSON, in the pieces between which a program puts first how many rows it wants, then after how
 * many.
 */
export function bodyPieces(call: Call): readonly [start: string, between: string, end: string] {
  if (call.action === 'datastore_search') {
    const members = JSON.stringify(call.params).slice(0, -1)
    return [`${members}, "limit": `, ', "offset": ', '}']
  }
  const sql = JSON.stringify(`${call.sql}\n`).slice(0, -1)
  return [`{"sql": ${sql}LIMIT `, ' OFFSET ', '"}']
}

/** The body of the only request for a statement that is not asked for in pages; null for other calls. */
export function onlyBody(call: Call): string | null {
  return call.action === 'datastore_search_sql' && call.isOnePage === true ? JSON.stringify({ sql: call.sql }) : null
}

/** What a program says when the answer to its only request is not whole. */
export const CUT_ANSWER = 'The server cut the answer: ask for fewer rows with LIMIT.'

/** What a program says when a page brings the records of the one before. */
export const SAME_AGAIN = 'The server sent the same records again: it seems to ignore offset.'

/**
 * How a program tells that a page is the one before: by the `_id` of its first record; without that by all its records,
 * which may be alike as long as the total is not reached; not at all for statements, whose OFFSET is the database's own.
 */
export function repeatsBy({ call, columns }: Asking): 'id' | 'records' | null {
  if (call.action === 'datastore_search_sql') return null
  return columns.includes('_id') ? 'id' : 'records'
}

/** Why a program asks only once. */
export const WHY_ONCE = 'Asked for once: this statement may give other rows each time, so pages would not fit together.'

/** The JSON of one request for the first rows, laid out to be read. */
export function requestJson(call: Call, limit: number | null): string {
  const most = limit ?? ROWS_AT_ONCE
  if (call.action === 'datastore_search') return JSON.stringify({ ...call.params, limit: most }, null, 2)
  return JSON.stringify({ sql: limit === null ? call.sql : `${call.sql}\nLIMIT ${limit}` }, null, 2)
}

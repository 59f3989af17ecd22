import type { SearchPage } from '../../protocol/answers.ts'
import type { ActionClient, CallOptions, Searched } from '../../instances/client/actionClient.ts'
import { wholeTable, type Query } from '../../query/query.ts'
import { queryText } from '../../query/queryLink.ts'
import { allowNothing } from '../../query/searchFilters.ts'
import { searchParams, type Window } from '../../query/toSearch.ts'
import { filterKindOf, wayOf } from '../../query/way.ts'
import type { pageBySql as pageBySqlType } from './pageBySql.ts'
import { askSearch } from '../walk/evidence.ts'

/** A stretch of a query's result, and whether all matching records are counted with it. */
export interface PageQuestion {
  /** What tells it from other questions to the same server, for the same person. */
  readonly key: { readonly resource_id: unknown }
  readonly ask: (options: CallOptions) => Promise<Searched>
}

/** The question for a stretch, carried out the best way that the server is known to offer (`wayOf`). */
export function pageQuestion(
  client: ActionClient,
  query: Query,
  window: Window,
  withTotal = window.offset === 0,
): PageQuestion {
  if (wayOf(query, client.profile.get()) === 'sql') {
    const chosen = query.columns === null ? {} : { fields: query.columns }
    const key = { resource_id: query.resource, ...chosen, sql: queryText(query), ...window, withTotal }
    return { key, ask: (options) => bySql(client, query, window, withTotal, options) }
  }
  const params = searchParams(query, window, withTotal, filterKindOf(client.profile.get()))
  const isEmpty = allowNothing(params['filters'])
  return {
    key: { resource_id: query.resource, ...params },
    ask: (options) => (isEmpty ? askNothing(client, query, options) : askSearch(client, params, options)),
  }
}

/** How many records match, as the server says; no records. */
export async function askTotal(client: ActionClient, query: Query, options: CallOptions): Promise<SearchPage> {
  if (wayOf(query, client.profile.get()) === 'sql') {
    return (await bySql(client, query, { offset: 0, limit: 0 }, true, options)).answer
  }
  const params = searchParams(query, { offset: 0, limit: 0 }, true, filterKindOf(client.profile.get()))
  const isEmpty = allowNothing(params['filters'])
  return (await (isEmpty ? askNothing(client, query, options) : client.search(params, options))).answer
}

/** The answer where it is known beforehand that nothing matches: only its fields are asked for. */
async function askNothing(client: ActionClient, query: Query, options: CallOptions): Promise<Searched> {
  const params = searchParams({ ...wholeTable(query.resource), columns: query.columns }, { offset: 0, limit: 0 }, false)
  const { answer, ...rest } = await askSearch(client, params, options)
  const { fields, limit } = answer
  return { ...rest, answer: { fields, rows: [], total: 0, totalIsEstimate: false, limit, isCounted: true } }
}

/** Most first views need no statements, so what writes them loads when the first one is wanted. */
const bySql: typeof pageBySqlType = async (...asked) => (await import('./pageBySql.ts')).pageBySql(...asked)

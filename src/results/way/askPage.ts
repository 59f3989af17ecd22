import type { SearchPage } from '../../protocol/answers.ts'
import type { ActionClient, CallOptions, Searched } from '../../instances/client/actionClient.ts'
import type { Query } from '../../query/query.ts'
import { queryText } from '../../query/queryLink.ts'
import { allowNothing } from '../../query/searchFilters.ts'
import { searchParams, type Window } from '../../query/toSearch.ts'
import { filterKindOf, wayOf } from '../../query/way.ts'
import type { laterPages as Later } from './laterPages.ts'
import { losesRank } from '../walk/ownColumns.ts'
import { loadLater, searchExactly } from './searchExactly.ts'

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
    ask: async (options) => {
      if (isEmpty) return askNothing(client, query, options)
      const page = mayReadRank(client, query) ? null : await searchExactly(client, params, options)
      return page === null || mayReadRank(client, query) ? bySql(client, query, window, withTotal, options) : page
    },
  }
}

/** Whether the query asks for a column whose values a search for words would lose, and SQL can read them. */
function mayReadRank(client: ActionClient, { resource, columns, search }: Query): boolean {
  return (
    search !== '' &&
    (columns === null || columns.includes('rank')) &&
    losesRank(client, resource) &&
    client.profile.get().sql === 'on'
  )
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

const bySql: typeof Later.pageBySql = async (...asked) => (await loadLater()).pageBySql(...asked)
const askNothing: typeof Later.askNothing = async (...asked) => (await loadLater()).askNothing(...asked)

import type { SearchPage } from '../../protocol/answers.ts'
import type { ActionClient, CallOptions, Searched } from '../../instances/client/actionClient.ts'
import type { Query } from '../../query/query.ts'
import { queryText } from '../../query/queryLink.ts'
import { filterKindOf, routeOf, type Route } from '../../query/route.ts'
import { allowNothing, type FilterKind } from '../../query/searchFilters.ts'
import { searchParams, type Window } from '../../query/toSearch.ts'
import { losesRank } from '../walk/ownColumns.ts'
import { askNothing } from './askNothing.ts'
import { searchExactly } from './searchExactly.ts'

/** How a question is asked of a server: by which route, and so with which requests. Decided once, by what the server can do. */
export interface Plan {
  /** Whom it asks: the instance, or the database of copies. */
  readonly client: ActionClient
  readonly query: Query
  readonly route: Route
  /** The question for a stretch of the result; unless told otherwise, the first one counts all records that match. */
  readonly page: (window: Window, withTotal?: boolean) => PageQuestion
  /** How many records match, as the server says; no records. */
  readonly count: (options: CallOptions) => Promise<SearchPage>
  /** The same records by the same route, in another order, with other columns, or cut elsewhere. */
  readonly as: (shown: Partial<Pick<Query, 'columns' | 'sort' | 'limit'>>) => Plan
}

/** A stretch of a query's result. */
export interface PageQuestion {
  /** What tells it from other questions to the same server, for the same person. */
  readonly key: { readonly resource_id: unknown }
  readonly ask: (options: CallOptions) => Promise<Searched>
}

/** The plan for a query, by the best route that the server is known to offer; null if there is none. */
export function planOf(client: ActionClient, query: Query): Plan | null {
  const abilities = client.profile.get()
  const route = routeOf(query, abilities)
  return route === null ? null : planBy(route, filterKindOf(abilities), client, query)
}

/** The plan for a query that every server can be asked, such as that for a whole table. Throws if there is none. */
export function surePlan(client: ActionClient, query: Query): Plan {
  const plan = planOf(client, query)
  if (plan === null) throw new Error('The server can be asked neither by filters nor by SQL')
  return plan
}

function planBy(route: Route, can: FilterKind, client: ActionClient, query: Query): Plan {
  const plan = route === 'sql' ? bySql(client, query) : bySearch(client, query, can)
  return { client, query, route, ...plan, as: (shown) => planBy(route, can, client, { ...query, ...shown }) }
}

type Asks = Pick<Plan, 'page' | 'count'>

function bySql(client: ActionClient, query: Query): Asks {
  return {
    page(window, withTotal = window.offset === 0) {
      const chosen = query.columns === null ? {} : { fields: query.columns }
      const key = { resource_id: query.resource, ...chosen, sql: queryText(query), ...window, withTotal }
      return { key, ask: (options) => askBySql(client, query, window, withTotal, options) }
    },
    count: async (options) => (await askBySql(client, query, { offset: 0, limit: 0 }, true, options)).answer,
  }
}

function bySearch(client: ActionClient, query: Query, can: FilterKind): Asks {
  return {
    page(window, withTotal = window.offset === 0) {
      const params = searchParams(query, window, withTotal, can)
      const isEmpty = allowNothing(params['filters'])
      return {
        key: { resource_id: query.resource, ...params },
        ask: async (options) => {
          if (isEmpty) return askNothing(client, query, options)
          const page = mayReadRank(client, query) ? null : await searchExactly(client, params, options)
          return page === null || mayReadRank(client, query)
            ? askBySql(client, query, window, withTotal, options)
            : page
        },
      }
    },
    async count(options) {
      const params = searchParams(query, { offset: 0, limit: 0 }, true, can)
      const isEmpty = allowNothing(params['filters'])
      return (await (isEmpty ? askNothing(client, query, options) : client.search(params, options))).answer
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

/** Statements load when the first one is wanted: most first views need none. */
async function askBySql(
  client: ActionClient,
  query: Query,
  window: Window,
  withTotal: boolean,
  options: CallOptions,
): Promise<Searched> {
  const { pageBySql } = await import('./pageBySql.ts')
  return pageBySql(client, query, window, withTotal, options)
}

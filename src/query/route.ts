import { countsAlikeOnce, type Query } from './query.ts'
import { joinsForSure, unsaidBySearch, type FilterKind } from './searchFilters.ts'

/**
 * How a query is carried out: by `datastore_search` with filters that compare for equality, or with ranges and groups as
 * well (CKAN from 2.12 on), or by `datastore_search_sql`.
 */
export type Route = 'filters' | 'ranges' | 'sql'

/** What decides about the route; a profile has it. */
export interface Abilities {
  readonly sql: 'unknown' | 'on' | 'off' | 'refused'
  readonly rangeFilters: 'unknown' | 'yes' | 'no'
}

/**
 * The best route for a query to a server: the plainest, as every server has it, every server's rights allow it, and
 * its answers are the cheapest. Null if there is none. Servers ignore filters that they don't know, so ranges are sent
 * only where they are known to work; a server without SQL refuses it, so that may be tried.
 */
export function routeOf(query: AskedOf, { sql, rangeFilters }: Abilities): Route | null {
  const { where } = query
  const mayBySql = sql === 'on' || sql === 'unknown'
  // CKAN up to 2.11, which has no ranges, cuts a page first and counts alike ones once then.
  if (countsAlikeOnce(query) && rangeFilters !== 'yes') return mayBySql ? 'sql' : null
  const isPlain = unsaidBySearch(where, 'equality').length === 0
  if (isPlain && joinsForSure(where)) return 'filters'
  if (rangeFilters === 'yes' && unsaidBySearch(where, 'ranges').length === 0) return 'ranges'
  if (isPlain) return sql === 'on' ? 'sql' : 'filters'
  return mayBySql ? 'sql' : null
}

/** What of a query decides about its route. */
type AskedOf = Pick<Query, 'where' | 'columns' | 'distinct'>

/** What the filters of a server are known to say. */
export function filterKindOf({ rangeFilters }: Pick<Abilities, 'rangeFilters'>): FilterKind {
  return rangeFilters === 'yes' ? 'ranges' : 'equality'
}

import { countsAlikeOnce, type Query, type Sort } from './query.ts'
import { filtersOf, type FilterKind } from './searchFilters.ts'
import { queryOfWords, sentWords } from './words.ts'

/** A stretch of a result: at most `limit` rows after the first `offset`. */
export interface Window {
  readonly offset: number
  readonly limit: number
}

/**
 * The parameters of `datastore_search` for a stretch of the result. Nothing is sent that isn't needed: the first page of
 * an unsorted query has only `resource_id`, `limit`, `q` and `filters`; later pages ask the server not to count again. A
 * sort gets `_id` as its last key, so that pages don't overlap (without a sort, CKAN pages by `_id`).
 *
 * `can` is what the server's filters are known to say. Throws if the query has conditions that `datastore_search` can't
 * say: ask `unsaidBySearch` first.
 */
export function searchParams(
  query: Query,
  window: Window,
  withTotal = window.offset === 0,
  can: FilterKind = 'equality',
): Record<string, unknown> {
  const filters = filtersOf(query.where, can)
  return {
    resource_id: query.resource,
    ...wordsParams(query.search),
    ...(filters === null ? {} : { filters }),
    ...(query.columns === null ? {} : { fields: query.columns }),
    ...(countsAlikeOnce(query) ? { distinct: true } : {}),
    limit: window.limit,
    ...(window.offset === 0 ? {} : { offset: window.offset }),
    ...sortParams(query),
    ...(withTotal ? {} : { include_total: false }),
  }
}

function wordsParams(search: string): Record<string, unknown> {
  if (sentWords(search) === '') return {}
  const { q, plain } = queryOfWords(search)
  return plain ? { q } : { q, plain: false }
}

/** One key of `sort`. The name is quoted if it would be misread: it has other signs than letters, or is a word of the syntax. */
export function sortKey(sort: Sort): string {
  const name = /^[\w$]+$/.test(sort.field) && !/^(asc|desc|nulls|first|last)$/i.test(sort.field)
  return `${name ? sort.field : `"${sort.field}"`} ${direction(sort)}`
}

/** `_id` is never null, so it needs no `nulls last`, which older servers refuse. */
function direction({ field, descending, nullsFirst }: Sort): string {
  if (nullsFirst === true) return descending ? 'desc' : 'asc nulls first'
  if (!descending) return 'asc'
  return field === '_id' ? 'desc' : DESCENDING
}

/** PostgreSQL sorts nulls first when descending, but the largest values are wanted first. */
const DESCENDING = 'desc nulls last'

/** The same parameters for CKAN before 2.9.10 and 2.10.2, which refuses a place for nulls; null if they name none. */
export function withoutNullsLast(params: Readonly<Record<string, unknown>>): Record<string, unknown> | null {
  const { sort } = params
  if (!Array.isArray(sort) || !sort.some((key) => NULLS.test(String(key)))) return null
  return { ...params, sort: sort.map((key) => String(key).replace(NULLS, '')) }
}

const NULLS = / nulls (?:first|last)$/

/** A list, not a comma-separated text: a name may contain a comma. */
function sortParams(query: Query): { readonly sort?: readonly string[] } {
  const keys = countsAlikeOnce(query) ? distinctKeys(query) : recordKeys(query)
  return keys.length === 0 ? {} : { sort: keys.map((key) => sortKey(key)) }
}

function recordKeys({ sort }: Query): readonly Sort[] {
  if (sort.length === 0 || sort.some(({ field }) => field === '_id')) return sort
  return [...sort, { field: '_id', descending: false }]
}

/** Only what is shown can sort alike ones that count once; the other columns come last, so that pages don't overlap. */
function distinctKeys({ columns, sort }: Query): readonly Sort[] {
  if (columns === null) return sort
  const keys = sort.filter(({ field }) => columns.includes(field))
  const rest = columns.filter((name) => !keys.some(({ field }) => field === name))
  return [...keys, ...rest.map((field) => ({ field, descending: false }))]
}

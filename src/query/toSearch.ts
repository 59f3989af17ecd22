import type { SearchFilter } from './operator.ts'
import { operatorOf } from './operators/registry.ts'
import type { Query, Sort, Where } from './query.ts'
import { activeParts } from './where.ts'

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
 * Throws if the query has conditions that `datastore_search` can't say: ask `unsaidBySearch` first.
 */
export function searchParams(query: Query, window: Window, withTotal = window.offset === 0): Record<string, unknown> {
  if (unsaidBySearch(query.where).length > 0) throw new Error('datastore_search cannot say these conditions')
  const words = sentWords(query.search)
  const filters = filtersOf(query.where)
  return {
    resource_id: query.resource,
    ...wordsParams(words),
    ...(filters === null ? {} : { filters }),
    ...(query.columns === null ? {} : { fields: query.columns }),
    limit: window.limit,
    ...(window.offset === 0 ? {} : { offset: window.offset }),
    ...(query.sort.length === 0 ? {} : { sort: sortKeys(query.sort) }),
    ...(withTotal ? {} : { include_total: false }),
  }
}

/** The parts of the conditions that `datastore_search` can't say; none if it can say all of them. */
export function unsaidBySearch(where: Where): readonly Where[] {
  return activeParts(where).filter((part) => searchFilter(part) === null)
}

/** How `filters` say a part; null if they can't. `$or`, which CKAN has from 2.12 on, is not used yet. */
function searchFilter(part: Where): SearchFilter | null {
  return 'field' in part ? operatorOf(part.op).toSearch(part) : null
}

/** Words are searched for whole; `sedim*` asks for all that begin so, in PostgreSQL's own language of searches. */
function wordsParams(words: string): Record<string, unknown> {
  if (words === '') return {}
  if (!/[\p{L}\p{N}_]\*/u.test(words)) return { q: words }
  const terms = words.match(/[\p{L}\p{N}_]+\*?/gu) ?? []
  return { q: terms.map((term) => term.replace(/\*$/, ':*')).join(' & '), plain: false }
}

/** A search for all words that begin like those of this one; null if it has none, or is one already. */
export function beginningsOf(search: string): string | null {
  const words = sentWords(search)
  if ('plain' in wordsParams(words)) return null
  const terms = words.match(/[\p{L}\p{N}_]+/gu)
  return terms === null ? null : terms.map((term) => `${term}*`).join(' ')
}

/**
 * The words of a search as they are sent; empty if there is nothing to search for. CKAN fails (500) at a colon before a
 * word and at a backslash before a quote or at the end, so blanks replace them: neither is part of a word.
 */
export function sentWords(search: string): string {
  return search.replaceAll(/(?<![\p{L}\p{N}\\:]):(?=[\p{L}\p{N}_])|\\(?=['"]|\s*$)/gu, ' ').trim()
}

/** One key of `sort`. The name is quoted if it would be misread: it has other signs than letters, or is a word of the syntax. */
export function sortKey(sort: Sort): string {
  const name = /^[\w$]+$/.test(sort.field) && !/^(asc|desc|nulls|first|last)$/i.test(sort.field)
  return `${name ? sort.field : `"${sort.field}"`} ${direction(sort)}`
}

/** `_id` is never null, so it needs no `nulls last`, which older servers refuse. */
function direction({ field, descending }: Sort): string {
  if (!descending) return 'asc'
  return field === '_id' ? 'desc' : DESCENDING
}

/** PostgreSQL sorts nulls first when descending, but the largest values are wanted first. */
const DESCENDING = 'desc nulls last'

/** The same parameters for CKAN before 2.9.10 and 2.10.2, which refuses `nulls last`; null if they have none. */
export function withoutNullsLast(params: Readonly<Record<string, unknown>>): Record<string, unknown> | null {
  const { sort } = params
  if (!Array.isArray(sort) || !sort.some((key) => String(key).endsWith(DESCENDING))) return null
  return { ...params, sort: sort.map((key) => String(key).replace(/ nulls last$/, '')) }
}

/** An object holds each name once, so conditions on one field become one: the values that all of them allow. */
function filtersOf(where: Where): Record<string, string | readonly string[]> | null {
  const joined = new Map<string, readonly string[]>()
  for (const part of activeParts(where)) {
    const filter = searchFilter(part)
    if (filter === null || !('field' in part)) continue
    const before = joined.get(part.field)
    joined.set(part.field, before === undefined ? filter.anyOf : before.filter((value) => filter.anyOf.includes(value)))
  }
  if (joined.size === 0) return null
  // No prototype: a field may be called __proto__.
  const object: Record<string, string | readonly string[]> = Object.create(null)
  for (const [field, values] of joined) object[field] = values.length === 1 ? (values[0] ?? '') : values
  return object
}

/** A list, not a comma-separated text: a name may contain a comma. */
function sortKeys(sort: readonly Sort[]): readonly string[] {
  const keys = sort.map((s) => sortKey(s))
  return sort.some((s) => s.field === '_id') ? keys : [...keys, '_id asc']
}

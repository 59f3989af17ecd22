/** One condition: the field holds any of the values, each as plain text (`"7"` matches 7: CKAN casts literals). */
export interface Filter {
  readonly field: string
  readonly values: readonly string[]
}

export interface Sort {
  readonly field: string
  readonly descending: boolean
}

/** What is asked of one table. The URL, the cache key and the request all derive from it. */
export interface QuerySpec {
  readonly resource: string
  readonly search: string
  readonly filters: readonly Filter[]
  readonly sort: readonly Sort[]
  /** The result is the first `limit` matching records; null is all of them. */
  readonly limit: number | null
}

/** A stretch of a result: `offset` rows are passed over, at most `limit` are returned. */
export interface Window {
  readonly offset: number
  readonly limit: number
}

/**
 * The parameters of `datastore_search` for a stretch of the result, and no member that is not needed: the first page of
 * an unsorted query holds what interface.md names and nothing else; later ones tell the server not to count again.
 * A filter on one value is a string, on several a list. A sort gets `_id` as its last key, so that pages do not overlap
 * (without one, CKAN pages in the order of `_id`).
 */
export function searchParams(
  spec: QuerySpec,
  window: Window,
  withTotal = window.offset === 0,
): Record<string, unknown> {
  const words = sentWords(spec.search)
  return {
    resource_id: spec.resource,
    ...(words === '' ? {} : { q: words }),
    ...(spec.filters.length === 0 ? {} : { filters: filtersOf(spec.filters) }),
    limit: window.limit,
    ...(window.offset === 0 ? {} : { offset: window.offset }),
    ...(spec.sort.length === 0 ? {} : { sort: sortKeys(spec.sort) }),
    ...(withTotal ? {} : { include_total: false }),
  }
}

/**
 * The words of a search as they are sent, empty where there is nothing to search for. CKAN fails (500) at a colon before a word and at a backslash before a quote or at the end: blanks stand for them, as
 * neither is part of a word. Blanks alone would find nothing, and are no search.
 */
export function sentWords(search: string): string {
  return search.replaceAll(/(?<![\p{L}\p{N}\\:]):(?=[\p{L}\p{N}_])|\\(?=['"]|\s*$)/gu, ' ').trim()
}

/** One key of a search's `sort`, its name in quotes where it would be misread: it holds blanks or ends in a word of the syntax. */
export function sortKey(sort: Sort): string {
  const name = /^[\w$]+$/.test(sort.field) && !/^(asc|desc|nulls|first|last)$/i.test(sort.field)
  return `${name ? sort.field : `"${sort.field}"`} ${direction(sort)}`
}

/** `_id` is never null, so that older servers, too, can walk it downwards. */
function direction({ field, descending }: Sort): string {
  if (!descending) return 'asc'
  return field === '_id' ? 'desc' : DESCENDING
}

/** PostgreSQL puts nulls first when it sorts downwards; who asks for the largest does not ask for what is not there. */
const DESCENDING = 'desc nulls last'

/** The same parameters for CKAN before 2.9.10 and 2.10.2, which refuses `nulls last`; null where they do not hold it. */
export function withoutNullsLast(params: Readonly<Record<string, unknown>>): Record<string, unknown> | null {
  const { sort } = params
  if (!Array.isArray(sort) || !sort.some((key) => String(key).endsWith(DESCENDING))) return null
  return { ...params, sort: sort.map((key) => String(key).replace(/ nulls last$/, '')) }
}

/** Two filters on one field are joined as any value that both allow, since an object holds each name once. */
function filtersOf(filters: readonly Filter[]): Record<string, string | readonly string[]> {
  const joined = new Map<string, readonly string[]>()
  for (const { field, values } of filters) {
    const before = joined.get(field)
    joined.set(field, before === undefined ? values : before.filter((value) => values.includes(value)))
  }
  // No prototype: a field may be called __proto__.
  const object: Record<string, string | readonly string[]> = Object.create(null)
  for (const [field, values] of joined) object[field] = values.length === 1 ? (values[0] ?? '') : values
  return object
}

/** A list, not a comma list: a name may hold a comma. */
function sortKeys(sort: readonly Sort[]): readonly string[] {
  const keys = sort.map((s) => sortKey(s))
  return sort.some((s) => s.field === '_id') ? keys : [...keys, '_id asc']
}

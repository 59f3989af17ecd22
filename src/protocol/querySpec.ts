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
 * an unsorted query holds what interface.md names and nothing else. A filter on one value is a string, on several a list.
 * A sort gets `_id` as its last key, so that pages do not overlap (without one, CKAN pages in the order of `_id`).
 */
export function searchParams(spec: QuerySpec, window: Window): Record<string, unknown> {
  const filters = Object.fromEntries(spec.filters.map((f) => [f.field, f.values.length === 1 ? f.values[0] : f.values]))
  return {
    resource_id: spec.resource,
    ...(spec.search === '' ? {} : { q: spec.search }),
    ...(spec.filters.length === 0 ? {} : { filters }),
    limit: window.limit,
    ...(window.offset === 0 ? {} : { offset: window.offset }),
    ...(spec.sort.length === 0 ? {} : { sort: sortKeys(spec.sort) }),
  }
}

/** A list, not a comma list: a name may hold a comma. */
function sortKeys(sort: readonly Sort[]): readonly string[] {
  const keys = sort.map((s) => `${quoted(s.field)} ${s.descending ? 'desc' : 'asc'}`)
  return sort.some((s) => s.field === '_id') ? keys : [...keys, '_id asc']
}

/** A name that holds blanks or ends in a word of the syntax has to stand in quotes (CKAN behaviour). */
function quoted(field: string): string {
  return /^[\w$]+$/.test(field) && !/^(asc|desc|nulls|first|last)$/i.test(field) ? field : `"${field}"`
}

/** The id of an operator: the name of its file in `operators/`. */
export type OperatorId = string

/** One comparison of a field with values. Values are plain text: `"7"` matches 7, because CKAN casts literals. */
export interface Condition {
  /** Tells conditions apart on the page, also two on one field. Not part of links, requests or cache keys. */
  readonly id: string
  readonly field: string
  readonly op: OperatorId
  readonly values: readonly string[]
  /** Kept, but not applied. */
  readonly off?: true
}

/** A tree of conditions, joined by all (and) or any (or). */
export type Where = Condition | { readonly all: readonly Where[] } | { readonly any: readonly Where[] }

export interface Sort {
  readonly field: string
  readonly descending: boolean
}

/** What is asked of a table, whichever table that is. */
export interface QueryBody {
  /** The fields of the result; null means all. */
  readonly columns: readonly string[] | null
  readonly where: Where
  readonly search: string
  readonly sort: readonly Sort[]
  /** The result is the first `limit` matching records; null means all. */
  readonly limit: number | null
}

/** What is asked of one table. Link, cache key, request and SQL all derive from it. */
export interface Query extends QueryBody {
  readonly resource: string
}

/** The query for everything that is in a table. */
export function wholeTable(resource: string): Query {
  return { resource, columns: null, where: { all: [] }, search: '', sort: [], limit: null }
}

/** The id of an operator: the name of its file in a folder of `operators/`. */
export type OperatorId = string

/** One comparison of a field with values. Values are plain text: `"7"` matches 7, because CKAN casts literals. */
export interface Condition {
  /** Tells conditions apart on the page, also two on one field. Not part of links, requests or cache keys. */
  readonly id: string
  readonly field: string
  readonly op: OperatorId
  readonly values: readonly string[]
  /** Leaves out records with null in this field, which `is not` and the like keep otherwise. */
  readonly withoutNull?: true
  /** Kept, but not applied. */
  readonly off?: true
}

/** What a group of conditions may be, too. */
export interface GroupFlags {
  /** It asks for the records that the group doesn't match, those with null among them. */
  readonly not?: true
  /** Kept, but not applied. */
  readonly off?: true
}

/** Conditions that must all hold. */
export interface AllOf extends GroupFlags {
  readonly all: readonly Where[]
}

/** Conditions of which one must hold. */
export interface AnyOf extends GroupFlags {
  readonly any: readonly Where[]
}

export type Group = AllOf | AnyOf

/** A tree of conditions, joined by all (and) or any (or). */
export type Where = Condition | Group

export interface Sort {
  readonly field: string
  readonly descending: boolean
  /** Records with null in this field come first; otherwise they come last in both directions. */
  readonly nullsFirst?: true
}

/** What is asked of a table, whichever table that is. */
export interface QueryBody {
  /** The fields of the result; null means all. */
  readonly columns: readonly string[] | null
  /** Records that are alike in these columns count as one. */
  readonly distinct?: true
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

/** Whether records that are alike count as one. Where `_id` is shown, none are. */
export function countsAlikeOnce({ columns, distinct }: Pick<QueryBody, 'columns' | 'distinct'>): boolean {
  return distinct === true && columns?.includes('_id') !== true
}

/** The query for everything that is in a table. */
export function wholeTable(resource: string): Query {
  return { resource, columns: null, where: { all: [] }, search: '', sort: [], limit: null }
}

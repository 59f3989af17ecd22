import type { Query } from './query.ts'

/** The records that a query finds, whatever their order and however few of them are shown. */
export function recordsOf(query: Query): Query {
  const { distinct: _, ...rest } = query
  return { ...rest, columns: null, sort: [], limit: null }
}

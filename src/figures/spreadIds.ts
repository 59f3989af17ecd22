import { newConditionId, allParts } from '../query/where.ts'
import type { Query } from '../query/query.ts'

/**
 * Where so many stretches of a length begin among `total` places: each somewhere in its equal part of them, so that what
 * comes round every hundred, say, is not all of one kind.
 */
export function spreadPlaces(total: number, stretches: number, length = 1): readonly number[] {
  const part = total / stretches
  const room = Math.max(0, part - length + 1)
  return Array.from({ length: stretches }, (_, at) => Math.floor(at * part + ((at * GOLDEN) % 1) * room))
}

/** Its multiples are spread most evenly between whole numbers. */
const GOLDEN = 0.618_033_988_749_895

/** So many numbers from the first to the last. */
export function spreadIds(first: number, last: number, count: number): readonly string[] {
  const ids = spreadPlaces(last - first + 1, count).map((place) => first + place)
  return [...new Set(ids)].map(String)
}

/** Those of the query's records that have one of these `_id`s, with these columns. */
export function withIds(query: Query, columns: readonly string[], ids: readonly string[]): Query {
  const sampled = { id: newConditionId(), field: '_id', op: 'isAnyOf', values: ids }
  return { ...query, columns, where: { all: [...allParts(query.where), sampled] }, sort: [], limit: null }
}

import { operatorOf } from './operators/registry.ts'
import type { QueryBody } from './query.ts'
import { mapConditions } from './where.ts'

/**
 * The query with days in place of words like `this year`: what is sent, read page by page and exported. It stays the same
 * for a day, and the same object if nothing in it depends on the day.
 */
export function datedQuery<Asked extends Pick<QueryBody, 'where'>>(query: Asked, now = new Date()): Asked {
  let isDated = false
  const where = mapConditions(query.where, (condition) => {
    const { onDay } = operatorOf(condition.op)
    if (onDay === undefined) return condition
    isDated = true
    return onDay(condition, now)
  })
  return isDated && where !== null ? { ...query, where } : query
}

import type { Field } from '../protocol/field.ts'
import { dependsOnKinds, withWholeTimes, type Seconds } from './dates/wholeTimes.ts'
import { operatorOf } from './operators/registry.ts'
import type { QueryBody, Where } from './query.ts'
import { activeParts, mapConditions } from './where.ts'
import { unsaidBySearch, type FilterKind } from './searchFilters.ts'
import { routeOf, type Abilities } from './route.ts'

type Dated = Pick<QueryBody, 'where' | 'columns' | 'distinct'>

/**
 * The query as it is sent, read page by page and exported: days stand in place of words like `this year`, and the bounds of a
 * day in place of that day where a field holds times. It stays the same for a day, and the same object if nothing in it
 * depends on the day or is written so. `fields` are the table's; without them, days are compared as they are written, which
 * `isUndecided` says.
 */
export function datedQuery<Asked extends Dated>(
  query: Asked,
  fields: readonly Field[] | null,
  now = new Date(),
  seconds: Seconds = 'whole',
): Asked {
  let isDated = false
  const where = mapConditions(query.where, (condition) => {
    const { onDay } = operatorOf(condition.op)
    if (onDay === undefined) return condition
    isDated = true
    return onDay(condition, now)
  })
  const dated = isDated && where !== null ? where : query.where
  if (fields === null || !dependsOnKinds(dated)) return dated === query.where ? query : { ...query, where: dated }
  return { ...query, where: withWholeTimes(dated, fields, seconds) }
}

/** The query as a statement for people says it: as it is sent, but words like `this year` are still asked of each day. */
export function writtenQuery<Asked extends Dated>(query: Asked, fields: readonly Field[] | null): Asked {
  if (fields === null || !dependsOnKinds(query.where)) return query
  return { ...query, where: withWholeTimes(query.where, fields) }
}

/** Whether the query can't be sent yet, as the kinds of the fields decide what it means. */
export function isUndecided({ where }: Pick<QueryBody, 'where'>, fields: readonly Field[] | null): boolean {
  return fields === null && dependsOnKinds(where)
}

/**
 * The same for a server of which is known what it can: where its filters only compare for equality, and there is no SQL, a
 * time to the second is that moment.
 */
export function datedFor<Asked extends Dated>(
  query: Asked,
  fields: readonly Field[] | null,
  abilities: Abilities,
  now = new Date(),
): Asked {
  const whole = datedQuery(query, fields, now)
  if (routeOf(whole, abilities) !== null) return whole
  const moments = datedQuery(query, fields, now, 'moments')
  return routeOf(moments, abilities) === null ? whole : moments
}

/** The parts of the conditions, as they were made, that filters of that kind can't say. */
export function unsaidParts(where: Where, fields: readonly Field[] | null, can: FilterKind): readonly Where[] {
  const parts = activeParts(where)
  const unsaid = parts.filter((part) => unsaidBySearch(datedWhere(part, fields), can).length > 0)
  // Each may be said, and all at once be too many.
  return unsaid.length === 0 && unsaidBySearch(datedWhere(where, fields), can).length > 0 ? parts : unsaid
}

function datedWhere(where: Where, fields: readonly Field[] | null): Where {
  return datedQuery({ where, columns: null }, fields).where
}

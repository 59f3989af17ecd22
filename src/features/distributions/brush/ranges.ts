import type { Condition, Query, Where } from '../../../query/query.ts'
import { allParts } from '../../../query/where.ts'

/** The condition by which a field is held in a range, if it is the only one on the field that all records must meet. */
export function rangeOn(where: Where, field: string): Condition | null {
  const own = allParts(where).filter(
    (part): part is Condition => 'field' in part && part.field === field && part.off !== true,
  )
  const [first] = own
  return own.length === 1 && first?.op === 'between' && first.values.length === 2 ? first : null
}

/** The query without what all records must meet in a field. */
export function withoutField<Asked extends Pick<Query, 'where'>>(query: Asked, field: string): Asked {
  const parts = allParts(query.where)
  const others = parts.filter((part) => !('field' in part) || part.field !== field || part.off === true)
  return others.length === parts.length ? query : { ...query, where: { all: others } }
}

/** The query without one part of what all records must meet. */
export function withoutPart<Asked extends Pick<Query, 'where'>>(query: Asked, id: string): Asked {
  return { ...query, where: { all: allParts(query.where).filter((part) => !('field' in part) || part.id !== id) } }
}

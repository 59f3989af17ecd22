import type { Condition, Where } from './query.ts'
import { partText } from './queryLink.ts'
import { conditionsOf, mapConditions } from './where.ts'

/**
 * The conditions with the ids they had in `before`: an equal one, else one on the same field. A link has no ids; this way
 * a condition keeps its own when the link changes, and what the page shows of it stays.
 */
export function keepIds(where: Where, before: Where): Where {
  const free = [...conditionsOf(before)]
  const ids = new Map<string, string>()
  const take = (matches: (condition: Condition, old: Condition) => boolean) => {
    for (const condition of conditionsOf(where)) {
      const at = ids.has(condition.id) ? -1 : free.findIndex((old) => matches(condition, old))
      const [old] = at === -1 ? [] : free.splice(at, 1)
      if (old !== undefined) ids.set(condition.id, old.id)
    }
  }
  take((condition, old) => partText(condition) === partText(old))
  take((condition, old) => condition.field === old.field)
  return mapConditions(where, (each) => ({ ...each, id: ids.get(each.id) ?? each.id })) ?? where
}

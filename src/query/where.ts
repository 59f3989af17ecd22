import type { Condition, Where } from './query.ts'

/** An id that no other condition on this page has. */
export function newConditionId(): string {
  issued += 1
  return `c${issued}`
}

let issued = 0

/** The parts that must all hold: those of an `all`, else the tree itself. */
export function allParts(where: Where): readonly Where[] {
  return 'all' in where ? where.all : [where]
}

/** Every condition of the tree, from left to right. */
export function conditionsOf(where: Where): readonly Condition[] {
  if ('all' in where) return where.all.flatMap((part) => conditionsOf(part))
  if ('any' in where) return where.any.flatMap((part) => conditionsOf(part))
  return [where]
}

/** The tree with every condition replaced by what `change` returns for it; null removes it. */
export function mapConditions(where: Where, change: (condition: Condition) => Condition | null): Where | null {
  const parts = (list: readonly Where[]) =>
    list.flatMap((part) => {
      const changed = mapConditions(part, change)
      return changed === null ? [] : [changed]
    })
  if ('all' in where) return { all: parts(where.all) }
  if ('any' in where) return { any: parts(where.any) }
  return change(where)
}

/** The tree with this condition: in place of the one with the same id, else as a last part that must hold too. */
export function withCondition(where: Where, condition: Condition): Where {
  if (!conditionsOf(where).some(({ id }) => id === condition.id)) return { all: [...allParts(where), condition] }
  return mapConditions(where, (each) => (each.id === condition.id ? condition : each)) ?? { all: [] }
}

/** The tree without the condition with this id. */
export function withoutCondition(where: Where, id: string): Where {
  return mapConditions(where, (each) => (each.id === id ? null : each)) ?? { all: [] }
}

/** The parts of what the tree asks for. */
export function activeParts(where: Where): readonly Where[] {
  const active = activeWhere(where)
  return active === null ? [] : allParts(active)
}

/**
 * What the tree asks for: conditions that are off are left out, and so are groups without any condition; a group of one
 * is that one, and an `all` inside an `all` is part of it. Null if nothing is asked.
 */
export function activeWhere(where: Where): Where | null {
  if (!('all' in where) && !('any' in where)) return where.off === true ? null : where
  const isAll = 'all' in where
  const parts = (isAll ? where.all : where.any).flatMap((part) => {
    const active = activeWhere(part)
    if (active === null) return []
    return isAll ? allParts(active) : [active]
  })
  const [first] = parts
  if (first === undefined) return null
  if (parts.length === 1) return first
  return isAll ? { all: parts } : { any: parts }
}

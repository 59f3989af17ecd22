import type { AllOf, Condition, Group, Where } from './query.ts'

/** An id that no other condition on this page has. */
export function newConditionId(): string {
  issued += 1
  return `c${issued}`
}

let issued = 0

/** The parts that must all hold: those of a plain `all`, else the tree itself. */
export function allParts(where: Where): readonly Where[] {
  return isPlainAll(where) ? where.all : [where]
}

/** An `all` that is neither off nor inverted: its parts can stand beside others. */
function isPlainAll(where: Where): where is AllOf {
  return 'all' in where && where.not !== true && where.off !== true
}

/** The parts of a group, joined by all or any. */
export function partsOf(group: Group): readonly Where[] {
  return 'all' in group ? group.all : group.any
}

/** The same group with other parts. */
export function withParts(group: Group, parts: readonly Where[]): Group {
  return 'all' in group ? { ...group, all: parts } : { ...group, any: parts }
}

/** Every condition of the tree, from left to right. */
export function conditionsOf(where: Where): readonly Condition[] {
  return 'field' in where ? [where] : partsOf(where).flatMap((part) => conditionsOf(part))
}

/** The tree with every condition replaced by what `change` returns for it; null removes it. */
export function mapConditions(where: Where, change: (condition: Condition) => Where | null): Where | null {
  if ('field' in where) return change(where)
  const parts = partsOf(where).flatMap((part) => mapConditions(part, change) ?? [])
  return withParts(where, parts)
}

/** The parts of what the tree asks for. */
export function activeParts(where: Where): readonly Where[] {
  const active = activeWhere(where)
  return active === null ? [] : allParts(active)
}

/**
 * What the tree asks for: what is off is left out, and so are groups without any condition; a group of one is that one,
 * and an `all` inside an `all` is part of it. Null if nothing is asked.
 */
export function activeWhere(where: Where): Where | null {
  if (where.off === true) return null
  if ('field' in where) return where
  const isAll = 'all' in where
  const parts = partsOf(where).flatMap((part) => {
    const active = activeWhere(part)
    if (active === null) return []
    return isAll ? allParts(active) : [active]
  })
  const [first] = parts
  if (first === undefined) return null
  if (where.not === true) return isAll ? { all: parts, not: true } : { any: parts, not: true }
  if (parts.length === 1) return first
  return isAll ? { all: parts } : { any: parts }
}

import './operators/all.ts'
import { operatorOf } from './operators/registry.ts'
import type { Group, Where } from './query.ts'
import { partAt, withPartAt, type Path } from './treePaths.ts'
import { allParts, partsOf, withParts } from './where.ts'

/** A tree after an edit, and where the edited part is in it now. */
export interface Edited {
  readonly where: Where
  readonly path: Path
}

/** The part switched off, or on. */
export function switched(part: Where): Where {
  if (part.off !== true) return { ...part, off: true }
  const { off: _, ...rest } = part
  return rest
}

/** The part that asks for the opposite: a condition by the opposite operator, a group as a whole. */
export function inverted(part: Where): Where {
  if (!('field' in part)) {
    if (part.not !== true) return { ...part, not: true }
    const { not: _, ...rest } = part
    return rest
  }
  const { withoutNull: _, ...condition } = part
  return { ...condition, op: operatorOf(part.op).opposite }
}

/** The group joined the other way: by all instead of any, or the reverse. */
export function joinedOtherwise(group: Group): Group {
  const { off, not } = group
  const flags = { ...(off === undefined ? {} : { off }), ...(not === undefined ? {} : { not }) }
  return 'all' in group ? { any: group.all, ...flags } : { all: group.any, ...flags }
}

/**
 * The part put into one group with the one before it: into that group if it is one, else both into a new one, joined the
 * other way than they are now, because joined the same way nothing would change. Null if there is none before it.
 */
export function grouped(where: Where, path: Path): Edited | null {
  const place = path.at(-1) ?? 0
  const above = path.slice(0, -1)
  const before = place === 0 ? undefined : partAt(where, [...above, place - 1])
  const part = partAt(where, path)
  if (before === undefined || part === undefined) return null
  const parent = above.length === 0 ? undefined : partAt(where, above)
  const isAny = parent === undefined || 'all' in parent
  const group: Group =
    'field' in before || before.not === true || before.off === true || 'any' in before !== isAny
      ? isAny
        ? { any: [before, part] }
        : { all: [before, part] }
      : withParts(before, [...partsOf(before), part])
  const without = withPartAt(where, path, null)
  const at = [...above, place - 1]
  return { where: withPartAt(without, at, group), path: [...at, partsOf(group).length - 1] }
}

/** The tree with the parts of a group in its place; null if there is no group. */
export function dissolved(where: Where, path: Path): Edited | null {
  const group = partAt(where, path)
  if (group === undefined || 'field' in group) return null
  const place = path.at(-1) ?? 0
  const above = path.slice(0, -1)
  return { where: spliced(where, above, place, 1, partsOf(group)), path }
}

/**
 * The part moved by one place: past a condition, into the group beside it, or, at the end of its group, out of it. Null
 * if it can't go further.
 */
export function moved(where: Where, path: Path, by: -1 | 1): Edited | null {
  const part = partAt(where, path)
  if (part === undefined) return null
  const place = path.at(-1) ?? 0
  const above = path.slice(0, -1)
  const beside = place + by < 0 ? undefined : partAt(where, [...above, place + by])
  if (beside === undefined) {
    if (above.length === 0) return null
    const group = partAt(where, above)
    // Alone in its group, it takes that group's place.
    if (group === undefined || 'field' in group || partsOf(group).length === 1) {
      return { where: withPartAt(where, above, part), path: above }
    }
    const to = (above.at(-1) ?? 0) + (by === 1 ? 1 : 0)
    const outer = above.slice(0, -1)
    return { where: spliced(withPartAt(where, path, null), outer, to, 0, [part]), path: [...outer, to] }
  }
  if ('field' in beside) {
    const at = Math.min(place, place + by)
    const pair = by === 1 ? [beside, part] : [part, beside]
    return { where: spliced(where, above, at, 2, pair), path: [...above, place + by] }
  }
  const without = withPartAt(where, path, null)
  const groupPath = [...above, by === 1 ? place : place - 1]
  const to = by === 1 ? 0 : partsOf(beside).length
  return { where: spliced(without, groupPath, to, 0, [part]), path: [...groupPath, to] }
}

/** The tree with some parts of a group, or of the whole, replaced by others. */
function spliced(where: Where, group: Path, place: number, count: number, parts: readonly Where[]): Where {
  const into = group.length === 0 ? { all: allParts(where) } : partAt(where, group)
  if (into === undefined || 'field' in into) return where
  const now = partsOf(into).toSpliced(place, count, ...parts)
  return group.length === 0 ? { all: now } : withPartAt(where, group, withParts(into, now))
}

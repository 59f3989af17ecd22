import type { Range, SearchFilter } from './operator.ts'
import { operatorOf } from './operators/registry.ts'
import type { Condition, Where } from './query.ts'
import { activeParts, partsOf } from './where.ts'

/** The `filters` of `datastore_search`. */
export type Filters = Readonly<Record<string, unknown>>

/** What the filters of a server can say: equality, or, as CKAN from 2.12 on, ranges and groups as well. */
export type FilterKind = 'equality' | 'ranges'

/** The parts of the conditions that filters of that kind can't say; none if they can say all of them. */
export function unsaidBySearch(where: Where, can: FilterKind): readonly Where[] {
  const parts = activeParts(where)
  const unsaid = parts.filter((part) => (can === 'equality' ? plainFilter(part) : richFilter(part)) === null)
  // CKAN refuses too many conditions at once, though each of them may be said.
  return unsaid.length === 0 && isTooLarge(parts) ? parts : unsaid
}

/**
 * The filters that say all conditions, for a server whose filters can say so much; null if there are none. Throws if they
 * can't be said at all.
 */
export function filtersOf(where: Where, can: FilterKind): Filters | null {
  const parts = activeParts(where)
  if (parts.length === 0) return null
  const isPlain = parts.every((part) => plainFilter(part) !== null) && (can === 'equality' || joinsForSure(where))
  const filters = isPlain ? plainFilters(parts, can) : joined(parts.map((part) => richFilter(part)))
  if (filters === null) throw new Error('datastore_search cannot say these conditions')
  return filters
}

/** Whether filters allow a field no value at all, so that no record matches. CKAN up to 2.11 fails at such a list. */
export function allowNothing(filters: unknown): boolean {
  const lists = typeof filters === 'object' && filters !== null ? Object.values(filters) : []
  return lists.some((values) => Array.isArray(values) && values.length === 0)
}

function filterOf(part: Where): SearchFilter | null {
  return 'field' in part ? operatorOf(part.op).toSearch(part) : null
}

/** The values of a condition that only compares for equality; null for any other part. */
function plainFilter(part: Where): readonly string[] | null {
  const values = filterOf(part)?.anyOf
  return values?.every((value) => typeof value === 'string') === true ? values : null
}

/**
 * Whether one list of values for each field asks for what several conditions on it do. Only the database knows whether `f`
 * is `false` and 7 is `7.0`, so it is sure only if one of the lists is part of all others.
 */
export function joinsForSure(where: Where): boolean {
  return [...valuesByField(activeParts(where)).values()].every((lists) => {
    const all = allowedBy(lists)
    return lists.some((values) => values.every((value) => all.includes(value)))
  })
}

/** An object holds each name once, so conditions on one field become one: the values that all of them allow. */
function plainFilters(parts: readonly Where[], can: FilterKind): Filters {
  return objectOf(
    [...valuesByField(parts)].map(([field, lists]) => [
      can === 'ranges' ? escapedName(field) : field,
      valuesOf(allowedBy(lists)),
    ]),
  )
}

/** The values of each condition that only compares for equality, by its field. */
function valuesByField(parts: readonly Where[]): ReadonlyMap<string, readonly (readonly string[])[]> {
  const lists = new Map<string, readonly (readonly string[])[]>()
  for (const part of parts) {
    const values = plainFilter(part)
    if (values !== null && 'field' in part) lists.set(part.field, [...(lists.get(part.field) ?? []), values])
  }
  return lists
}

function allowedBy([first = [], ...others]: readonly (readonly string[])[]): readonly string[] {
  const rest = others.map((values) => new Set(values))
  return first.filter((value) => rest.every((values) => values.has(value)))
}

/** Where filters have groups, a column whose name begins with a dollar would be taken for one. */
function escapedName(field: string): string {
  return field.replace(/^\$/, '$$$$')
}

/** A part as one object of filters, as CKAN reads it from 2.12 on; null if it can't be said. */
function richFilter(part: Where): Filters | null {
  if ('field' in part) {
    const filter = filterOf(part)
    return filter && objectOf([[escapedName(part.field), valuesOf(filter.anyOf)]])
  }
  if (part.not === true) return null
  const filters = partsOf(part).map((each) => richFilter(each))
  if ('all' in part) return joined(filters)
  const all = filters.filter((each) => each !== null)
  return all.length === filters.length ? { $or: all } : null
}

function valuesOf(values: readonly (string | Range)[]): unknown {
  return values.length === 1 ? values[0] : values
}

/** Filters that must all hold: side by side where no name comes twice, else in a list. */
function joined(filters: readonly (Filters | null)[]): Filters | null {
  const all = filters.filter((each) => each !== null)
  if (all.length < filters.length) return null
  const names = all.flatMap((each) => Object.keys(each))
  if (new Set(names).size < names.length) return { $and: all }
  return objectOf(all.flatMap((each) => Object.entries(each)))
}

/** No prototype: a field may be called __proto__. */
function objectOf(entries: readonly (readonly [string, unknown])[]): Filters {
  const object: Record<string, unknown> = Object.create(null)
  for (const [name, value] of entries) object[name] = value
  return object
}

/** CKAN takes 100 operations, those that join others among them, and 10 levels. */
function isTooLarge(parts: readonly Where[]): boolean {
  if (parts.every((part) => plainFilter(part) !== null)) return false
  return operations(parts) > MOST_OPERATIONS || Math.max(...parts.map((part) => depth(part))) > DEEPEST
}

const MOST_OPERATIONS = 100
const DEEPEST = 8

/** The operations of parts that are joined. */
function operations(parts: readonly Where[]): number {
  return parts.reduce((sum, part) => sum + ('field' in part ? compared(part) : operations(partsOf(part))), 1)
}

/** A list of values is one operation, however long it is; two bounds are three, as they are joined. */
function compared(condition: Condition): number {
  const anyOf = filterOf(condition)?.anyOf ?? []
  const ranges = anyOf.filter((value) => typeof value !== 'string')
  if (ranges.length === 0) return 1
  const bounds = ranges.map((range) => Object.keys(range).length)
  const joins = bounds.filter((count) => count > 1).length + (anyOf.length > 1 ? 1 : 0)
  return bounds.reduce((sum, count) => sum + count, joins) + (anyOf.length > ranges.length ? 1 : 0)
}

function depth(part: Where): number {
  return 'field' in part ? 1 : 1 + Math.max(0, ...partsOf(part).map((each) => depth(each)))
}

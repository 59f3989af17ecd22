import type { Condition, Query, Sort, Where } from '../../query/query.ts'
import { chosenColumns } from '../../query/columns.ts'
import { partAt, pathOfCondition, withPartAt, type Path } from '../../query/treePaths.ts'
import { allParts, partsOf, withParts } from '../../query/where.ts'
import type { View } from '../view.ts'

/** What a view asks of a table. */
export function queryOf({ columns, distinct, where, search, sort, limit }: View, resource: string): Query {
  return {
    resource,
    columns: chosenColumns({ columns }),
    ...(distinct === true ? { distinct } : {}),
    where,
    search,
    sort,
    limit,
  }
}

/** The view with this query in its form, and its records shown. */
export function withQuery(view: View, { resource, ...body }: Query): View {
  const { distinct: _, ...place } = view
  return { ...place, ...body, resource, mode: 'filter', summary: '', chart: '' }
}

/** The view with this condition: in place of the one with its id, else as the last of that group, or of all. */
export function withConditionSet(view: View, condition: Condition, into: Path = []): View {
  const path = pathOfCondition(view.where, condition.id)
  const group = into.length === 0 ? undefined : partAt(view.where, into)
  if (path !== null) return { ...view, where: withPartAt(view.where, path, condition) }
  if (group === undefined || 'field' in group) return { ...view, where: { all: [...allParts(view.where), condition] } }
  return { ...view, where: withPartAt(view.where, into, withParts(group, [...partsOf(group), condition])) }
}

/** The view without this part of its conditions. */
export function withPartRemoved(view: View, part: Where): View {
  return { ...view, where: { all: allParts(view.where).filter((each) => each !== part) } }
}

/** The values with this one added, or removed if it is among them; `single` makes it the only one. */
export function toggledValues(values: readonly string[], value: string, single: boolean): readonly string[] {
  if (values.includes(value)) return values.filter((v) => v !== value)
  return single ? [value] : [...values, value]
}

/** The view with the direction of its sort by that field reversed. */
export function withSortTurned(view: View, field: string): View {
  return { ...view, sort: view.sort.map((s) => (s.field === field ? { ...s, descending: !s.descending } : s)) }
}

/** The view with records that have null in that field moved to the other end of its order. */
export function withNullsMoved(view: View, field: string): View {
  return { ...view, sort: view.sort.map((s) => (s.field === field ? withNullsAtOtherEnd(s) : s)) }
}

function withNullsAtOtherEnd({ nullsFirst, ...key }: Sort): Sort {
  return nullsFirst === true ? key : { ...key, nullsFirst: true }
}

/** The view with its key on that field decided before the one on its left, or after the one on its right. */
export function withSortMoved(view: View, field: string, by: -1 | 1): View {
  const from = view.sort.findIndex((s) => s.field === field)
  const key = view.sort[from]
  const to = from + by
  if (key === undefined || to < 0 || to >= view.sort.length) return view
  return { ...view, sort: view.sort.toSpliced(from, 1).toSpliced(to, 0, key) }
}

/** The view without its sort by that field. */
export function withoutSort(view: View, field: string): View {
  return { ...view, sort: view.sort.filter((s) => s.field !== field) }
}

/** The view in the order of the table, in which every matching record can be shown. */
export function withSortById(view: View): View {
  return { ...view, sort: [{ field: '_id', descending: false }] }
}

/** The view of the same table and columns without anything that the sentence says. */
export function withNothingAsked(view: View): View {
  return { ...view, search: '', where: { all: [] }, sort: [], limit: null }
}

/** The view without search and conditions. */
export function withoutConditions(view: View): View {
  return { ...view, search: '', where: { all: [] } }
}

/** A limit as it was typed: nothing means all (null), else a whole number from 0; `ok` is false if it is neither. */
export function readLimit(text: string): { ok: true; limit: number | null } | { ok: false } {
  if (text.trim() === '') return { ok: true, limit: null }
  if (!/^\d+$/.test(text.trim())) return { ok: false }
  const limit = Number(text)
  return Number.isSafeInteger(limit) ? { ok: true, limit } : { ok: false }
}

import type { Condition, Query, Where } from '../query/query.ts'
import { allParts, withCondition, withoutCondition } from '../query/where.ts'
import type { View } from './view.ts'

/** What a view asks of a table. */
export function queryOf({ columns, where, search, sort, limit }: View, resource: string): Query {
  return { resource, columns, where, search, sort, limit }
}

/** The view with this condition: in place of the one with its id, else as the last. Without values it is removed. */
export function withConditionSet(view: View, condition: Condition): View {
  const { values, id } = condition
  return {
    ...view,
    where: values.length === 0 ? withoutCondition(view.where, id) : withCondition(view.where, condition),
  }
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

/** The view without its sort by that field. */
export function withoutSort(view: View, field: string): View {
  return { ...view, sort: view.sort.filter((s) => s.field !== field) }
}

/** The view in the order of the table, in which every matching record can be shown. */
export function withSortById(view: View): View {
  return { ...view, sort: [{ field: '_id', descending: false }] }
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

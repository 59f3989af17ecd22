import type { QuerySpec } from '../protocol/querySpec.ts'
import type { View } from '../state/view.ts'

/** What a view asks of a table. */
export function specOf(view: View, resource: string): QuerySpec {
  return { resource, search: view.search, filters: view.filters, sort: view.sort, limit: view.limit }
}

/** The view with these values for the filter on a field: in place where there was one, else as the last; none removes it. */
export function withFilterValues(view: View, field: string, values: readonly string[]): View {
  if (values.length === 0) return { ...view, filters: view.filters.filter((f) => f.field !== field) }
  const filter = { field, values }
  return {
    ...view,
    filters: view.filters.some((f) => f.field === field)
      ? view.filters.map((f) => (f.field === field ? filter : f))
      : [...view.filters, filter],
  }
}

/** A value put to the values of a filter, or taken away; with `single` it takes the place of all others. */
export function toggledValues(values: readonly string[], value: string, single: boolean): readonly string[] {
  if (values.includes(value)) return values.filter((v) => v !== value)
  return single ? [value] : [...values, value]
}

/** The view sorted by that field the other way round. */
export function withSortTurned(view: View, field: string): View {
  return { ...view, sort: view.sort.map((s) => (s.field === field ? { ...s, descending: !s.descending } : s)) }
}

/** The view without its sort by that field. */
export function withoutSort(view: View, field: string): View {
  return { ...view, sort: view.sort.filter((s) => s.field !== field) }
}

/** The view in the order of the table, in which every record that is found can be shown. */
export function withSortById(view: View): View {
  return { ...view, sort: [{ field: '_id', descending: false }] }
}

/** The view with neither search nor filters. */
export function withoutConditions(view: View): View {
  return { ...view, search: '', filters: [] }
}

/** A limit as it was typed: empty is all (null), else a whole number from 0; `ok` false where it is neither. */
export function readLimit(text: string): { ok: true; limit: number | null } | { ok: false } {
  if (text.trim() === '') return { ok: true, limit: null }
  if (!/^\d+$/.test(text.trim())) return { ok: false }
  const limit = Number(text)
  return Number.isSafeInteger(limit) ? { ok: true, limit } : { ok: false }
}

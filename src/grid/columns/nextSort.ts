import type { Sort } from '../../query/query.ts'

/** The sort after a header was chosen: ascending, descending, none by turns; nulls stay where they are; `add` keeps the other keys. */
export function nextSort(sort: readonly Sort[], field: string, add: boolean): readonly Sort[] {
  const place = sort.findIndex((s) => s.field === field)
  const now = sort[place]
  const next: Sort | null =
    now === undefined ? { field, descending: false } : now.descending ? null : { ...now, descending: true }
  if (!add) return next === null ? [] : [next]
  if (now === undefined) return next === null ? sort : [...sort, next]
  return next === null ? sort.toSpliced(place, 1) : sort.with(place, next)
}

import type { Figure, GroupFilter, Grouping, Summary } from '../../summary/summary.ts'
import { writeSummary } from '../../summary/summaryLink.ts'
import type { View } from '../../workspace/view.ts'

/** The view with its records summarised so, or shown again (null). */
export function withSummary(view: View, summary: Summary | null): View {
  if (summary !== null) return { ...view, summary: writeSummary(summary) }
  return { ...view, summary: '', chart: '' }
}

/** The most fields by which records are put into groups, those across included. */
export const MOST_GROUPINGS = 3

/** How many there are. */
export function groupingCount({ by, across }: Summary): number {
  return by.length + (across === null ? 0 : 1)
}

/** The summary with this grouping at that place: `across`, or among those of rows; the place after the last adds it. */
export function withGrouping(summary: Summary, at: number | 'across', grouping: Grouping): Summary {
  if (at === 'across') return { ...summary, across: grouping }
  return { ...summary, by: [...summary.by.slice(0, at), grouping, ...summary.by.slice(at + 1)] }
}

/** The summary without that grouping. The last one leaves no groups, and so no order of them. */
export function withGroupingRemoved(summary: Summary, at: number | 'across'): Summary {
  if (at === 'across') return { ...summary, across: null }
  const by = summary.by.toSpliced(at, 1)
  return by.length > 0 ? { ...summary, by } : { ...summary, by, sort: null, keep: [], most: null }
}

/** The summary with that grouping in columns in place of rows, or back; what was across takes its place. */
export function withGroupingTurned(summary: Summary, at: number | 'across'): Summary {
  const { by, across } = summary
  if (at === 'across') return across === null ? summary : { ...summary, by: [...by, across], across: null }
  const grouping = by[at]
  if (grouping === undefined) return summary
  return { ...summary, by: by.toSpliced(at, 1, ...(across === null ? [] : [across])), across: grouping }
}

/** The summary with this figure at that place; the place after the last adds it. */
export function withFigure(summary: Summary, at: number, figure: Figure): Summary {
  return { ...summary, figures: [...summary.figures.slice(0, at), figure, ...summary.figures.slice(at + 1)] }
}

/** The summary without that figure, and without what is said of it; null if it is the only one. */
export function withoutFigure(summary: Summary, at: number): Summary | null {
  const { figures, sort, keep } = summary
  if (figures.length < 2) return null
  const after = (place: number) => (place > at ? place - 1 : place)
  return {
    ...summary,
    figures: figures.toSpliced(at, 1),
    sort: sort === null || sort.by === 'group' ? sort : sort.by === at ? null : { ...sort, by: after(sort.by) },
    keep: keep.flatMap((filter) => (filter.figure === at ? [] : [{ ...filter, figure: after(filter.figure) }])),
  }
}

/** The summary with this condition on groups at that place, or without the one there (null). */
export function withKeep(summary: Summary, at: number, filter: GroupFilter | null): Summary {
  const { keep } = summary
  return { ...summary, keep: [...keep.slice(0, at), ...(filter === null ? [] : [filter]), ...keep.slice(at + 1)] }
}

/** The summary sorted by that: largest first, then smallest first, then by the groups; groups go up and down. */
export function withSortBy(summary: Summary, by: number | 'group'): Summary {
  const { sort } = summary
  const isSame = (sort?.by ?? 'group') === by
  const isDown = sort?.descending === true
  if (by === 'group') return { ...summary, sort: isSame && !isDown ? { by, descending: true } : null }
  if (!isSame) return { ...summary, sort: { by, descending: true } }
  return { ...summary, sort: isDown ? { by, descending: false } : null }
}

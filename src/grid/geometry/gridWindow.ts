import type { Span } from '../../rows/span.ts'

/**
 * Which rows and columns are in the document.
 *
 * At most `MAX_CELLS` cells are, whatever the window and the table: a page stays quick only while it is small.
 */
export const MAX_CELLS = 2_000

/** px; no column is narrower. */
export const NARROWEST = 48

/** Rows are added and dropped by this many at a time if there is room, so that not every row scrolled is work. */
const STEP = 4
const MOST_ROWS_AHEAD = 16
const FEWEST_ROWS_AHEAD = 2

/** The header, and the active row, which stays in the document when it is scrolled away. */
const EXTRA_ROWS = 2
/** The row number, and the active cell. */
const EXTRA_COLUMNS = 2

/** Where each column starts, px from the first one's edge; one entry more than columns: the last is the whole width. */
export function columnStarts(widths: readonly number[]): readonly number[] {
  const starts = [0]
  let at = 0
  for (const width of widths) starts.push((at += width))
  return starts
}

/**
 * The columns that overlap the px from `from` to `to`, less what the first `left` and the last `right` columns cover; those
 * are not among them. One if nothing overlaps.
 */
export function columnsBetween(starts: readonly number[], from: number, to: number, left = 0, right = 0): Span {
  const last = Math.max(left, starts.length - 1 - right)
  if (last <= left) return { start: last, end: last }
  const covered = (starts.at(-1) ?? 0) - (starts[last] ?? 0)
  const start = Math.min(lastAtOrBefore(starts, Math.max(0, from) + (starts[left] ?? 0)), last - 1)
  const end = Math.min(lastAtOrBefore(starts, Math.max(0, to - covered - 1e-6)) + 1, last)
  return { start, end: Math.max(end, start + 1) }
}

/** Pinned columns stay in view only while they leave this share of it to the others. */
const LEAST_SHARE_OF_OTHERS = 0.4

/**
 * How many of the first `left` and the last `right` columns may stay in view of that width: all at a side, or none. Those
 * at the right give way to those at the left.
 */
export function pinnedThatFit(
  starts: readonly number[],
  { left, right }: { left: number; right: number },
  width: number,
): { readonly left: number; readonly right: number } {
  const most = width * (1 - LEAST_SHARE_OF_OTHERS)
  const atLeft = starts[left] ?? 0
  const atRight = (starts.at(-1) ?? 0) - (starts[starts.length - 1 - right] ?? 0)
  if (atLeft > most) return { left: 0, right: atRight > most ? 0 : right }
  return { left, right: atLeft + atRight > most ? 0 : right }
}

function lastAtOrBefore(starts: readonly number[], x: number): number {
  let low = 0
  let high = starts.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((starts[middle] ?? 0) <= x) low = middle
    else high = middle - 1
  }
  return low
}

/**
 * The least width of a column, px, with which a view of that size shows no more cells than there may be. More than
 * `NARROWEST` only where a very large window meets a table of very many columns.
 */
export function leastColumnWidth(
  viewport: { width: number; height: number },
  rowHeight: number,
  columns: number,
): number {
  const rows = rowsInView(viewport.height, rowHeight) + 2 * FEWEST_ROWS_AHEAD + EXTRA_ROWS
  const most = Math.floor(MAX_CELLS / rows) - EXTRA_COLUMNS
  if (columns <= most) return NARROWEST
  // A view overlaps up to two columns more than fit into it: one at either edge.
  return Math.max(NARROWEST, Math.ceil(viewport.width / Math.max(1, most - 2)))
}

/**
 * The rows to have in the document: those in view, and as many around them as `MAX_CELLS` leaves room for, most of them
 * where the scrolling leads (`direction`: 1 is down); in a `hurry`, when the next frame shows others anyway, hardly any.
 * Wherever the view stands they are the same number, so that none has to be added or removed while one scrolls.
 */
export function rowsAround(
  view: { top: number; height: number },
  rowHeight: number,
  rows: number,
  columns: number,
  { direction, hurry }: { direction: 1 | -1; hurry: boolean } = { direction: 1, hurry: false },
): Span {
  const seen = rowsBetween(view, rowHeight, rows)
  const inView = rowsInView(view.height, rowHeight)
  const most = Math.floor(MAX_CELLS / (columns + EXTRA_COLUMNS)) - EXTRA_ROWS
  const room = most - inView
  const step = room >= 2 * FEWEST_ROWS_AHEAD + 3 * STEP ? STEP : 1
  const behind = FEWEST_ROWS_AHEAD
  const ahead = hurry ? behind : Math.max(behind, Math.min(MOST_ROWS_AHEAD, room - behind - 2 * (step - 1)))
  const count = Math.ceil((inView + behind + ahead + step - 1) / step) * step
  const before = direction === 1 ? behind : ahead
  const start = Math.max(0, Math.min(Math.floor((seen.start - before) / step) * step, rows - count))
  return { start, end: Math.min(rows, start + count) }
}

/** The rows of which at least a part is in view. */
export function rowsBetween(view: { top: number; height: number }, rowHeight: number, rows: number): Span {
  const start = Math.min(rows, Math.max(0, Math.floor(view.top / rowHeight)))
  const end = Math.min(rows, Math.ceil((view.top + view.height) / rowHeight))
  return { start, end: Math.max(start, end) }
}

function rowsInView(height: number, rowHeight: number): number {
  return Math.ceil(Math.max(0, height) / rowHeight) + 1
}

import type { Span } from '../../rows/span.ts'
import type { SelectedRange, Selection } from './selection.ts'

/** Cells that lie in a rectangle, by their places among the rows and among the columns shown. */
export interface Rect {
  readonly rows: Span
  readonly columns: Span
}

/** Rows of which the same columns are selected. */
export interface Band {
  readonly rows: Span
  /** Places among the columns shown, in order. */
  readonly columns: readonly number[]
}

/** How much is selected. */
export interface SelectedCount {
  readonly cells: number
  readonly rows: number
  readonly columns: number
  /** Every selected row in every selected column. */
  readonly isBlock: boolean
}

/** Where the ranges of a selection lie now; those whose columns are not shown any more are left out. */
export function rectsOf(selection: Selection, rowCount: number, columns: readonly string[]): readonly Rect[] {
  if (selection.length === 0) return []
  const places = new Map(columns.map((id, place) => [id, place]))
  return selection.flatMap((range) => {
    const rect = rectOf(range, rowCount, columns.length, places)
    return rect === null || rect.rows.start >= rect.rows.end || rect.columns.start >= rect.columns.end ? [] : [rect]
  })
}

function rectOf(
  { kind, from, to }: SelectedRange,
  rowCount: number,
  columnCount: number,
  places: ReadonlyMap<string, number>,
): Rect | null {
  const all: Rect = { rows: { start: 0, end: rowCount }, columns: { start: 0, end: columnCount } }
  if (kind === 'all') return all
  const rows = {
    start: Math.max(0, Math.min(from.row, to.row)),
    end: Math.min(rowCount, Math.max(from.row, to.row) + 1),
  }
  if (kind === 'rows') return { rows, columns: all.columns }
  const [a, b] = [places.get(from.column), places.get(to.column)]
  if (a === undefined || b === undefined) return null
  const columns = { start: Math.min(a, b), end: Math.max(a, b) + 1 }
  return { rows: kind === 'columns' ? all.rows : rows, columns }
}

/** The same cells in bands from the top down, each cell once. */
export function bandsOf(rects: readonly Rect[]): readonly Band[] {
  const edges = [...new Set(rects.flatMap(({ rows }) => [rows.start, rows.end]))].toSorted((a, b) => a - b)
  const bands: Band[] = []
  for (const [at, start] of edges.entries()) {
    const end = edges[at + 1]
    if (end === undefined) break
    const columns = columnsIn(rects, start)
    const before = bands.at(-1)
    if (columns.length === 0) continue
    if (before?.rows.end === start && isSameList(before.columns, columns))
      bands[bands.length - 1] = { rows: { start: before.rows.start, end }, columns }
    else bands.push({ rows: { start, end }, columns })
  }
  return bands
}

/** The places of the columns that are selected in a row, in order. */
export function columnsIn(rects: readonly Rect[], row: number): readonly number[] {
  const columns = new Set<number>()
  for (const rect of rects) {
    if (row < rect.rows.start || row >= rect.rows.end) continue
    for (let column = rect.columns.start; column < rect.columns.end; column += 1) columns.add(column)
  }
  return [...columns].toSorted((a, b) => a - b)
}

export function countOf(bands: readonly Band[]): SelectedCount {
  const columns = columnsOf(bands).length
  let cells = 0
  let rows = 0
  for (const band of bands) {
    const count = band.rows.end - band.rows.start
    rows += count
    cells += count * band.columns.length
  }
  return { cells, rows, columns, isBlock: cells === rows * columns }
}

/** The places of all columns of which something is selected, in order. */
export function columnsOf(bands: readonly Band[]): readonly number[] {
  return [...new Set(bands.flatMap(({ columns }) => columns))].toSorted((a, b) => a - b)
}

function isSameList(a: readonly number[], b: readonly number[]): boolean {
  return a.length === b.length && a.every((each, at) => each === b[at])
}

import type { Span } from '../rows/span.ts'
import type { PlacedColumn } from './columns/useGridColumns.ts'

/** The columns, laid out; one object as long as nothing of it changes. */
export interface GridLayout {
  /** Pinned columns first. */
  readonly placed: readonly PlacedColumn[]
  /** So many of them stay in view when the others scroll sideways. */
  readonly pinned: number
  readonly starts: readonly number[]
  /** The columns in the document, besides the pinned ones. */
  readonly columns: Span
  readonly rowNumberWidth: number
  /** px, everything */
  readonly width: number
}

/** A column to draw. */
export interface DrawnColumn {
  readonly placed: PlacedColumn
  /** From 0, among all columns shown. */
  readonly column: number
  /** px from the row's edge */
  readonly left: number
  readonly pinned: 'pinned' | 'last' | undefined
}

/** The columns in the document, with the active one (−1: none), which keeps the focus when it is scrolled away. */
export function columnsToDraw(layout: GridLayout, active: number): readonly DrawnColumn[] {
  const { placed, pinned, starts, columns, rowNumberWidth } = layout
  const drawn: DrawnColumn[] = []
  const draw = (column: number) => {
    const at = placed[column]
    if (at === undefined) return
    const isLast = column === pinned - 1
    const left = rowNumberWidth + (starts[column] ?? 0)
    drawn.push({ placed: at, column, left, pinned: column >= pinned ? undefined : isLast ? 'last' : 'pinned' })
  }
  for (let column = 0; column < pinned; column += 1) draw(column)
  // What is in view may be from before the columns were pinned.
  const start = Math.max(pinned, columns.start)
  const end = Math.max(start, columns.end)
  if (active >= pinned && active < start) draw(active)
  for (let column = start; column < end; column += 1) draw(column)
  if (active >= end) draw(active)
  return drawn
}

/** The rows in the document, and the active one, which keeps the focus when it is scrolled away. */
export function rowsToDraw({ start, end }: Span, active: number): readonly number[] {
  const rows = Array.from({ length: Math.max(0, end - start) }, (_, i) => start + i)
  if (active >= 0 && active < start) rows.unshift(active)
  else if (active >= end) rows.push(active)
  return rows
}

/** Columns on either side of those in view that are loaded with them. */
const NEAR = 10

/** The places, among the fields, of the columns that are in view or near it. */
export function wantedPlaces({ placed, pinned, columns }: GridLayout): readonly number[] {
  const near = placed.slice(Math.max(pinned, columns.start - NEAR), columns.end + NEAR)
  return [...placed.slice(0, pinned), ...near].map(({ place }) => place).toSorted((a, b) => a - b)
}

import type { Span } from '../rows/span.ts'
import type { ColumnBox } from './body/columnRules.ts'
import type { PlacedColumn } from './columns/useGridColumns.ts'

/** The columns, laid out; one object as long as nothing of it changes. */
export interface GridLayout {
  /** In the order of the picture: those pinned left, the others, those pinned right. */
  readonly placed: readonly PlacedColumn[]
  /** So many of the first stay in view when the others scroll sideways. */
  readonly left: number
  /** So many of the last. */
  readonly right: number
  readonly starts: readonly number[]
  readonly rowNumberWidth: number
  /** px, everything */
  readonly width: number
}

/** How a column is pinned; the one that others scroll under is told apart. */
export type CellPin = 'left' | 'lastLeft' | 'right' | 'firstRight' | null

export function pinOf({ placed, left, right }: GridLayout, column: number): CellPin {
  if (column < left) return column === left - 1 ? 'lastLeft' : 'left'
  const first = placed.length - right
  if (column < first) return null
  return column === first ? 'firstRight' : 'right'
}

/** Where a column lies. */
export function boxOf(layout: GridLayout, column: number): ColumnBox {
  const { placed, starts, rowNumberWidth } = layout
  const start = starts[column] ?? 0
  const end = starts[column + 1] ?? start
  const pin = pinOf(layout, column)
  if (pin === 'right' || pin === 'firstRight')
    return { at: (starts.at(-1) ?? 0) - end, width: end - start, pin: 'right' }
  return { at: rowNumberWidth + start, width: placed[column]?.width ?? 0, pin: pin === null ? null : 'left' }
}

/** The columns in the header, with the active one (−1: none), which keeps the focus when it is scrolled away. */
export function columnsToDraw({ placed, left, right }: GridLayout, inView: Span, active: number): readonly number[] {
  const last = placed.length - right
  // What is in view may be from before the columns were pinned.
  const start = Math.max(left, inView.start)
  const end = Math.min(last, Math.max(start, inView.end))
  return placed.flatMap((_, column) => {
    const isDrawn = column < left || column >= last || (column >= start && column < end) || column === active
    return isDrawn ? [column] : []
  })
}

/** Columns on either side of those in view that are loaded with them. */
const NEAR = 10

/** The places, among the fields, of the columns that are in view or near it. */
export function wantedPlaces({ placed, left, right }: GridLayout, inView: Span): readonly number[] {
  const last = placed.length - right
  const near = placed.slice(Math.max(left, inView.start - NEAR), Math.min(last, inView.end + NEAR))
  return [...placed.slice(0, left), ...near, ...placed.slice(last)].map(({ place }) => place).toSorted((a, b) => a - b)
}

import type { GridPosition } from './gridFocus.ts'
import type { GridShape } from './gridShape.ts'

/** Where a grid has been scrolled to, px. */
export interface Scrolled {
  readonly left: number
  readonly top: number
}

/** px of the window. */
export interface Edges {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** Where the cells are seen that scroll, if the grid's corner is there: within headers, row numbers and pinned columns. */
export function edgesOf(shape: GridShape, corner: { readonly left: number; readonly top: number }): Edges {
  const { columnStarts: starts, clientWidth, clientHeight, rowNumberWidth, headerHeight } = shape
  const atRight = (starts.at(-1) ?? 0) - (starts[starts.length - 1 - shape.right] ?? 0)
  return {
    left: corner.left + rowNumberWidth + (starts[shape.left] ?? 0),
    top: corner.top + headerHeight,
    right: corner.left + clientWidth - atRight,
    bottom: corner.top + clientHeight,
  }
}

/**
 * The cell under a point, or the nearest in view if the point is beyond the edges. `x` and `y`: px from the corner of the
 * element that scrolls. Row −1 is the header, column −1 the number of the row.
 */
export function pointerCell(x: number, y: number, shape: GridShape, scrolled: Scrolled): GridPosition {
  const height = shape.clientHeight - shape.headerHeight
  const inside = Math.min(Math.max(0, y - shape.headerHeight), height - 1)
  const row = Math.min(Math.floor((scrolled.top + inside) / shape.rowHeight), shape.rows - 1)
  return { row: y >= 0 && y < shape.headerHeight ? -1 : row, column: columnAt(x, shape, scrolled.left) }
}

function columnAt(x: number, shape: GridShape, left: number): number {
  const { columnStarts: starts, clientWidth, rowNumberWidth } = shape
  const count = starts.length - 1
  const last = count - shape.right
  if (x >= 0 && x < rowNumberWidth) return -1
  const width = clientWidth - rowNumberWidth
  const inside = Math.min(Math.max(0, x - rowNumberWidth), width - 1)
  const whole = starts.at(-1) ?? 0
  const atRight = whole - (starts[last] ?? 0)
  if (inside < (starts[shape.left] ?? 0)) return within(starts, inside, 0, shape.left)
  if (inside >= width - atRight) return within(starts, whole - width + inside, last, count)
  return within(starts, left + inside, shape.left, last)
}

/** The last of these columns that begins at or before that px. */
function within(starts: readonly number[], at: number, first: number, end: number): number {
  let column = first
  while (column + 1 < end && (starts[column + 1] ?? 0) <= at) column += 1
  return column
}

/** The active cell. Row −1 is the header; rows and columns of data are counted from 0. */
export interface GridPosition {
  readonly row: number
  readonly column: number
}

/** What a move has to know of the grid. */
export interface GridSize {
  readonly rows: number
  readonly columns: number
  /** Rows by which Page Up and Page Down go. */
  readonly page: number
  /** The first row in view: where Arrow Down leads from the header, which is always in view. */
  readonly firstInView: number
}

export interface GridKey {
  readonly key: string
  readonly ctrl: boolean
  readonly shift: boolean
}

/** Where a key leads (WAI-ARIA grid pattern), within the grid; null if the key doesn't move the focus. */
export function moveFocus(from: GridPosition, { key, ctrl, shift }: GridKey, size: GridSize): GridPosition | null {
  if (shift) return null
  const isHeader = from.row === -1
  const lastRow = size.rows - 1
  const lastColumn = Math.max(0, size.columns - 1)
  const to = (row: number, column: number) => withinGrid({ row, column }, size)
  switch (key) {
    case 'ArrowLeft':
      return to(from.row, ctrl ? 0 : from.column - 1)
    case 'ArrowRight':
      return to(from.row, ctrl ? lastColumn : from.column + 1)
    case 'ArrowUp':
      return to(ctrl ? Math.min(from.row, 0) : from.row - 1, from.column)
    case 'ArrowDown':
      if (ctrl) return to(lastRow, from.column)
      return to(isHeader ? size.firstInView : from.row + 1, from.column)
    case 'PageUp':
      return to(isHeader ? -1 : Math.max(0, from.row - size.page), from.column)
    case 'PageDown':
      return to((isHeader ? size.firstInView : from.row) + size.page, from.column)
    case 'Home':
      return ctrl ? to(Math.min(0, lastRow), 0) : to(from.row, 0)
    case 'End':
      return ctrl ? to(lastRow, lastColumn) : to(from.row, lastColumn)
    default:
      return null
  }
}

/** The nearest position that the grid has; the header if there are no rows. */
export function withinGrid({ row, column }: GridPosition, size: Pick<GridSize, 'rows' | 'columns'>): GridPosition {
  return {
    row: Math.max(-1, Math.min(row, size.rows - 1)),
    column: Math.max(0, Math.min(column, size.columns - 1)),
  }
}

import type { ColumnLayout } from '../../rows/columnLayout.ts'

/** A layout for the table that keeps the columns. */
export function columnState({ order = [], hidden = [], pinned = [], pinnedRight = [] }: ColumnLayout) {
  return {
    columnOrder: order.map(tableId),
    columnVisibility: Object.fromEntries(hidden.map((id) => [tableId(id), false])),
    columnPinning: { start: pinned.map(tableId), end: pinnedRight.map(tableId) },
  }
}

/** What that table calls a column: it takes no empty name, which a field of a server may have. */
export function tableId(column: string): string {
  return `:${column}`
}

/** The column that it calls so. */
export function columnId(table: string): string {
  return table.slice(1)
}

import type { ColumnLayout } from '../../rows/columnLayout.ts'

/** A layout for the table that keeps the columns. */
export function columnState({ order = [], hidden = [], pinned = [] }: ColumnLayout) {
  return {
    columnOrder: [...order],
    columnVisibility: Object.fromEntries(hidden.map((id) => [id, false])),
    columnPinning: { start: [...pinned], end: [] },
  }
}

import { useState } from 'react'
import type { GridColumn } from '../grid/DataGrid.tsx'
import type { Field } from '../protocol/field.ts'
import { gridColumns } from './gridColumns.ts'

/** The grid's columns, the same array as long as the fields say the same: the grid builds its columns anew for another. */
export function useGridColumns(fields: readonly Field[]): readonly GridColumn[] {
  const key = JSON.stringify(fields)
  const [kept, setKept] = useState(() => ({ key, columns: gridColumns(fields) }))
  if (kept.key === key) return kept.columns
  const next = { key, columns: gridColumns(fields) }
  setKept(next)
  return next.columns
}

import { useEffect, useMemo, useState } from 'react'
import type { GridColumn } from '../../grid/columns/useGridColumns.ts'
import type { Field } from '../../protocol/field.ts'
import type { ColumnLayout } from '../../rows/columnLayout.ts'
import { laterModule, reportMissing } from '../../ui/later.tsx'
import { gridColumns } from '../result/gridColumns.ts'

/** The grid's columns for the fields of an answer, with the formats of a layout. What reads them loads when the first is chosen; until then values are as sent. */
export function useFormattedColumns(fields: readonly Field[], formats: ColumnLayout['formats']): readonly GridColumn[] {
  const [shown, setShown] = useState<Awaited<ReturnType<typeof loadFormats>> | null>(null)
  const isWanted = formats !== undefined && shown === null
  useEffect(() => {
    let isHere = isWanted
    if (isWanted)
      loadFormats().then(
        (loaded) => isHere && setShown(loaded),
        (error: unknown) => reportMissing(error, null),
      )
    return () => void (isHere = false)
  }, [isWanted])
  const columns = useMemo(() => gridColumns(fields), [fields])
  return useMemo(() => {
    if (formats === undefined || shown === null) return columns
    return columns.map((column) => {
      const format = formats[column.id]
      return format === undefined ? column : shown.formattedColumn(column, format)
    })
  }, [columns, formats, shown])
}

const loadFormats = laterModule(() => import('./formattedColumn.ts'))

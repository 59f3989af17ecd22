import { useMemo } from 'react'
import type { Field } from '../../protocol/field.ts'
import type { ColumnLayout } from '../../rows/columnLayout.ts'

/**
 * How a grid shows the columns that a query chose, in their order, and no others: `_id` may have come along, and a server
 * that takes no `fields` sends all. The same object as long as nothing changes.
 */
export function useShownLayout(
  columns: readonly string[] | null,
  fields: readonly Field[],
  widths?: ColumnLayout['widths'],
): ColumnLayout | undefined {
  const named = JSON.stringify(columns)
  return useMemo(() => {
    const shown = shownLayout(named, fields)
    return widths === undefined ? shown : { ...shown, widths }
  }, [named, fields, widths])
}

function shownLayout(named: string, fields: readonly Field[]): ColumnLayout | undefined {
  const columns: readonly string[] | null = JSON.parse(named)
  if (columns === null) return undefined
  const shown = new Set(columns)
  return { order: columns, hidden: fields.flatMap(({ id }) => (shown.has(id) ? [] : [id])) }
}

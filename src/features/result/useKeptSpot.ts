import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { DataGridHandle } from '../../grid/dataGridProps.ts'
import { useWantedColumn, wantColumn } from '../../workspace/wantedColumn.ts'
import { keepOnReload, takeKept } from '../../workspace/reloadInPlace.ts'

/**
 * Keeps where one is in the grid through a reload in place: what the grid of that query begins with, and its ref. The grid
 * also goes to the column that is wanted of its table.
 */
export function useKeptSpot(query: string, resource: string | null = null) {
  const ref = useRef<DataGridHandle>(null)
  const [kept] = useState(() => takeKept('grid'))
  const read = useEffectEvent(() => (ref.current === null ? null : { query, spot: ref.current.spot() }))
  useEffect(() => keepOnReload('grid', () => read()), [])
  const wanted = useWantedColumn()
  useEffect(() => {
    // Tried after each drawing: the columns come with the first rows.
    if (wanted !== null && wanted.resource === resource && ref.current?.goToColumn(wanted.column)) wantColumn(null)
  })
  return { ref, begin: kept?.query === query ? kept.spot : null }
}

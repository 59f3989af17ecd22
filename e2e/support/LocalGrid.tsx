import { useState } from 'react'
import type { ColumnLayout } from '../../src/rows/columnLayout.ts'
import type { GridColumn } from '../../src/grid/columns/useGridColumns.ts'
import { DataGrid } from '../../src/grid/DataGrid.tsx'
import type { Sort } from '../../src/query/query.ts'
import type { RowSource, Store } from '../../src/rows/rowSource.ts'
import '../../src/ui/styles/index.css'

export interface LocalGridProps {
  readonly rows: number
  readonly columns?: number
  /** The names of the first columns, in place of theirs. */
  readonly names?: readonly string[]
  readonly layout?: ColumnLayout
  readonly sortRefusal?: string
  readonly highlight?: string
  readonly onOpenRecord?: (row: number) => void
  readonly onRange?: (start: number, end: number) => void
  /** The places of the columns that the grid wants. */
  readonly onColumns?: (places: readonly number[]) => void
  /** Whether the values have arrived; absent: from the start. */
  readonly hasArrived?: Store<boolean>
}

/**
 * The grid on rows that are made up here, 800 × 500 px: column `c3` of the record with number 7 holds `7·3`. What
 * component tests know of the grid's source of rows is in this file alone.
 */
export function LocalGrid({
  rows,
  columns = 6,
  names = [],
  onRange,
  onColumns,
  hasArrived = ARRIVED,
  ...rest
}: LocalGridProps) {
  const [sort, setSort] = useState<readonly Sort[]>([])
  const [made] = useState(() => Array.from({ length: columns }, (_, at) => columnAt(names[at] ?? `c${at}`)))
  const [source] = useState(() =>
    madeUp(rows, columns, hasArrived, (start, end, places) => {
      onRange?.(start, end)
      onColumns?.(places)
    }),
  )
  return (
    <div style={{ position: 'relative', display: 'flex', inlineSize: 800, blockSize: 500 }}>
      <DataGrid
        label="Records"
        columns={made}
        rows={source}
        sort={sort}
        onSort={setSort}
        busy={false}
        stale={false}
        resetKey="same"
        {...rest}
      />
    </div>
  )
}

function madeUp(
  rowCount: number,
  columns: number,
  hasArrived: Store<boolean>,
  wanted: (start: number, end: number, places: readonly number[]) => void,
): RowSource {
  const fields = Array.from({ length: columns }, (_, at) => ({ id: `c${at}`, type: 'text' }))
  const extent = { rowCount, rowCountIsKnown: true }
  return {
    fields: { get: () => fields, subscribe: never },
    extent: { get: () => extent, subscribe: never },
    cell: (row, column) => (row < rowCount && hasArrived.get() ? `"${row + 1}·${column}"` : undefined),
    want: (span, places) => wanted(span.start, span.end, places),
    subscribe: (_, changed) => hasArrived.subscribe(changed),
    revision: () => Number(hasArrived.get()),
  }
}

const ARRIVED: Store<boolean> = { get: () => true, subscribe: never }

/** Nothing of it changes. */
function never(): () => void {
  return () => undefined
}

function columnAt(name: string): GridColumn {
  return { id: name, name, type: 'text', kind: 'text' }
}

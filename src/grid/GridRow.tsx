// oxlint-disable jsx-a11y/prefer-tag-over-role -- rows and cells are placed one by one, which table elements can't be
import { memo, useCallback, useSyncExternalStore } from 'react'
import type { RowSource } from '../rows/rowSource.ts'
import { GridCell } from './GridCell.tsx'
import type { Marker } from './cells/searchMarks.ts'
import type { GridCells } from './gridCells.ts'
import { columnsToDraw, type GridLayout } from './gridLayout.ts'
import styles from './GridRow.module.css'

export interface GridRowProps {
  readonly cells: GridCells
  readonly rows: RowSource
  /** From 0, among all rows. */
  readonly index: number
  /** px from the canvas's edge */
  readonly top: number
  readonly layout: GridLayout
  /** The active column if the active cell is in this row, else −1. */
  readonly activeColumn: number
  readonly marker: Marker | null
}

/** One row: its number at once, its values or bars in their place. Drawn again only when one of its own cells changed. */
export const GridRow = memo(function GridRow(props: GridRowProps) {
  const { cells, rows, index, top, layout, activeColumn, marker } = props
  const subscribe = useCallback(
    (changed: () => void) => rows.subscribe({ start: index, end: index + 1 }, changed),
    [rows, index],
  )
  useSyncExternalStore(subscribe, () => rows.revision(index))
  const isFoot = rows.isFoot?.(index)
  return (
    <div
      role="row"
      className={styles.row}
      aria-rowindex={index + 2}
      data-foot={isFoot || undefined}
      style={{ transform: `translateY(${top}px)` }}
    >
      <div
        ref={(element) => (element === null ? undefined : cells.add(element, { kind: 'rowNumber', row: index }))}
        role={isFoot ? 'gridcell' : 'rowheader'}
        className={styles.rowNumber}
        aria-colindex={1}
        style={{ width: layout.rowNumberWidth }}
      >
        {isFoot ? '' : index + 1}
      </div>
      {columnsToDraw(layout, activeColumn).map(({ placed, column, left, pinned }) => (
        <GridCell
          key={placed.column.id}
          cells={cells}
          placed={placed}
          row={index}
          column={column}
          left={left}
          pinned={pinned}
          value={rows.cell(index, placed.place)}
          isActive={column === activeColumn}
          marker={marker}
        />
      ))}
    </div>
  )
})

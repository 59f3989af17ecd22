// oxlint-disable jsx-a11y/prefer-tag-over-role -- rows and cells are placed one by one, which table elements can't be
import { memo } from 'react'
import type { Row } from '../protocol/answers.ts'
import styles from './DataGrid.module.css'
import { GridCell } from './GridCell.tsx'
import type { Span } from './gridWindow.ts'
import type { Marker } from './searchMarks.ts'
import type { PlacedColumn } from './useGridColumns.ts'

/** The columns, laid out; one object as long as nothing of it changes. */
export interface GridLayout {
  readonly placed: readonly PlacedColumn[]
  readonly starts: readonly number[]
  /** The columns in the document. */
  readonly columns: Span
  readonly rowNumberWidth: number
  /** px, everything */
  readonly width: number
}

export interface GridRowProps {
  /** From 0, among all rows. */
  readonly index: number
  /** px from the canvas's edge */
  readonly top: number
  /** undefined: not here yet */
  readonly row: Row | undefined
  readonly layout: GridLayout
  /** The active column where the active cell is in this row, else −1. */
  readonly activeColumn: number
  readonly marker: Marker | null
}

/** One row: its number at once, its values or bars in their place. */
export const GridRow = memo(function GridRow({ index, top, row, layout, activeColumn, marker }: GridRowProps) {
  return (
    <div role="row" className={styles.row} aria-rowindex={index + 2} style={{ transform: `translateY(${top}px)` }}>
      <div role="rowheader" className={styles.rowNumber} aria-colindex={1} style={{ width: layout.rowNumberWidth }}>
        {index + 1}
      </div>
      {columnsToDraw(layout, activeColumn).map((place) => {
        const placed = layout.placed[place]
        if (!placed) return null
        const left = layout.rowNumberWidth + (layout.starts[place] ?? 0)
        return (
          <GridCell
            key={placed.column.id}
            placed={placed}
            index={place}
            left={left}
            bar={row ? null : barShare(index, place)}
            value={row?.[placed.place]}
            isActive={place === activeColumn}
            marker={marker}
          />
        )
      })}
    </div>
  )
})

/** The columns in the document, and the active one, which keeps the focus when it is scrolled away. */
export function columnsToDraw({ columns, placed }: GridLayout, active: number): number[] {
  const places = Array.from({ length: columns.end - columns.start }, (_, i) => columns.start + i)
  if (active >= 0 && active < placed.length && active < columns.start) places.unshift(active)
  else if (active >= columns.end && active < placed.length) places.push(active)
  return places
}

/** A plausible width of a value that is not here, in percent: different by cell, the same each time. */
function barShare(row: number, column: number): number {
  return 35 + ((row * 37 + column * 53 + ((row * column) % 7) * 11) % 50)
}

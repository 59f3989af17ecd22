// oxlint-disable jsx-a11y/prefer-tag-over-role -- rows and cells are placed one by one, which table elements can't be
import { ArrowDown, ArrowUp } from 'lucide-react'
import { memo } from 'react'
import type { Sort } from '../protocol/querySpec.ts'
import { Icon, typeIcon } from '../ui/Icon.tsx'
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx'
import styles from './DataGrid.module.css'
import { columnsToDraw, type GridLayout } from './GridRow.tsx'
import type { PlacedColumn } from './useGridColumns.ts'

export interface GridHeaderProps {
  readonly layout: GridLayout
  /** The active column where the active cell is in the header, else −1. */
  readonly activeColumn: number
  readonly sort: readonly Sort[]
  readonly isSortable: boolean
  readonly sortRefusal: string | undefined
}

/** The row of column headers, which stays at the top. */
export const GridHeader = memo(function GridHeader(props: GridHeaderProps) {
  const { layout, activeColumn, sort, isSortable, sortRefusal } = props
  return (
    <div role="row" className={styles.header} aria-rowindex={1} style={{ width: layout.width }}>
      <div role="columnheader" className={styles.corner} aria-colindex={1} style={{ width: layout.rowNumberWidth }}>
        <VisuallyHidden>Row</VisuallyHidden>
      </div>
      {columnsToDraw(layout, activeColumn).map((place) => {
        const placed = layout.placed[place]
        if (!placed) return null
        return (
          <ColumnHeader
            key={placed.column.id}
            placed={placed}
            place={place}
            left={layout.rowNumberWidth + (layout.starts[place] ?? 0)}
            isActive={place === activeColumn}
            sort={sort}
            isSortable={isSortable}
            sortRefusal={sortRefusal}
          />
        )
      })}
    </div>
  )
})

interface ColumnHeaderProps {
  readonly placed: PlacedColumn
  readonly place: number
  readonly left: number
  readonly isActive: boolean
  readonly sort: readonly Sort[]
  readonly isSortable: boolean
  readonly sortRefusal: string | undefined
}

function ColumnHeader({ placed, place, left, isActive, sort, isSortable, sortRefusal }: ColumnHeaderProps) {
  const { column, face, header, width } = placed
  const order = sort.findIndex((key) => key.field === column.id)
  const key = sort[order]
  const startResizing = header.getResizeHandler()
  return (
    <div
      role="columnheader"
      className={styles.columnHeader}
      aria-colindex={place + 2}
      aria-label={`${column.name}, ${column.type}`}
      title={[titleOf(column), sortRefusal].filter(Boolean).join('\n')}
      aria-disabled={sortRefusal === undefined ? undefined : true}
      aria-sort={key ? (key.descending ? 'descending' : 'ascending') : isSortable ? 'none' : undefined}
      data-face={face}
      data-active={isActive || undefined}
      data-sortable={isSortable || undefined}
      tabIndex={isActive ? 0 : undefined}
      style={{ left, width }}
    >
      <Icon icon={typeIcon(column.kind)} />
      <span className={styles.name} dir="auto">
        {column.name}
      </span>
      {column.label !== undefined && <span className={styles.label} data-label={column.label} aria-hidden="true" />}
      {key && (
        <span className={styles.sort} aria-hidden="true">
          <Icon icon={key.descending ? ArrowDown : ArrowUp} size={12} />
          {sort.length > 1 && order + 1}
        </span>
      )}
      {/* For the mouse and the finger; by keyboard it is Shift with the arrows, on the header itself. */}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events */}
      <span
        className={styles.edge}
        aria-hidden="true"
        data-edge=""
        onMouseDown={startResizing}
        onTouchStart={startResizing}
      />
    </div>
  )
}

/** The name in full, and what the data dictionary says of it. */
function titleOf({ name, label, note }: PlacedColumn['column']): string {
  const words = [name, label].filter(Boolean).join(', ')
  return note === undefined ? words : `${words}\n${note}`
}

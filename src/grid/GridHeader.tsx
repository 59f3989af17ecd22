// oxlint-disable jsx-a11y/prefer-tag-over-role -- rows and cells are placed one by one, which table elements can't be
import { ArrowDown, ArrowUp, EllipsisVertical, Eye } from 'lucide-react'
import {
  memo,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
  type ComponentType,
  type PointerEvent,
} from 'react'
import type { Sort } from '../query/query.ts'
import { Icon, typeIcon } from '../ui/Icon.tsx'
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx'
import { gridWords } from '../words/en/grid.ts'
import type { Span } from '../rows/span.ts'
import type { ColumnBox } from './body/columnRules.ts'
import type { GridCells } from './gridCells.ts'
import styles from './GridHeader.module.css'
import { boxOf, columnsToDraw, pinOf, type CellPin, type GridLayout } from './gridLayout.ts'
import type { GridColumn, PlacedColumn } from './columns/useGridColumns.ts'

/** What stands in the headers below the names. */
export interface HeaderDetails {
  readonly subscribe: (listener: () => void) => () => void
  /** What a screen reader hears of a column after its name and type, and what describes it. */
  readonly said: (column: string) => { readonly name: string; readonly description: string } | null
  /** Draws it; it is in the document while the column is in view. `width` is the column's, px. */
  readonly Drawing: ComponentType<{ readonly column: string; readonly width: number }>
}

export interface GridHeaderProps {
  readonly cells: GridCells
  readonly layout: GridLayout
  /** The columns in view, besides pinned ones. */
  readonly inView: Span
  /** The active column if the active cell is in the header, else −1. */
  readonly activeColumn: number
  readonly sort: readonly Sort[]
  readonly isSortable: boolean
  readonly sortRefusal: string | undefined
  readonly hasMenu: boolean
  /** The edge of a column was pressed. */
  readonly onResize: (this: void, column: PlacedColumn, event: PointerEvent) => void
  /** Null: they are on their way. */
  readonly details: HeaderDetails | null | undefined
  /** The columns of which cells are selected. */
  readonly selected: ReadonlySet<number>
}

/** The row of column headers, which stays at the top. */
export const GridHeader = memo(function GridHeader(props: GridHeaderProps) {
  const { cells, layout, inView, activeColumn, sort, isSortable, sortRefusal, hasMenu, details, selected } = props
  return (
    <div role="row" className={styles.header} aria-rowindex={1} style={{ width: layout.width }}>
      <div role="columnheader" className={styles.corner} aria-colindex={1} style={{ width: layout.rowNumberWidth }}>
        <VisuallyHidden>{gridWords.rowNumbers}</VisuallyHidden>
      </div>
      {columnsToDraw(layout, inView, activeColumn).map((column) => {
        const placed = layout.placed[column]
        return (
          placed && (
            <ColumnHeader
              key={placed.column.id}
              cells={cells}
              placed={placed}
              column={column}
              {...boxOf(layout, column)}
              pinned={pinOf(layout, column)}
              isActive={column === activeColumn}
              isSelected={selected.has(column)}
              sort={sort}
              isSortable={isSortable}
              sortRefusal={sortRefusal}
              hasMenu={hasMenu}
              onResize={props.onResize}
              details={details}
            />
          )
        )
      })}
    </div>
  )
})

interface ColumnHeaderProps extends ColumnBox {
  readonly cells: GridCells
  readonly placed: PlacedColumn
  /** From 0, among all columns shown. */
  readonly column: number
  readonly pinned: CellPin
  readonly isActive: boolean
  readonly isSelected: boolean
  readonly sort: readonly Sort[]
  readonly isSortable: boolean
  readonly sortRefusal: string | undefined
  readonly hasMenu: boolean
  readonly onResize: GridHeaderProps['onResize']
  readonly details: HeaderDetails | null | undefined
}

function ColumnHeader(props: ColumnHeaderProps) {
  const { cells, placed, column: at, pin, pinned, isActive, sort, isSortable, sortRefusal, details } = props
  const { column, face, width } = placed
  const order = sort.findIndex((key) => key.field === column.id)
  const key = sort[order]
  const position = { row: -1, column: at }
  const name = useRef<HTMLSpanElement>(null)
  const [isCut, setIsCut] = useState(false)
  useLayoutEffect(() => {
    if (isActive && name.current) setIsCut(name.current.scrollWidth > Math.min(name.current.clientWidth, width))
  }, [isActive, width])
  const said = useSyncExternalStore(details?.subscribe ?? never, () => details?.said(column.id) ?? null)
  const title = [titleOf(column), sortRefusal].filter(Boolean).join('\n')
  return (
    <div
      ref={(element) => {
        if (element === null) return undefined
        const part = { kind: 'cell', position } as const
        return isActive ? cells.addActive(element, part) : cells.add(element, part)
      }}
      role="columnheader"
      className={styles.columnHeader}
      aria-colindex={at + 2}
      aria-label={gridWords.column(column.name, column.type, said?.name)}
      // It takes the place of the title. Every element may have it (WAI-ARIA 1.3).
      // oxlint-disable-next-line jsx-a11y/role-supports-aria-props
      aria-description={
        said ? [title === column.name ? '' : title, said.description].filter(Boolean).join('\n') : undefined
      }
      title={title}
      // For the keyboard, which has no pointer to rest on the header.
      data-whole={isActive && (isCut || title !== column.name) ? title : undefined}
      aria-disabled={sortRefusal === undefined ? undefined : true}
      aria-sort={key ? (key.descending ? 'descending' : 'ascending') : isSortable ? 'none' : undefined}
      data-face={face}
      data-pinned={pinned ?? undefined}
      data-active={isActive || undefined}
      data-selected={props.isSelected || undefined}
      data-sortable={isSortable || undefined}
      tabIndex={isActive ? 0 : undefined}
      style={{ [pin === 'right' ? 'insetInlineEnd' : 'insetInlineStart']: props.at, width }}
    >
      <Icon icon={typeIcon(column.kind)} />
      <span ref={name} className={styles.name} dir="auto">
        {column.name}
      </span>
      {column.label !== undefined && <span className={styles.label} data-label={column.label} aria-hidden="true" />}
      {column.shownAs !== undefined && (
        // Its values are not shown as they were sent: the title says how.
        <span className={styles.shownAs} aria-hidden="true">
          <Icon icon={Eye} size={12} />
        </span>
      )}
      {key && (
        <span className={styles.sort} aria-hidden="true">
          <Icon icon={key.descending ? ArrowDown : ArrowUp} size={12} />
          {sort.length > 1 && order + 1}
        </span>
      )}
      {props.hasMenu && (
        // By keyboard it is Alt ↓, on the header itself, so it is no tab stop.
        <button
          ref={(element) => (element === null ? undefined : cells.add(element, { kind: 'menu', position }))}
          type="button"
          className={styles.menu}
          tabIndex={-1}
          aria-label={gridWords.columnMenu(column.name)}
          aria-haspopup="menu"
          title={gridWords.columnMenu(column.name)}
        >
          <Icon icon={EllipsisVertical} />
        </button>
      )}
      {details && (
        <div className={styles.detail}>
          <details.Drawing column={column.id} width={width} />
        </div>
      )}
      {/* For the mouse and the finger; by keyboard it is Shift with the arrows, on the header itself. */}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events */}
      <span
        ref={(element) => (element === null ? undefined : cells.add(element, { kind: 'edge', position }))}
        className={styles.edge}
        aria-hidden="true"
        data-edge=""
        onPointerDown={(event) => props.onResize(placed, event)}
      />
    </div>
  )
}

function never(): () => void {
  return () => undefined
}

/** The name in full, and what the data dictionary says of it. */
function titleOf({ name, label, note }: GridColumn): string {
  const words = label === undefined ? name : gridWords.columnTitle(name, label)
  return note === undefined ? words : `${words}\n${note}`
}

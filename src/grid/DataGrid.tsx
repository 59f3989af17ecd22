import {
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
  type KeyboardEvent,
  type MouseEvent,
} from 'react'
import type { JsonText } from '../protocol/jsonText.ts'
import type { Sort } from '../query/query.ts'
import { Boundary } from '../ui/Boundary.tsx'
import { laterComponent } from '../ui/later.tsx'
import { Awaited } from './Awaited.tsx'
import { useGridBody } from './body/useGridBody.ts'
import { markerFor } from './cells/searchMarks.ts'
import { canvasMeasure } from './columns/canvasMeasure.ts'
import type { ColumnLayout } from '../rows/columnLayout.ts'
import { nextSort } from './columns/nextSort.ts'
import { useColumnMoving } from './columns/useColumnMoving.tsx'
import { useChosenWidths } from './columns/useChosenWidths.ts'
import { useGridColumns, type GridColumn, type PlacedColumn } from './columns/useGridColumns.ts'
import styles from './DataGrid.module.css'
import { moveFocus, type GridPosition } from './geometry/gridFocus.ts'
import { GridScroller } from './geometry/gridScroller.ts'
import { columnStarts, leastColumnWidth, pinnedThatFit } from './geometry/gridWindow.ts'
import { scrollGeometry } from './geometry/scaledScroll.ts'
import { useGridMeasures } from './geometry/useGridMeasures.ts'
import type { DataGridProps } from './dataGridProps.ts'
import { createGridCells } from './gridCells.ts'
import { GridHeader } from './GridHeader.tsx'
import { wantedPlaces, type GridLayout } from './gridLayout.ts'
import { useGridTools } from './tools/useGridTools.tsx'
import { useActiveCell } from './useActiveCell.ts'
import { useGridMenu } from './useGridMenu.ts'
import { useRecordOpening } from './useRecordOpening.ts'
import { useSamples } from './useSamples.ts'

const ValueDialog = laterComponent(() => import('./cells/ValueDialog.tsx').then((module) => module.ValueDialog))

const NO_SORT: readonly Sort[] = []
/** px, as the style sheet says it. */
const FURTHER_LINE = 18
const AS_IT_COMES: ColumnLayout = {}

/**
 * Records in rows and columns, of any number: only what is in view is in the document. Knows rows, columns and values,
 * not where they come from. Keyboard and roles follow the WAI-ARIA grid pattern, with one tab stop.
 */
export function DataGrid(props: DataGridProps) {
  return (
    <Boundary of={props.resetKey}>
      <Grid {...props} />
    </Boundary>
  )
}

function Grid({ ref, ...props }: DataGridProps) {
  const { label, columns, rows, sort = NO_SORT, onSort, busy, stale, resetKey, details } = props
  const { highlight = '', lines = 1 } = props
  const frame = useRef<HTMLDivElement>(null)
  const scroller = useRef<HTMLDivElement>(null)
  const probe = useRef<HTMLDivElement>(null)
  const [control] = useState(() => new GridScroller())
  const canvasElement = useRef<HTMLDivElement>(null)
  const [cells] = useState(createGridCells)
  const rowCount = useSyncExternalStore(rows.extent.subscribe, () => rows.extent.get().rowCount)
  const isCounted = useSyncExternalStore(rows.extent.subscribe, () => rows.extent.get().rowCountIsKnown)
  const measures = useGridMeasures(scroller, probe)
  const { clientWidth, clientHeight, lineHeight, cellPadding } = measures
  // As the style sheet says it.
  const headerHeight = lineHeight + (details === undefined ? 8 : 34)
  const rowHeight = lineHeight + (lines - 1) * FURTHER_LINE
  const rowNumberWidth = Math.max(46, String(rowCount).length * 7 + 20)
  const viewport = { width: clientWidth - rowNumberWidth, height: clientHeight - headerHeight }

  const least = leastColumnWidth(viewport, rowHeight, columns.length)
  const { onActiveCell, begin = null } = props
  const table = useGridColumns(columns, props.layout ?? AS_IT_COMES, least, cellPadding, begin?.widths)
  useChosenWidths(table, props.onArrange)
  const { placed } = table
  const starts = useMemo(() => columnStarts(placed.map((column) => column.width)), [placed])
  const pins = {
    left: placed.filter(({ pin }) => pin === 'left').length,
    right: placed.filter(({ pin }) => pin === 'right').length,
  }
  const { left, right } = pinnedThatFit(starts, pins, viewport.width)
  const { canvas } = scrollGeometry(rowCount, rowHeight, viewport.height)

  // Rows come and go without React.
  const columnsInView = useSyncExternalStore(control.subscribe, () => control.window().columns)
  useLayoutEffect(() => (scroller.current ? control.attach(scroller.current) : undefined), [control])
  useLayoutEffect(() => {
    if (clientHeight === 0) return
    const shape = { rows: rowCount, rowHeight, clientWidth, clientHeight, headerHeight, rowNumberWidth, left, right }
    control.reshape({ ...shape, columnStarts: starts, columnIds: placed.map(({ column }) => column.id) })
  }, [
    placed,
    control,
    rowCount,
    rowHeight,
    clientWidth,
    clientHeight,
    headerHeight,
    rowNumberWidth,
    left,
    right,
    starts,
  ])

  const layout = useMemo<GridLayout>(() => {
    const width = rowNumberWidth + (starts.at(-1) ?? 0)
    return { placed, left, right, starts, rowNumberWidth, width }
  }, [placed, left, right, starts, rowNumberWidth])
  const near = useMemo(() => wantedPlaces(layout, columnsInView), [layout, columnsInView])
  const marker = useMemo(() => markerFor(highlight), [highlight])
  const body = useGridBody({
    canvas: canvasElement,
    control,
    cells,
    rows,
    layout,
    rowHeight,
    marker,
    openRow: props.openRow ?? -1,
  })
  const { at, ...active } = useActiveCell({ control, body, cells, placed, rowCount, resetKey, begin, onActiveCell })
  const sampleOf = useSamples({ rows, rowCount, rowHeight, columns, table, near, stale, control, body, scroller })
  const fitWhole = (target: PlacedColumn) => {
    if (scroller.current) table.fitWhole(target, sampleOf, canvasMeasure(scroller.current))
  }
  const ofTools = { frame, body, control, cells, placed, rows, rowCount, resetKey, at, active, sort }
  const tools = useGridTools({ ...ofTools, searched: highlight, onSelected: props.onSelected })
  useImperativeHandle(ref, () => ({
    ...tools.handle,
    spot: () => ({ ...control.spot(), widths: table.chosen(), cell: active.cell }),
    focused: active.focused,
    goToColumn(id) {
      const column = placed.findIndex((each) => each.column.id === id)
      if (column < 0 || rowCount === 0) return false
      active.go({ row: Math.max(0, at.row), column }, 'by key')
      return true
    },
    fitColumn(id) {
      const target = placed.find((each) => each.column.id === id)
      if (target) fitWhole(target)
    },
  }))

  useEffect(() => {
    if (clientHeight === 0) return undefined
    const want = () => rows.want(control.window().rows, near)
    want()
    return control.subscribe(want)
  }, [rows, control, near, clientHeight])
  const reportVisible = useEffectEvent((from: number, to: number) => props.onVisibleRows?.(from, to))
  useEffect(() => {
    return control.subscribeVisible((visible) => reportVisible(visible.start, visible.end))
  }, [control])

  const [opened, setOpened] = useState<{ row: number; column: GridColumn; value: JsonText } | null>(null)
  const open = ({ row, column }: GridPosition) => {
    const target = placed[column]
    if (target && props.onCell) return props.onCell({ row, column: target.column.id })
    const value = target && rows.cell(row, target.place)
    if (target && typeof value === 'string') setOpened({ row, column: target.column, value })
    return undefined
  }
  const record = useRecordOpening(rows, near, control, props.onOpenRecord)
  const { onMenu } = props
  const menu = useGridMenu({ cells, placed, onMenu: onMenu ?? tools.onMenu, go: (to) => active.go(to, 'by press') })
  const moving = useColumnMoving({ cells, placed, scroller, onArrange: props.onArrange })
  const sortBy = (position: GridPosition, add: boolean) => {
    const target = placed[position.column]
    if (target) onSort?.(nextSort(sort, target.column.id, add))
  }

  const onKeyDown = (event: KeyboardEvent) => {
    record.forget()
    if (menu.onKey(event, at)) return event.preventDefault()
    if (moving.onKey(event, at)) {
      active.follow()
      return event.preventDefault()
    }
    if (event.altKey || event.nativeEvent.isComposing) return undefined
    const { key, shiftKey: shift } = event
    const ctrl = event.ctrlKey || event.metaKey
    const target = placed[at.column]
    if (key === 'Enter' && ctrl) return
    if (tools.onKey(event)) return event.preventDefault()
    if (key === 'Enter') {
      if (at.row === -1) sortBy(at, shift)
      else if (shift && props.onOpenRecord) record.open(at.row)
      else open(at)
    } else if (shift && at.row === -1 && target && (key === 'ArrowLeft' || key === 'ArrowRight')) {
      table.nudge(target, key === 'ArrowRight' ? 1 : -1)
      active.follow()
    } else {
      const size = { rows: rowCount, columns: placed.length }
      const inView = { page: control.pageRows(), firstInView: control.visibleRows().start }
      const to = moveFocus(at, { key, ctrl, shift }, { ...size, ...inView })
      if (!to) return
      tools.onMove()
      active.go(to, 'by key')
    }
    event.preventDefault()
  }

  const pressedEdge = useRef(false)
  const onMouseDown = (event: MouseEvent) => {
    record.forget()
    const part = cells.partAt(event.target)
    pressedEdge.current = part?.kind === 'edge'
    if (part?.kind === 'cell' && part.position.row === -1) active.go(part.position, 'by press')
    else if (part) tools.onPress(event, part)
  }
  const onClick = (event: MouseEvent) => {
    const part = cells.partAt(event.target)
    // A drag of an edge ends in a click on the header, if the mouse is let go there.
    const wasEdge = pressedEdge.current
    pressedEdge.current = false
    if (menu.endsLongPress() || part === null || wasEdge || tools.onHeaderPress(event, part)) return
    if (part.kind === 'menu') return void menu.openFromButton(event.target)
    if (part.kind === 'expand') open(part.position)
    else if (part.kind !== 'rowNumber' && part.position.row === -1) sortBy(part.position, event.shiftKey)
    else if (part.kind === 'cell' && props.onCell) open(part.position)
  }
  const onDoubleClick = (event: MouseEvent) => {
    const part = cells.partAt(event.target)
    if (part?.kind === 'rowNumber') record.open(part.row)
    else if (part?.kind === 'cell' && part.position.row >= 0) open(part.position)
    else if (part?.kind === 'edge') {
      const target = placed[part.position.column]
      if (target) fitWhole(target)
    }
  }

  return (
    <div
      ref={frame}
      className={styles.frame}
      data-details={details === undefined ? undefined : ''}
      data-lines={lines > 1 ? lines : undefined}
    >
      <div ref={probe} className={styles.probe} aria-hidden="true" />
      <div
        ref={scroller}
        role="grid"
        className={styles.grid}
        aria-label={label}
        aria-rowcount={isCounted ? rowCount + 1 : -1}
        aria-colcount={placed.length + 1}
        aria-multiselectable
        // Without it a cell is said to be one to write in.
        aria-readonly
        aria-busy={busy || stale}
        data-stale={stale || undefined}
        data-resizing={table.isResizing || undefined}
        tabIndex={-1}
        onKeyDown={onKeyDown}
        onPointerDown={moving.onPointerDown}
        onMouseDown={onMouseDown}
        onClick={onClick}
        onDoubleClick={onDoubleClick}
        {...menu.handlers}
        onFocus={active.onFocus}
        onBlur={active.onBlur}
      >
        {placed.length > 0 && (
          <GridHeader
            cells={cells}
            layout={layout}
            inView={columnsInView}
            activeColumn={at.row === -1 ? at.column : -1}
            sort={sort}
            isSortable={onSort !== undefined && props.sortRefusal === undefined}
            sortRefusal={props.sortRefusal}
            hasMenu={onMenu !== undefined}
            onResize={table.resize}
            details={details}
            selected={tools.selectedColumns}
          />
        )}
        {/* Between grid and rows stands nothing that means something: else they are not known as the grid's. */}
        <div
          ref={canvasElement}
          role="presentation"
          className={styles.canvas}
          style={{ height: canvas, width: layout.width }}
        />
      </div>
      {moving.line}
      {busy && placed.length === 0 && <Awaited />}
      {props.children !== undefined && props.children !== null && (
        <div className={styles.overlay}>{props.children}</div>
      )}
      {tools.overlay}
      {opened && (
        <ValueDialog
          {...opened}
          onClose={() => setOpened(null)}
          onOpenRecord={
            props.onOpenRecord &&
            (() => {
              setOpened(null)
              record.open(opened.row)
            })
          }
        />
      )}
    </div>
  )
}

import {
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
} from 'react'
import type { Row } from '../protocol/answers.ts'
import type { JsonText } from '../protocol/jsonText.ts'
import type { Sort } from '../protocol/querySpec.ts'
import { canvasMeasure } from './canvasMeasure.ts'
import styles from './DataGrid.module.css'
import { moveFocus, withinGrid, type GridPosition } from './gridFocus.ts'
import { GridHeader } from './GridHeader.tsx'
import { GridRow, type GridLayout } from './GridRow.tsx'
import { GridScroller } from './gridScroller.ts'
import { columnStarts, leastColumnWidth } from './gridWindow.ts'
import { nextSort } from './nextSort.ts'
import { scrollGeometry } from './scaledScroll.ts'
import { markerFor } from './searchMarks.ts'
import { useGridColumns, type GridColumn } from './useGridColumns.ts'
import { useGridMeasures } from './useGridMeasures.ts'
import { ValueDialog } from './ValueDialog.tsx'

export type { GridColumn } from './useGridColumns.ts'

export interface DataGridProps {
  /** The grid's accessible name. */
  readonly label: string
  /** Keep the array while nothing of it changes. */
  readonly columns: readonly GridColumn[]
  readonly rowCount: number
  readonly rowCountIsKnown: boolean
  /** The cells in the order of `columns`; undefined where the row is not here yet. Keep the array of a row. */
  row(this: void, index: number): Row | undefined
  /** Called with the rows [start, end) that are in view or near it, when they change. */
  onRange?: ((this: void, start: number, end: number) => void) | undefined
  readonly sort?: readonly Sort[] | undefined
  /** A header was chosen: ascending, descending, none by turns, Shift adds a key. Absent: nothing can be sorted. */
  onSort?: ((this: void, sort: readonly Sort[]) => void) | undefined
  /** Why nothing can be sorted; the headers tell it, and `onSort` is called all the same, so that it can be said aloud. */
  readonly sortRefusal?: string | undefined
  /** Words of a search, marked in text where a word begins like one of them. */
  readonly highlight?: string | undefined
  /** Something that concerns the grid is being loaded. */
  readonly busy: boolean
  /** The rows are those of the query before. */
  readonly stale: boolean
  /** Another one is another query: the grid scrolls to its first row, columns keep their widths. */
  readonly resetKey: string
  /** The cell that the user went to; null on a header. */
  onActiveCell?: ((this: void, cell: { row: number; column: string } | null) => void) | undefined
  /** Called with the rows [start, end) in view, at most ten times a second. */
  onVisibleRows?: ((this: void, start: number, end: number) => void) | undefined
  /** A record was asked for: its row number pressed twice, Shift Enter, or a button beside one of its values. */
  onOpenRecord?: ((this: void, row: number) => void) | undefined
  /** Lies over the rows: an empty state, an alert. */
  readonly children?: ReactNode
}

/** Rows whose values decide on the widths of columns. */
const SAMPLE_ROWS = 40
const NO_SORT: readonly Sort[] = []

/**
 * Records in rows and columns, of any number: only what is in view is in the document. Knows rows, columns and values,
 * not where they come from. Keyboard and roles follow the WAI-ARIA grid pattern, with one tab stop.
 */
export function DataGrid(props: DataGridProps) {
  const { label, columns, rowCount, row, sort = NO_SORT, onSort, busy, stale, resetKey, highlight = '' } = props
  const scroller = useRef<HTMLDivElement>(null)
  const probe = useRef<HTMLDivElement>(null)
  const [control] = useState(() => new GridScroller())
  const measures = useGridMeasures(scroller, probe)
  const { clientWidth, clientHeight, rowHeight, cellPadding } = measures
  const headerHeight = rowHeight + HEADER_EXTRA
  const rowNumberWidth = Math.max(46, String(rowCount).length * 7 + 20)
  const viewport = { width: clientWidth - rowNumberWidth, height: clientHeight - headerHeight }

  const least = leastColumnWidth(viewport, rowHeight, columns.length)
  const table = useGridColumns(columns, least, cellPadding)
  const { placed } = table
  const starts = useMemo(() => columnStarts(placed.map((column) => column.width)), [placed])
  const { canvas } = scrollGeometry(rowCount, rowHeight, viewport.height)

  const view = useSyncExternalStore(control.subscribe, control.window)
  useLayoutEffect(() => (scroller.current ? control.attach(scroller.current) : undefined), [control])
  useLayoutEffect(() => {
    if (clientHeight === 0) return
    const shape = { rows: rowCount, rowHeight, clientWidth, clientHeight, headerHeight, rowNumberWidth }
    control.reshape({ ...shape, columnStarts: starts })
  }, [control, rowCount, rowHeight, clientWidth, clientHeight, headerHeight, rowNumberWidth, starts])

  const layout = useMemo<GridLayout>(
    () => ({ placed, starts, columns: view.columns, rowNumberWidth, width: rowNumberWidth + (starts.at(-1) ?? 0) }),
    [placed, starts, view.columns, rowNumberWidth],
  )
  const marker = useMemo(() => markerFor(highlight), [highlight])

  // The active cell, and the focus with it.
  const [active, setActive] = useState<GridPosition | null>(null)
  const at = withinGrid(active ?? { row: 0, column: 0 }, { rows: rowCount, columns: placed.length })
  const [shownKey, setShownKey] = useState(resetKey)
  if (shownKey !== resetKey) {
    setShownKey(resetKey)
    if (active && active.row > 0) setActive({ ...active, row: 0 })
  }
  useLayoutEffect(() => control.showFromTop(resetKey), [control, resetKey])
  const hasFocus = useRef(false)
  const moved = useRef<'by key' | 'by press' | null>(null)
  useLayoutEffect(() => {
    if (moved.current === 'by key') control.reveal(at.row, at.column)
    const isLost = hasFocus.current && document.activeElement === document.body
    if (moved.current !== null || isLost) {
      moved.current = null
      scroller.current?.querySelector<HTMLElement>('[data-active]')?.focus({ preventScroll: true })
    }
  })

  const sampleRows = (from: number): Row[] => {
    const sample: Row[] = []
    for (let i = from; i < Math.min(from + SAMPLE_ROWS, rowCount); i += 1) {
      const cells = row(i)
      if (cells) sample.push(cells)
    }
    return sample
  }
  useLayoutEffect(() => {
    if (table.isFitted || stale || !scroller.current) return
    const sample = sampleRows(control.visibleRows().start)
    if (sample.length > 0) table.fitTo(sample, canvasMeasure(scroller.current))
  })

  // What the outside hears.
  const { start, end } = view.rows
  const tellRange = useEffectEvent((from: number, to: number) => props.onRange?.(from, to))
  useEffect(() => {
    if (clientHeight > 0) tellRange(start, end)
  }, [start, end, clientHeight])
  const tellVisible = useEffectEvent((from: number, to: number) => props.onVisibleRows?.(from, to))
  useEffect(() => {
    return control.subscribeVisible((visible) => tellVisible(visible.start, visible.end))
  }, [control])
  const tellActive = useEffectEvent((position: GridPosition | null) => {
    const column = position && placed[position.column]?.column.id
    if (position) props.onActiveCell?.(position.row >= 0 && column ? { row: position.row, column } : null)
  })
  useEffect(() => tellActive(active), [active])

  const [opened, setOpened] = useState<{ row: number; column: GridColumn; value: JsonText } | null>(null)
  const open = (position: GridPosition) => {
    const target = placed[position.column]
    const value = target && row(position.row)?.[target.place]
    if (target && value !== undefined) setOpened({ row: position.row, column: target.column, value })
  }
  const openRecord = (index: number) => {
    if (row(index) !== undefined) props.onOpenRecord?.(index)
  }
  const sortBy = (position: GridPosition, add: boolean) => {
    const target = placed[position.column]
    if (target) onSort?.(nextSort(sort, target.column.id, add))
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.nativeEvent.isComposing) return
    const { key, shiftKey: shift } = event
    const target = placed[at.column]
    if (key === 'Enter' && (event.ctrlKey || event.metaKey)) return
    if (key === 'Enter') {
      if (at.row === -1) sortBy(at, shift)
      else if (shift && props.onOpenRecord) openRecord(at.row)
      else open(at)
    } else if (shift && at.row === -1 && target && (key === 'ArrowLeft' || key === 'ArrowRight')) {
      table.nudge(target, key === 'ArrowRight' ? 1 : -1)
      moved.current = 'by key'
    } else {
      const size = { rows: rowCount, columns: placed.length }
      const inView = { page: control.pageRows(), firstInView: control.visibleRows().start }
      const to = moveFocus(at, { key, ctrl: event.ctrlKey || event.metaKey, shift }, { ...size, ...inView })
      if (!to) return
      moved.current = 'by key'
      setActive(to)
    }
    event.preventDefault()
  }

  const pressedEdge = useRef(false)
  const onMouseDown = (event: MouseEvent) => {
    pressedEdge.current = isWithin(event.target, '[data-edge]')
    const position = positionOf(event.target)
    if (!position || pressedEdge.current) return
    moved.current = 'by press'
    setActive(position)
  }
  const onClick = (event: MouseEvent) => {
    const position = positionOf(event.target)
    // A drag of an edge ends in a click on the header, if the mouse is let go there.
    const wasEdge = pressedEdge.current
    pressedEdge.current = false
    if (!position || wasEdge) return
    if (position.row === -1) sortBy(position, event.shiftKey)
    else if (isWithin(event.target, '[data-expand]')) open(position)
  }
  const onDoubleClick = (event: MouseEvent) => {
    const numbered = rowOfNumber(event.target)
    if (numbered !== null) return openRecord(numbered)
    const position = positionOf(event.target)
    const target = position && placed[position.column]
    if (!target || isWithin(event.target, '[data-expand]')) return
    if (position.row >= 0) open(position)
    else if (isWithin(event.target, '[data-edge]') && scroller.current)
      table.fitWhole(target, sampleRows(control.visibleRows().start), canvasMeasure(scroller.current))
  }

  const rowTop = (index: number) => {
    // The active row, scrolled far away, must not make the canvas larger.
    return Math.min(Math.max(index * rowHeight - view.shift, -2 * rowHeight), canvas + rowHeight)
  }
  return (
    <div className={styles.frame}>
      <div ref={probe} className={styles.probe} aria-hidden="true" />
      <div
        ref={scroller}
        role="grid"
        className={styles.grid}
        aria-label={label}
        aria-rowcount={props.rowCountIsKnown ? rowCount + 1 : -1}
        aria-colcount={placed.length + 1}
        aria-busy={busy || stale}
        data-stale={stale || undefined}
        data-resizing={table.isResizing || undefined}
        tabIndex={-1}
        onKeyDown={onKeyDown}
        onMouseDown={onMouseDown}
        onClick={onClick}
        onDoubleClick={onDoubleClick}
        onFocus={() => {
          hasFocus.current = true
        }}
        onBlur={(event) => {
          hasFocus.current = event.currentTarget.contains(event.relatedTarget)
        }}
      >
        {placed.length > 0 && (
          <GridHeader
            layout={layout}
            activeColumn={at.row === -1 ? at.column : -1}
            sort={sort}
            isSortable={onSort !== undefined && props.sortRefusal === undefined}
            sortRefusal={props.sortRefusal}
          />
        )}
        <div className={styles.canvas} style={{ height: canvas, width: layout.width }}>
          {rowsToDraw(start, Math.min(end, rowCount), at.row).map((index) => (
            <GridRow
              key={index}
              index={index}
              top={rowTop(index)}
              row={row(index)}
              layout={layout}
              activeColumn={index === at.row ? at.column : -1}
              marker={marker}
            />
          ))}
        </div>
      </div>
      {busy && placed.length === 0 && <Awaited />}
      {props.children !== undefined && props.children !== null && (
        <div className={styles.overlay}>{props.children}</div>
      )}
      {opened && (
        <ValueDialog
          {...opened}
          onClose={() => setOpened(null)}
          onOpenRecord={
            props.onOpenRecord &&
            (() => {
              setOpened(null)
              openRecord(opened.row)
            })
          }
        />
      )}
    </div>
  )
}

/** px by which the header is higher than a row; the style sheet says the same. */
const HEADER_EXTRA = 8

/** The rows in the document, and the active one, which keeps the focus when it is scrolled away. */
function rowsToDraw(start: number, end: number, active: number): number[] {
  const rows = Array.from({ length: Math.max(0, end - start) }, (_, i) => start + i)
  if (active >= 0 && active < start) rows.unshift(active)
  else if (active >= end) rows.push(active)
  return rows
}

/** The cell or header that holds an element. */
function positionOf(target: EventTarget): GridPosition | null {
  if (!(target instanceof Element)) return null
  const cell = target.closest('[role="gridcell"], [role="columnheader"]')
  const column = Number(cell?.getAttribute('aria-colindex')) - 2
  const row = Number(cell?.closest('[role="row"]')?.getAttribute('aria-rowindex')) - 2
  return cell && column >= 0 && row >= -1 ? { row, column } : null
}

/** The row whose number an element is. */
function rowOfNumber(target: EventTarget): number | null {
  if (!(target instanceof Element) || target.closest('[role="rowheader"]') === null) return null
  const row = Number(target.closest('[role="row"]')?.getAttribute('aria-rowindex')) - 2
  return row >= 0 ? row : null
}

function isWithin(target: EventTarget, selector: string): boolean {
  return target instanceof Element && target.closest(selector) !== null
}

/** Stands for rows while not even the columns are known. */
function Awaited() {
  return (
    <div className={styles.awaited} aria-hidden="true">
      {AWAITED.map((share) => (
        <span key={share} className={styles.bar} style={{ inlineSize: `${share}%` }} />
      ))}
    </div>
  )
}

const AWAITED = [62, 48, 71, 55, 66, 43, 58, 69, 51]

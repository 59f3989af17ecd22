import type { GridSpot } from '../../rows/gridSpot.ts'
import { isSameSpan, type Span } from '../../rows/span.ts'
import type { GridPosition } from './gridFocus.ts'
import type { GridShape } from './gridShape.ts'
import { columnsBetween, rowsAround, rowsBetween } from './gridWindow.ts'
import { edgesOf, pointerCell, type Edges } from './pointerCell.ts'
import { placeAt, scrolled, scrollGeometry, settled, type ScrollPlace } from './scaledScroll.ts'

/** What of the grid is in the document, and where. */
export interface GridWindow {
  readonly rows: Span
  /** Of the columns that scroll; pinned ones are always drawn. */
  readonly columns: Span
  /** px between where a row is among all rows and where it is drawn on the canvas. */
  readonly shift: number
}

/** ms without a scroll event after which the scrollbar goes back in proportion. */
const REST = 180
/** ms after a turn of the wheel, or a lifted finger, in which the browser may still be scrolling for it. */
const WHEEL_LASTS = 500
const FLING_LASTS = 3_000
/** ms between two reports of the rows in view. */
const REPORT = 100

const EMPTY: GridWindow = { rows: { start: 0, end: 0 }, columns: { start: 0, end: 0 }, shift: 0 }

/**
 * Joins the arithmetic of the grid to the element that scrolls. It reads `scrollTop` once for each scroll event, and
 * calls its subscribers only when other rows or columns belong in the document.
 */
export class GridScroller {
  #element: HTMLElement | null = null
  #shape: GridShape | null = null
  #place: ScrollPlace = { physical: 0, virtual: 0 }
  #left = 0
  #isHurried = false
  #direction: 1 | -1 = 1
  /** Where the browser has scrolled to was taken over in this task. */
  #isFollowed = false
  #query: string | null = null
  #hasBegun = false
  /** Where the grid is to begin: gone for as rows come and columns get their widths, until it is reached or a gesture. */
  #begin: { row: number | null; readonly spot: GridSpot } | null = null
  #window = EMPTY
  #listeners = new Set<() => void>()
  #visibleListeners = new Set<(visible: Span) => void>()
  #gestureUntil = 0
  /** The column that was last revealed: it stays in view when columns near it get their widths, until the next gesture. */
  #revealed: number | null = null
  #restTimer: ReturnType<typeof setTimeout> | undefined
  #reportTimer: ReturnType<typeof setTimeout> | undefined
  #reported: Span = { start: -1, end: -1 }

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  readonly window = () => this.#window

  /** Reports the rows that are at least partly in view when they change: at most ten times a second. */
  subscribeVisible(listener: (visible: Span) => void): () => void {
    this.#visibleListeners.add(listener)
    return () => void this.#visibleListeners.delete(listener)
  }

  /** Follows the element until the returned function is called. */
  attach(element: HTMLElement): () => void {
    this.#element = element
    const controller = new AbortController()
    const options = { passive: true, signal: controller.signal }
    element.addEventListener('scroll', () => this.#scroll(), options)
    const lasts = (ms: number) => () => {
      this.#revealed = null
      this.#begin = null
      this.#gestureUntil = performance.now() + ms
    }
    element.addEventListener('wheel', lasts(WHEEL_LASTS), options)
    element.addEventListener('touchmove', lasts(FLING_LASTS), options)
    element.addEventListener('touchend', lasts(FLING_LASTS), options)
    // A mouse that is pressed ends a fling: it may be on the scrollbar.
    element.addEventListener('mousedown', lasts(0), options)
    return () => {
      controller.abort()
      clearTimeout(this.#restTimer)
      clearTimeout(this.#reportTimer)
      this.#reportTimer = undefined
      this.#element = null
    }
  }

  /** Takes new measures; the rows in view stay in view if they still exist. */
  reshape(shape: GridShape): void {
    // Columns that a scroll has drawn get their widths in the same task: to ask again would lay them out twice.
    if (!this.#isFollowed) this.#follow()
    const before = this.#shape
    const hasOtherColumns = before?.columnStarts !== shape.columnStarts
    this.#keepColumnInPlace(shape)
    this.#shape = shape
    if (!this.#isFollowed || !hasSameRows(before, shape)) this.#moveTo(settled(this.#place, this.#geometry(shape)))
    if (hasOtherColumns && this.#revealed !== null) this.#revealColumn(shape, this.#revealed)
    this.#goOnToBegin(shape)
    this.#update()
  }

  /** Goes to the first row when another query is shown than before; the first time to `begin`, if that is given. */
  show(query: string, begin: GridSpot | null): void {
    if (begin !== null && !this.#hasBegun) this.#begin = { row: begin.row, spot: begin }
    else if (query === this.#query) return
    else this.#begin = null
    this.#hasBegun ||= begin !== null
    this.#query = query
    if (!this.#shape) return
    this.#moveTo({ physical: 0, virtual: 0 })
    this.#goOnToBegin(this.#shape)
    this.#update()
  }

  /** What is in view. */
  spot(): Omit<GridSpot, 'cell'> {
    const shape = this.#shape
    if (!shape) return { row: 0, above: 0, column: null, aside: 0 }
    this.#follow()
    const row = Math.floor(this.#place.virtual / shape.rowHeight)
    const left = this.#left + (shape.columnStarts[shape.left] ?? 0)
    const column = Math.max(
      shape.left,
      shape.columnStarts.findLastIndex((start) => start <= left),
    )
    const aside = left - (shape.columnStarts[column] ?? 0)
    const above = this.#place.virtual - row * shape.rowHeight
    return { row, above, column: shape.columnIds[column] ?? null, aside }
  }

  #goOnToBegin(shape: GridShape): void {
    if (this.#begin === null || !this.#element) return
    const { row, spot } = this.#begin
    if (row !== null) {
      const wanted = row * shape.rowHeight + spot.above
      const next = placeAt(wanted, this.#geometry(shape))
      this.#moveTo(next)
      if (next.virtual >= wanted) this.#begin.row = null
    }
    const start = shape.columnStarts[shape.columnIds.indexOf(spot.column ?? '')]
    if (start !== undefined) this.#scrollTo(start - (shape.columnStarts[shape.left] ?? 0) + spot.aside)
  }

  /** Scrolls no further than needed for the whole cell to be seen; row −1, the header, always is. */
  reveal(row: number, column: number): void {
    const shape = this.#shape
    if (!shape || !this.#element) return
    this.#begin = null
    this.#follow()
    const { virtual } = this.#place
    const height = this.#viewport(shape)
    const top = row * shape.rowHeight
    if (row >= 0 && (top < virtual || top + shape.rowHeight > virtual + height)) {
      const wanted = top < virtual ? top : top + shape.rowHeight - height
      this.#moveTo(placeAt(wanted, this.#geometry(shape)))
    }
    this.#revealColumn(shape, column)
    this.#update()
  }

  #revealColumn(shape: GridShape, column: number): void {
    this.#revealed = column
    const start = shape.columnStarts[column]
    const end = shape.columnStarts[column + 1]
    const last = shape.columnIds.length - shape.right
    if (start === undefined || end === undefined || column < shape.left || column >= last) return
    const covered = shape.columnStarts[shape.left] ?? 0
    const coveredAtEnd = (shape.columnStarts.at(-1) ?? 0) - (shape.columnStarts[last] ?? 0)
    const width = shape.clientWidth - shape.rowNumberWidth - coveredAtEnd
    const isTooWide = end - start > width - covered
    const isBefore = start - covered < this.#left
    this.#scrollTo(isBefore || isTooWide ? start - covered : Math.max(this.#left, end - width))
  }

  #scrollTo(left: number): void {
    if (!this.#element || left === this.#left) return
    this.#element.scrollLeft = left
    this.#left = this.#element.scrollLeft
  }

  /** Columns that get a new width out of view, before the first one in view, do not push that one aside. */
  #keepColumnInPlace(next: GridShape): void {
    const before = this.#shape
    if (!before || this.#left === 0 || before.columnStarts.length !== next.columnStarts.length) return
    const first = Math.max(this.#window.columns.start, before.left)
    const from = before.columnStarts[first]
    const to = next.columnStarts[first]
    if (from !== undefined && to !== undefined && from !== to) this.#scrollTo(this.#left + to - from)
  }

  /** The rows of which at least a part is in view. */
  visibleRows(): Span {
    const shape = this.#shape
    if (!shape) return EMPTY.rows
    return rowsBetween({ top: this.#place.virtual, height: this.#viewport(shape) }, shape.rowHeight, shape.rows)
  }

  /** The cell at that place of the window, or the nearest in view. Row −1 is the header, column −1 the number of the row. */
  cellAt(clientX: number, clientY: number): GridPosition | null {
    const shape = this.#shape
    if (!shape || !this.#element) return null
    this.#follow()
    const box = this.#element.getBoundingClientRect()
    return pointerCell(clientX - box.left, clientY - box.top, shape, { left: this.#left, top: this.#place.virtual })
  }

  /** Where the cells are seen that scroll, px of the window. */
  view(): Edges | null {
    const corner = this.#element?.getBoundingClientRect()
    return corner && this.#shape ? edgesOf(this.#shape, corner) : null
  }

  /** Scrolls by so many px, as far as there is something. */
  scrollBy(x: number, y: number): void {
    const shape = this.#shape
    if (!shape || !this.#element) return
    this.#begin = null
    this.#revealed = null
    this.#follow()
    this.#direction = y < 0 ? -1 : 1
    if (y !== 0) this.#moveTo(placeAt(this.#place.virtual + y, this.#geometry(shape)))
    this.#scrollTo(this.#left + x)
    this.#update()
  }

  /** Whole rows that fit into the view. */
  pageRows(): number {
    return this.#shape ? Math.max(1, Math.floor(this.#viewport(this.#shape) / this.#shape.rowHeight)) : 1
  }

  #scroll(): void {
    this.#follow()
    this.#isFollowed = true
    this.#update()
    // After what the update has had drawn, which is in a microtask, too.
    queueMicrotask(() => (this.#isFollowed = false))
    clearTimeout(this.#restTimer)
    this.#restTimer = setTimeout(() => this.#rest(), REST)
  }

  /** Takes over where the browser has scrolled to, which may be ahead of its events. */
  #follow(): void {
    const element = this.#element
    const shape = this.#shape
    if (!element || !shape) return
    this.#left = element.scrollLeft
    const physical = element.scrollTop
    const step = Math.abs(physical - this.#place.physical)
    if (step === 0) return
    this.#isHurried = step > this.#viewport(shape)
    const byGesture = performance.now() < this.#gestureUntil
    const next = scrolled(this.#place, physical, this.#geometry(shape), byGesture)
    this.#direction = next.virtual < this.#place.virtual ? -1 : 1
    if (next.physical === physical) this.#place = next
    else this.#moveTo(next)
  }

  #rest(): void {
    if (!this.#shape) return
    this.#follow()
    this.#isHurried = false
    this.#moveTo(settled(this.#place, this.#geometry(this.#shape)))
    this.#update()
  }

  /** Sets the scrollbar. What the browser makes of it counts: it may round to its own pixels. */
  #moveTo(place: ScrollPlace): void {
    const element = this.#element
    if (!element) {
      this.#place = place
      return
    }
    if (Math.abs(element.scrollTop - place.physical) >= 1 / 64) element.scrollTop = place.physical
    const physical = element.scrollTop
    this.#place = Math.abs(physical - place.physical) < 1 ? place : { ...place, physical }
  }

  #geometry(shape: GridShape) {
    return scrollGeometry(shape.rows, shape.rowHeight, this.#viewport(shape))
  }

  #viewport(shape: GridShape): number {
    return Math.max(0, shape.clientHeight - shape.headerHeight)
  }

  #update(): void {
    const shape = this.#shape
    if (!shape) return
    const view = { top: this.#place.virtual, height: this.#viewport(shape) }
    const width = shape.clientWidth - shape.rowNumberWidth
    const { left, right } = shape
    const columns = columnsBetween(shape.columnStarts, this.#left, this.#left + Math.max(1, width), left, right)
    const drawn = left + right + columns.end - columns.start
    const pace = { direction: this.#direction, hurry: this.#isHurried }
    const rows = rowsAround(view, shape.rowHeight, shape.rows, drawn, pace)
    const shift = Math.round(this.#place.virtual - this.#place.physical)
    const before = this.#window
    if (!isSameSpan(before.rows, rows) || !isSameSpan(before.columns, columns) || before.shift !== shift) {
      this.#window = { rows, columns: isSameSpan(before.columns, columns) ? before.columns : columns, shift }
      for (const listener of this.#listeners) listener()
    }
    this.#reportTimer ??= setTimeout(() => this.#report(), REPORT)
  }

  #report(): void {
    this.#reportTimer = undefined
    const visible = this.visibleRows()
    if (isSameSpan(visible, this.#reported)) return
    this.#reported = visible
    for (const listener of this.#visibleListeners) listener(visible)
  }
}

function hasSameRows(a: GridShape | null, b: GridShape): boolean {
  return (
    a !== null &&
    a.rows === b.rows &&
    a.rowHeight === b.rowHeight &&
    a.clientHeight === b.clientHeight &&
    a.headerHeight === b.headerHeight
  )
}

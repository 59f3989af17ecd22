import type { RowSource } from '../../rows/rowSource.ts'
import type { Span } from '../../rows/span.ts'
import type { Marker } from '../cells/searchMarks.ts'
import type { GridPosition } from '../geometry/gridFocus.ts'
import type { GridWindow } from '../geometry/gridScroller.ts'
import type { GridCells } from '../gridCells.ts'
import { boxOf, pinOf, type GridLayout } from '../gridLayout.ts'
import { ActiveMark } from './activeMark.ts'
import { cellClass, type CellElement } from './cellElement.ts'
import type { CellPainter } from './cellPaint.ts'
import { ColumnRules } from './columnRules.ts'
import { ColumnSlots } from './columnSlots.ts'
import { putInOrder, recycle } from './recycle.ts'
import { RowElement } from './rowElement.ts'
import styles from './rows.module.css'

/** What the body shows. One object as long as nothing of it changes. */
export interface BodyContents {
  readonly rows: RowSource
  readonly layout: GridLayout
  /** px */
  readonly rowHeight: number
  readonly marker: Marker | null
  /** The row whose record is open; −1: none. */
  readonly openRow: number
}

/** ms without a change of what is in view after which rows and cells are put into their order in the document. */
const REST = 200
/** Rows around those drawn whose changes are heard of, so that not each step has to say anew what it listens to. */
const HEARD = 200
/** Rows that may lie between what is drawn and what places are counted from: no element lies further than 2^25 px away. */
const FARTHEST = 20_000

const NOTHING: Span = { start: -1, end: -1 }
/** The slot of the rows' numbers among the rules; those of columns follow. */
const NUMBERS = 0

/**
 * Draws rows and cells without React. Their elements are used again: a row that scrolls out of view at one end becomes the
 * one that comes into view at the other, so that scrolling adds and removes no element and writes only the texts that
 * differ. Meanwhile their order in the document may be rotated; at rest it is that of the picture.
 */
export class GridBody {
  readonly #cells: GridCells
  readonly #active: ActiveMark
  readonly #rules = new ColumnRules()
  readonly #slots = new ColumnSlots()
  readonly #rows = new Map<number, RowElement>()
  readonly #spare: RowElement[] = []
  /** Those drawn, in their order. */
  #columns: readonly number[] = []
  #layer: HTMLElement | null = null
  #contents: BodyContents | null = null
  #window: GridWindow | null = null
  #painter: CellPainter | null = null
  /** The row from which places are counted. */
  #base = 0
  #activeAt: GridPosition | null = null
  #heard = NOTHING
  #unhear: (() => void) | null = null
  #listeners = new Set<() => void>()
  #restTimer: ReturnType<typeof setTimeout> | undefined

  constructor(cells: GridCells) {
    this.#cells = cells
    this.#active = new ActiveMark(cells)
  }

  /** Draws into that element, which is as high as the scrollbar says, until the returned function is called. */
  attach(canvas: HTMLElement): () => void {
    const layer = document.createElement('div')
    layer.className = styles['layer'] ?? ''
    layer.setAttribute('role', 'presentation')
    canvas.append(layer)
    this.#layer = layer
    const abandon = this.#rules.adopt()
    this.#draw(true)
    return () => {
      clearTimeout(this.#restTimer)
      this.#forget()
      if (this.#contents) this.#clear(this.#contents.layout)
      layer.remove()
      this.#layer = null
      abandon()
    }
  }

  /** Calls the listener when rows that are drawn have got other values. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** Takes other rows, or other measures of them. */
  show(contents: BodyContents): void {
    const before = this.#contents
    if (before === contents) return
    this.#contents = contents
    const { layout, rows } = contents
    const isSame = before?.layout.left === layout.left && before.layout.right === layout.right
    if (!isSame || before.layout.placed.length !== layout.placed.length) this.#clear(layout)
    if (before?.rows !== rows) this.#forget()
    this.#draw(true)
    this.#putInOrder()
  }

  /** Draws what is in view now. */
  place(window: GridWindow): void {
    if (window === this.#window) return
    this.#window = window
    this.#draw(false)
  }

  /** Makes a cell the one with the tab stop; null: none of these has it. It stays drawn when it is scrolled away. */
  activate(at: GridPosition | null): void {
    const before = this.#activeAt
    if (before?.row === at?.row && before?.column === at?.column) return
    this.#activeAt = at
    if (at === null) this.#active.leave()
    this.#draw(false)
  }

  /** Who says what lies on the cells; null: nothing does. */
  setPainter(painter: CellPainter | null): void {
    this.#painter = painter
    this.repaint()
  }

  /** Asks the painter again, for those cells of these rows and columns (absent: of all) that are drawn. */
  repaint({ rows, columns }: { readonly rows?: Span; readonly columns?: Span } = {}): void {
    const contents = this.#contents
    if (contents === null) return
    const painted = columns === undefined ? this.#columns : this.#columns.filter((column) => isIn(columns, column))
    for (const [at, row] of this.#rows) {
      if (rows !== undefined && !isIn(rows, at)) continue
      row.paint(this.#painter?.paint(at, -1) ?? 0)
      for (const column of painted) this.#write(contents, row, column)
    }
  }

  /** The element that shows a cell now; null if none does. The next scroll makes another cell of it. */
  elementAt(row: number, column: number): HTMLElement | null {
    return this.#cellAt(row, column)?.element ?? null
  }

  #cellAt(row: number, column: number): CellElement | null {
    const slot = this.#slots.slotOf(column)
    return slot === undefined ? null : (this.#rows.get(row)?.cells[slot] ?? null)
  }

  #clear({ left, right, placed }: GridLayout): void {
    this.#active.put(null)
    for (const { element } of this.#rows.values()) element.remove()
    this.#rows.clear()
    this.#spare.length = 0
    this.#columns = []
    this.#slots.clear({ left, right, count: placed.length })
  }

  /** `all`: what it is drawn from may be another. */
  #draw(all: boolean): void {
    const contents = this.#contents
    const window = this.#window
    const layer = this.#layer
    if (layer === null || contents === null || window === null) return
    const columns = this.#placeColumns(contents.layout, window.columns, all)
    const rows = this.#placeRows(layer, contents, window)
    for (const row of this.#rows.values()) {
      if (all || rows.has(row)) this.#writeRow(contents, row)
      else if (columns.length > 0) this.#writeCells(contents, row, columns)
    }
    this.#hear(contents.rows, window.rows)
    const at = this.#activeAt
    this.#active.put(at === null ? null : this.#cellAt(at.row, at.column))
    if (rows.size === 0 && columns.length === 0) return
    clearTimeout(this.#restTimer)
    this.#restTimer = setTimeout(() => this.#putInOrder(), REST)
  }

  /** Gives a slot to each column to be drawn; returns those that had none, whose cells have to be written. */
  #placeColumns(layout: GridLayout, inView: Span, all: boolean): readonly number[] {
    const added = this.#slots.assign(inView, this.#activeAt?.column ?? -1)
    if (!all && added.length === 0) return added
    this.#rules.place(NUMBERS, { at: 0, width: layout.rowNumberWidth, pin: 'left' })
    this.#columns = this.#slots.columns()
    for (const column of this.#columns) {
      const slot = this.#slots.slotOf(column)
      if (slot !== undefined) this.#rules.place(slot + 1, boxOf(layout, column))
    }
    return added
  }

  /** Has an element for each row to be drawn, in its place; returns those that were for another row, or for none. */
  #placeRows(layer: HTMLElement, contents: BodyContents, { rows, shift }: GridWindow): ReadonlySet<RowElement> {
    const { rowHeight } = contents
    const { free, missing } = recycle(this.#rows, rows, this.#activeAt?.row ?? -1)
    const taken = new Set<RowElement>()
    for (const at of missing) {
      const row = free.pop() ?? this.#spare.pop() ?? this.#newRow()
      row.take(at, contents.rows.isFoot?.(at) === true)
      if (row.element.parentElement === null) layer.append(row.element)
      this.#rows.set(at, row)
      taken.add(row)
    }
    for (const each of free) each.element.remove()
    this.#spare.push(...free)
    if (Math.abs(rows.start - this.#base) > FARTHEST) this.#base = rows.start
    layer.style.transform = `translateY(${this.#base * rowHeight - shift}px)`
    // The active row, scrolled away, lies where no scroll leads.
    for (const [at, row] of this.#rows) row.moveTo((isIn(rows, at) ? at - this.#base : -2 * FARTHEST) * rowHeight)
    return taken
  }

  #newRow(): RowElement {
    const row = new RowElement(this.#rules.classOf(NUMBERS))
    this.#cells.addLive(row.number, () => ({ kind: 'rowNumber', row: row.at }))
    return row
  }

  #writeRow(contents: BodyContents, row: RowElement): void {
    row.take(row.at, contents.rows.isFoot?.(row.at) === true)
    row.markOpen(row.at === contents.openRow)
    row.revision = contents.rows.revision(row.at)
    row.paint(this.#painter?.paint(row.at, -1) ?? 0)
    this.#writeCells(contents, row, this.#columns)
  }

  #writeCells(contents: BodyContents, row: RowElement, columns: readonly number[]): void {
    const { layout } = contents
    for (const column of columns) {
      const placed = layout.placed[column]
      const slot = this.#slots.slotOf(column)
      if (placed === undefined || slot === undefined) continue
      while (row.cells.length <= slot) this.#addCell(row)
      row.cells[slot]?.take(
        placed,
        column,
        cellClass(placed.face, pinOf(layout, column), this.#rules.classOf(slot + 1)),
      )
      this.#write(contents, row, column)
    }
  }

  #addCell(row: RowElement): void {
    const cell = row.addCell()
    this.#cells.addLive(cell.element, () => ({ kind: 'cell', position: { row: row.at, column: cell.column } }))
  }

  #write({ rows, layout, marker }: BodyContents, { at }: RowElement, column: number): void {
    const place = layout.placed[column]?.place
    const cell = this.#cellAt(at, column)
    if (place === undefined || cell === null) return
    cell.paint(this.#painter?.paint(at, column) ?? 0)
    const marks = this.#painter?.marks
    cell.show(rows.cell(at, place), at, marks ? (text) => marks(at, column, text) : marker)
  }

  #hear(rows: RowSource, inView: Span): void {
    if (inView.start >= this.#heard.start && inView.end <= this.#heard.end) return
    this.#forget()
    this.#heard = { start: Math.max(0, inView.start - HEARD), end: inView.end + HEARD }
    this.#unhear = rows.subscribe(this.#heard, () => this.#refresh())
  }

  #forget(): void {
    this.#unhear?.()
    this.#unhear = null
    this.#heard = NOTHING
  }

  /** Writes the rows that have changed. */
  #refresh(): void {
    const contents = this.#contents
    if (contents === null) return
    for (const row of this.#rows.values())
      if (contents.rows.revision(row.at) !== row.revision) this.#writeRow(contents, row)
    this.#active.update()
    for (const listener of this.#listeners) listener()
  }

  /** Elements are read in the order of the document, so that has to be the one of the picture. */
  #putInOrder(): void {
    clearTimeout(this.#restTimer)
    if (this.#layer === null) return
    const rows = [...this.#rows].toSorted(([a], [b]) => a - b).map(([, row]) => row)
    const active = this.#activeAt === null ? undefined : this.#rows.get(this.#activeAt.row)
    putInOrder(
      this.#layer,
      rows.map(({ element }) => element),
      active?.element,
    )
    const slots = this.#columns.map((column) => this.#slots.slotOf(column) ?? -1)
    const activeSlot = this.#activeAt === null ? undefined : this.#slots.slotOf(this.#activeAt.column)
    for (const row of rows) {
      const cells = slots.flatMap((slot) => row.cells[slot]?.element ?? [])
      const anchor = activeSlot === undefined || row !== active ? undefined : row.cells[activeSlot]?.element
      putInOrder(row.element, cells, anchor)
    }
  }
}

function isIn({ start, end }: Span, at: number): boolean {
  return at >= start && at < end
}

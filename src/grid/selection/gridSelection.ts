import { PAINT, type CellPainter } from '../body/cellPaint.ts'
import type { GridKey, GridPosition, GridSize } from '../geometry/gridFocus.ts'
import type { Span } from '../../rows/span.ts'
import { bandsOf, rectsOf, type Band, type Rect } from './selectedArea.ts'
import {
  dragged,
  NO_SELECTION,
  pressed,
  selectedByKey,
  type CellPlace,
  type PressedHow,
  type PressedKind,
  type Selection,
} from './selection.ts'

/** What a selection covers now; one object as long as that is the same. */
export interface SelectedArea {
  readonly rects: readonly Rect[]
  /** The same cells, each once. */
  readonly bands: readonly Band[]
}

/** Which cells are drawn anew after a change. */
export type RepaintRows = (rows: Span) => void

const NOTHING: SelectedArea = { rects: [], bands: [] }

/**
 * The selection of one grid. It lives outside React, as a drag changes it with each move of the pointer: what it covers is
 * painted on the cells at once, and whoever shows figures of it subscribes.
 */
export class GridSelection {
  #selection: Selection = NO_SELECTION
  #result = ''
  #columns: readonly string[] = []
  #rowCount = 0
  #area = NOTHING
  #repaint: RepaintRows = () => undefined
  readonly #listeners = new Set<() => void>()

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** What is selected; nothing if that is the active cell alone. */
  readonly area = (): SelectedArea => this.#area

  /** Has cells drawn anew in that way when others are selected. */
  paintBy(repaint: RepaintRows): void {
    this.#repaint = repaint
  }

  /** Takes other columns, as they are shown, or another number of rows. Of another result nothing is selected. */
  reshape(result: string, columns: readonly string[], rowCount: number): void {
    if (result === this.#result && columns === this.#columns && rowCount === this.#rowCount) return
    if (result !== this.#result) this.#selection = NO_SELECTION
    this.#result = result
    this.#columns = columns
    this.#rowCount = rowCount
    this.#show(this.#selection)
  }

  /** The active cell alone is selected. */
  clear(): void {
    if (this.#selection.length > 0) this.#show(NO_SELECTION)
  }

  /** A cell, the number of a row, or a column was pressed. */
  press(kind: PressedKind, at: GridPosition, how: PressedHow, active: GridPosition | null): void {
    const [place, before] = [this.#placeOf(at), active && this.#placeOf(active)]
    if (place !== null) this.#show(pressed(this.#selection, kind, place, how, before))
  }

  /** The pointer that pressed at `from` has come to another cell. */
  drag(from: GridPosition, to: GridPosition): void {
    const [a, b] = [this.#placeOf(from), this.#placeOf(to)]
    if (a === null || b === null) return
    const next = dragged(this.#selection, a, b)
    if (next !== this.#selection) this.#show(next)
  }

  /** A key was pressed; gives what has to come into view, null if it is no key of the selection. */
  key(key: GridKey, active: GridPosition, size: GridSize): { readonly reveal: GridPosition | null } | null {
    const next = selectedByKey(this.#selection, key, { size, columns: this.#columns, active })
    if (next === null) return null
    this.#show(next.selection)
    return next
  }

  /** What lies on a cell, as the grid's body asks. */
  readonly paint: CellPainter['paint'] = (row, column) => {
    let paint = 0
    for (const { rows, columns } of this.#area.rects) {
      if (row < rows.start || row >= rows.end) continue
      if (column === -1) return PAINT.selected
      if (column < columns.start || column >= columns.end) continue
      paint |= PAINT.selected
      if (row === rows.start) paint |= PAINT.top
      if (row === rows.end - 1) paint |= PAINT.bottom
      if (column === columns.start) paint |= PAINT.left
      if (column === columns.end - 1) paint |= PAINT.right
    }
    return paint
  }

  #placeOf({ row, column }: GridPosition): CellPlace | null {
    const id = this.#columns[column]
    return id === undefined || row < 0 ? null : { row, column: id }
  }

  #show(next: Selection): void {
    this.#selection = next
    const before = this.#area
    const rects = rectsOf(next, this.#rowCount, this.#columns)
    if (isSame(before.rects, rects)) return
    this.#area = rects.length === 0 ? NOTHING : { rects, bands: bandsOf(rects) }
    const rows = [...before.rects, ...rects].map((rect) => rect.rows)
    this.#repaint({ start: Math.min(...rows.map(({ start }) => start)), end: Math.max(...rows.map(({ end }) => end)) })
    for (const listener of this.#listeners) listener()
  }
}

function isSame(a: readonly Rect[], b: readonly Rect[]): boolean {
  return a.length === b.length && JSON.stringify(a) === JSON.stringify(b)
}

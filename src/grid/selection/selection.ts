import { moveFocus, type GridKey, type GridPosition, type GridSize } from '../geometry/gridFocus.ts'

/** A cell by its row, from 0, and the id of its column. */
export interface CellPlace {
  readonly row: number
  readonly column: string
}

/**
 * What lies between two cells. `rows` and `columns` are whole ones, however many there turn out to be. Columns go by their
 * ids, so that a range stays with them when they are moved.
 */
export interface SelectedRange {
  readonly kind: 'cells' | 'rows' | 'columns' | 'all'
  /** Where it began: the active cell. */
  readonly from: CellPlace
  readonly to: CellPlace
}

/** Ranges in the order in which they were made; the last one grows. With none, the active cell alone is selected. */
export type Selection = readonly SelectedRange[]

export const NO_SELECTION: Selection = []

/** What was pressed: a cell, the number of a row, or the header of a column. */
export type PressedKind = Exclude<SelectedRange['kind'], 'all'>

export interface PressedHow {
  /** Up to there, with Shift. */
  readonly extend: boolean
  /** As a further range, with Ctrl. */
  readonly add: boolean
}

/** What a press selects. `active` is the cell that was active before; null if nobody went to one. */
export function pressed(
  selection: Selection,
  kind: PressedKind,
  at: CellPlace,
  { extend, add }: PressedHow,
  active: CellPlace | null,
): Selection {
  const last = selection.at(-1)
  if (extend) {
    const from = last?.from ?? active ?? at
    return [...selection.slice(0, -1), { kind, from, to: at }]
  }
  const range: SelectedRange = { kind, from: at, to: at }
  if (!add) return kind === 'cells' ? NO_SELECTION : [range]
  const before = selection.length > 0 || active === null ? selection : [cellsOf(active)]
  return [...before, range]
}

/** What is selected once the pointer that pressed at `from` has come to `to`. */
export function dragged(selection: Selection, from: CellPlace, to: CellPlace): Selection {
  const last = selection.at(-1) ?? cellsOf(from)
  if (isSamePlace(last.to, to)) return selection
  return [...selection.slice(0, -1), { ...last, to }]
}

/** The grid as keys see it. */
export interface KeyedGrid {
  readonly size: GridSize
  /** The ids of the columns as they are shown. */
  readonly columns: readonly string[]
  /** The cell that keys act on; row −1 is the header. */
  readonly active: GridPosition
}

export interface SelectedByKey {
  readonly selection: Selection
  /** What has to come into view. */
  readonly reveal: GridPosition | null
}

/** What a key selects; null if it is no key of the selection. */
export function selectedByKey(selection: Selection, key: GridKey, grid: KeyedGrid): SelectedByKey | null {
  const { size, columns, active } = grid
  const column = columns[active.column]
  if (column === undefined || size.rows === 0) return null
  const here: CellPlace = { row: Math.max(0, active.row), column }
  const last = selection.at(-1) ?? cellsOf(here)
  const whole = (kind: 'rows' | 'columns'): SelectedByKey => ({
    selection: [
      ...selection.slice(0, -1),
      { ...last, kind: last.kind === 'cells' || last.kind === kind ? kind : 'all' },
    ],
    reveal: null,
  })
  if (isLetter(key, 'a') && key.ctrl && !key.shift)
    return { selection: [{ kind: 'all', from: here, to: here }], reveal: null }
  if (key.key === ' ' && key.ctrl) return key.shift ? whole('columns') : null
  if (active.row < 0) return null
  if (key.key === ' ') return whole('rows')
  if (key.key === 'Escape') return selection.length === 0 ? null : { selection: NO_SELECTION, reveal: null }
  if (!key.shift) return null
  const head = { row: last.to.row, column: columns.indexOf(last.to.column) }
  const moved = moveFocus(head.column < 0 ? active : head, { ...key, shift: false }, size)
  const to = moved && { row: Math.max(0, moved.row), column: moved.column }
  const id = to === null ? undefined : columns[to.column]
  if (to === null || id === undefined) return null
  return { selection: [...selection.slice(0, -1), { ...last, to: { row: to.row, column: id } }], reveal: to }
}

function cellsOf(place: CellPlace): SelectedRange {
  return { kind: 'cells', from: place, to: place }
}

function isSamePlace(a: CellPlace, b: CellPlace): boolean {
  return a.row === b.row && a.column === b.column
}

function isLetter({ key }: GridKey, letter: string): boolean {
  // With Caps Lock it is a capital.
  return key.toLowerCase() === letter
}

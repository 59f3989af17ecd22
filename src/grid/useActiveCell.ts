import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState, type FocusEvent } from 'react'
import type { GridSpot } from '../rows/gridSpot.ts'
import type { GridBody } from './body/gridBody.ts'
import type { PlacedColumn } from './columns/useGridColumns.ts'
import { withinGrid, type GridPosition } from './geometry/gridFocus.ts'
import type { GridScroller } from './geometry/gridScroller.ts'
import type { GridCells } from './gridCells.ts'

/** A cell of the grid from outside: its row, and the id of its column. */
export interface CellPlace {
  readonly row: number
  readonly column: string
}

export interface ActiveCellOptions {
  readonly control: GridScroller
  readonly body: GridBody
  readonly cells: GridCells
  readonly placed: readonly PlacedColumn[]
  readonly rowCount: number
  readonly resetKey: string
  readonly begin: GridSpot | null
  readonly onActiveCell: ((cell: CellPlace | null) => void) | undefined
}

/**
 * The cell that keys act on, and the focus with it. It stays with its column when columns are reordered, and goes to the
 * first row when another query is shown. The grid begins with the cell of `begin`, if that is given.
 */
export function useActiveCell(options: ActiveCellOptions) {
  const { control, body, cells, placed, rowCount, resetKey, begin, onActiveCell } = options
  const [active, setActive] = useState<(GridPosition & { readonly id: string | undefined }) | null>(null)
  const known = active?.id === undefined ? -1 : placed.findIndex(({ column }) => column.id === active.id)
  const wanted =
    active === null ? { row: 0, column: 0 } : { row: active.row, column: known < 0 ? active.column : known }
  const at = withinGrid(wanted, { rows: rowCount, columns: placed.length })

  const [shownKey, setShownKey] = useState(resetKey)
  if (shownKey !== resetKey) {
    setShownKey(resetKey)
    if (active && active.row > 0) setActive({ ...active, row: 0 })
  }
  const [hasBegun, setHasBegun] = useState(false)
  if (begin !== null && !hasBegun) {
    setHasBegun(true)
    if (begin.cell) setActive({ row: begin.cell.row, column: 0, id: begin.cell.column })
  }
  useLayoutEffect(() => control.show(resetKey, begin), [control, resetKey, begin])

  const hasFocus = useRef(false)
  const moved = useRef<'by key' | 'by press' | 'by find' | null>(null)
  useLayoutEffect(() => {
    body.activate(at.row === -1 ? null : at)
    if (moved.current === 'by key' || moved.current === 'by find') control.reveal(at.row, at.column)
    const isLost = hasFocus.current && document.activeElement === document.body
    if (moved.current === null && !isLost) return
    // While one looks for a text, the focus stays in its field.
    const keepsFocus = moved.current === 'by find'
    moved.current = null
    if (!keepsFocus) cells.focusActive()
  })

  const column = placed[at.column]?.column.id
  const place = at.row >= 0 && column !== undefined ? { row: at.row, column } : null
  const report = useEffectEvent((row: number, id: string) => onActiveCell?.(row >= 0 ? { row, column: id } : null))
  const isChosen = active !== null
  // What the grid began with is known only when its rows have come.
  useEffect(() => {
    if (isChosen && column !== undefined) report(at.row, column)
  }, [isChosen, at.row, column])

  // The focus is where it was, unless something else has it by now.
  const isBack = begin?.cell !== undefined && begin.cell?.row === at.row && begin.cell.column === column
  useEffect(() => {
    if (isBack && document.activeElement === document.body) cells.focusActive()
  }, [isBack, cells])

  return {
    at,
    /** The cell or header (row −1) that has the focus; null if the focus is elsewhere. */
    focused: () => (hasFocus.current && column !== undefined ? { row: at.row, column } : null),
    /** The active cell, if the user has gone to one. */
    cell: active === null ? null : place,
    go(to: GridPosition, how: 'by key' | 'by press' | 'by find') {
      moved.current = how
      setActive({ ...to, id: placed[to.column]?.column.id })
    },
    /** Keeps the active cell in view through the change that a key brings about. */
    follow() {
      moved.current = 'by key'
    },
    onFocus: () => {
      hasFocus.current = true
    },
    onBlur: (event: FocusEvent) => {
      hasFocus.current = event.currentTarget.contains(event.relatedTarget)
    },
  }
}

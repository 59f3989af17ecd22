import { useEffect, useLayoutEffect, useMemo, useRef, useState, type MouseEvent } from 'react'
import type { GridBody } from '../body/gridBody.ts'
import type { PlacedColumn } from '../columns/useGridColumns.ts'
import { DragScroll } from '../geometry/dragScroll.ts'
import type { GridKey, GridPosition } from '../geometry/gridFocus.ts'
import type { GridScroller } from '../geometry/gridScroller.ts'
import type { GridPart } from '../gridCells.ts'
import { GridSelection } from './gridSelection.ts'
import type { Band } from './selectedArea.ts'
import type { PressedKind } from './selection.ts'

export interface GridSelectionOptions {
  readonly body: GridBody
  readonly control: GridScroller
  readonly placed: readonly PlacedColumn[]
  readonly rowCount: number
  /** Another key is another result, of which nothing is selected. */
  readonly resetKey: string
  /** The active cell; row −1 is the header. */
  readonly at: GridPosition
  /** Whether somebody has gone to it. */
  readonly isChosen: boolean
  /** Makes a cell the active one. */
  readonly go: (to: GridPosition) => void
}

/** What keys, the pointer and whoever draws need of the selection. */
export function useGridSelection(options: GridSelectionOptions) {
  const { body, control, placed, rowCount, resetKey, at, isChosen, go } = options
  const [selection] = useState(() => new GridSelection())
  const ids = useMemo(() => placed.map(({ column }) => column.id), [placed])
  useLayoutEffect(() => selection.reshape(resetKey, ids, rowCount), [selection, resetKey, ids, rowCount])
  useEffect(() => {
    selection.paintBy((rows) => body.repaint({ rows }))
  }, [selection, body])

  const drag = useRef<AbortController | null>(null)
  useEffect(() => () => drag.current?.abort(), [])

  /** Follows the pointer until it is let go; beyond the edges the grid scrolls. */
  const follow = (from: GridPosition) => {
    drag.current?.abort()
    const controller = new AbortController()
    const { signal } = controller
    drag.current = controller
    let last = { x: 0, y: 0 }
    const reach = () => {
      const to = control.cellAt(last.x, last.y)
      if (to !== null) selection.drag(from, { row: Math.max(0, to.row), column: Math.max(0, to.column) })
    }
    const scroll = new DragScroll(control, () => control.view(), reach)
    signal.addEventListener('abort', () => scroll.end())
    const move = (event: PointerEvent | globalThis.MouseEvent) => {
      last = { x: event.clientX, y: event.clientY }
      reach()
      scroll.move(last.x, last.y)
    }
    window.addEventListener('mousemove', move, { signal })
    for (const end of ['mouseup', 'blur']) window.addEventListener(end, () => controller.abort(), { signal })
  }

  const press = (kind: PressedKind, to: GridPosition, event: MouseEvent) => {
    const how = { extend: event.shiftKey, add: event.ctrlKey || event.metaKey }
    selection.press(kind, to, how, isChosen && at.row >= 0 ? at : null)
    if (!how.extend) go(to)
    return how.extend && at.row >= 0 ? at : to
  }

  return {
    selection,
    /** What is selected, and the active cell if that is all. */
    bands: (): readonly Band[] => {
      const { bands } = selection.area()
      if (bands.length > 0 || at.row < 0 || placed.length === 0) return bands
      return [{ rows: { start: at.row, end: at.row + 1 }, columns: [at.column] }]
    },
    /** A mouse button was pressed on a part of the grid. */
    onPress: (event: MouseEvent, part: GridPart): void => {
      const isRow = part.kind === 'rowNumber'
      if (part.kind === 'edge' || part.kind === 'menu' || (!isRow && part.position.row < 0)) return
      const to = isRow ? { row: part.row, column: at.column } : part.position
      // A menu is about what is selected already.
      if (event.button !== 0)
        return selection.paint(to.row, isRow ? -1 : to.column) === 0 ? selection.clear() : undefined
      if (event.shiftKey) event.preventDefault()
      follow(press(isRow ? 'rows' : 'cells', to, event))
    },
    /** A header was pressed with Ctrl. */
    selectColumn(column: number, event: MouseEvent): void {
      press('columns', { row: at.row < 0 ? control.visibleRows().start : at.row, column }, event)
    },
    /** Whether the key was one of the selection; any other that moves the active cell clears it. */
    onKey(key: GridKey): boolean {
      const size = { rows: rowCount, columns: placed.length, page: control.pageRows(), firstInView: 0 }
      const done = selection.key(key, at, size)
      if (done?.reveal) control.reveal(done.reveal.row, done.reveal.column)
      return done !== null
    },
  }
}

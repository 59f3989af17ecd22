import { useEffect, useEffectEvent, useState, type KeyboardEvent, type PointerEvent, type RefObject } from 'react'
import { dropOf, stepOf, type LayoutEdit } from '../../rows/layoutEdits.ts'
import type { GridPosition } from '../geometry/gridFocus.ts'
import type { GridCells } from '../gridCells.ts'
import styles from './ColumnMoving.module.css'
import { dropPlace, type DropPlace } from './dropPlace.ts'
import type { PlacedColumn } from './useGridColumns.ts'

interface ColumnMovingOptions {
  readonly cells: GridCells
  readonly placed: readonly PlacedColumn[]
  readonly scroller: RefObject<HTMLElement | null>
  /** Absent: columns stay where they are. */
  readonly onArrange: ((edit: LayoutEdit) => void) | undefined
}

/** Columns are moved by dragging their headers with the mouse, or by Ctrl Shift ← and → on a header. */
export function useColumnMoving({ cells, placed, scroller, onArrange }: ColumnMovingOptions) {
  const [drag, setDrag] = useState<{ readonly column: number; readonly x: number } | null>(null)
  const [drop, setDrop] = useState<DropPlace | null>(null)
  const arranged = () => placed.map(({ column, pin }) => ({ id: column.id, pin }))

  const move = useEffectEvent((event: globalThis.PointerEvent) => {
    const grid = scroller.current
    if (drag === null || grid === null) return
    if (drop === null && Math.abs(event.clientX - drag.x) < SLIP_PX) return
    scrollNear(grid, event.clientX)
    setDrop(dropPlace(headersIn(grid), event.clientX))
  })
  const end = useEffectEvent((isDropped: boolean) => {
    const id = drag === null ? undefined : placed[drag.column]?.column.id
    setDrag(null)
    setDrop(null)
    if (drop === null) return
    swallowClick()
    const edit = isDropped && id !== undefined ? dropOf(arranged(), id, drop.to) : null
    if (edit !== null) onArrange?.(edit)
  })
  const isDragging = drag !== null
  useEffect(() => {
    if (!isDragging) return undefined
    const up = () => end(true)
    const cancel = () => end(false)
    const key = (event: globalThis.KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.stopPropagation()
      end(false)
    }
    window.addEventListener('pointermove', move)
    window.addEventListener('pointerup', up)
    window.addEventListener('pointercancel', cancel)
    window.addEventListener('keydown', key, true)
    return () => {
      window.removeEventListener('pointermove', move)
      window.removeEventListener('pointerup', up)
      window.removeEventListener('pointercancel', cancel)
      window.removeEventListener('keydown', key, true)
    }
  }, [isDragging])

  const frame = scroller.current?.getBoundingClientRect()
  return {
    /** Moves the column of the header that has the focus if that is what the key means. */
    onKey(event: KeyboardEvent, at: GridPosition): boolean {
      const { key, ctrlKey, metaKey, shiftKey, altKey } = event
      if (at.row !== -1 || !shiftKey || altKey || !(ctrlKey || metaKey) || onArrange === undefined) return false
      if (key !== 'ArrowLeft' && key !== 'ArrowRight') return false
      const id = placed[at.column]?.column.id
      const edit = id === undefined ? null : stepOf(arranged(), id, key === 'ArrowRight' ? 1 : -1)
      if (edit !== null) onArrange(edit)
      return true
    },
    onPointerDown(this: void, event: PointerEvent) {
      if (onArrange === undefined || event.button !== 0 || event.pointerType === 'touch') return
      const part = cells.partAt(event.target)
      if (part?.kind !== 'cell' || part.position.row !== -1) return
      setDrag({ column: part.position.column, x: event.clientX })
    },
    /** The line at which the column would be dropped. */
    line: drop && frame && (
      <div className={styles.line} aria-hidden="true" style={{ left: Math.max(0, drop.line - frame.left - 1) }} />
    ),
  }
}

/** A press is never quite still. */
const SLIP_PX = 6
/** px from the edge at which the grid scrolls, and by how much with each move. */
const EDGE = 40
const STEP = 24

function scrollNear(grid: HTMLElement, x: number): void {
  const { left, right } = grid.getBoundingClientRect()
  if (x > right - EDGE) grid.scrollLeft += STEP
  else if (x < left + EDGE) grid.scrollLeft -= STEP
}

function headersIn(grid: HTMLElement) {
  return [...grid.querySelectorAll<HTMLElement>('[role="columnheader"]')].flatMap((header) => {
    const column = Number(header.getAttribute('aria-colindex')) - 2
    if (column < 0) return []
    const { left, right } = header.getBoundingClientRect()
    return [{ column, left, right, isPinned: header.dataset['pinned'] !== undefined }]
  })
}

/** The click that ends a drag would sort. */
function swallowClick(): void {
  window.addEventListener('click', stop, { capture: true, once: true })
  setTimeout(() => window.removeEventListener('click', stop, { capture: true }), 0)
}

function stop(event: Event): void {
  event.stopPropagation()
}

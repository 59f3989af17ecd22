import { useEffect, useEffectEvent, type RefObject } from 'react'
import { PAINT } from '../body/cellPaint.ts'
import type { GridPosition } from '../geometry/gridFocus.ts'
import type { GridScroller } from '../geometry/gridScroller.ts'
import type { GridCells } from '../gridCells.ts'
import type { GridSelection } from './gridSelection.ts'

export interface TouchHandleOptions {
  readonly frame: RefObject<HTMLElement | null>
  readonly cells: GridCells
  readonly control: GridScroller
  readonly selection: GridSelection
  /** The active cell, whose corner is the handle while nothing else is selected. */
  readonly at: GridPosition
}

/** px around the corner in which a finger takes hold of it. */
const REACH = 26
const CORNER = PAINT.right | PAINT.bottom

/** With a finger, the last corner of a selection is dragged; anywhere else a finger scrolls. */
export function useTouchHandle({ frame, cells, control, selection, at }: TouchHandleOptions): void {
  /** Where the drag begins; null if the corner was not touched. */
  const heldFrom = useEffectEvent((event: TouchEvent): GridPosition | null => {
    const [touch] = event.touches
    const { target } = event
    if (touch === undefined || event.touches.length > 1 || !(target instanceof Element)) return null
    const part = cells.partAt(target)
    const box = target.closest('[role="gridcell"]')?.getBoundingClientRect()
    if (part?.kind !== 'cell' || box === undefined) return null
    const { row, column } = part.position
    const isCorner =
      (selection.paint(row, column) & CORNER) === CORNER ||
      (selection.area().rects.length === 0 && row === at.row && column === at.column)
    const isNear = box.right - touch.clientX < REACH && box.bottom - touch.clientY < REACH
    return isCorner && isNear ? at : null
  })
  useEffect(() => {
    const element = frame.current
    if (element === null) return undefined
    const controller = new AbortController()
    let from: GridPosition | null = null
    const begin = (event: TouchEvent) => {
      from = heldFrom(event)
      // Neither a scroll, nor a long press.
      if (from === null) return
      event.preventDefault()
      event.stopPropagation()
    }
    const move = (event: TouchEvent) => {
      const [touch] = event.touches
      if (from === null || touch === undefined) return
      event.preventDefault()
      const to = control.cellAt(touch.clientX, touch.clientY)
      if (to !== null) selection.drag(from, { row: Math.max(0, to.row), column: Math.max(0, to.column) })
    }
    const options = { signal: controller.signal, passive: false, capture: true }
    element.addEventListener('touchstart', begin, options)
    element.addEventListener('touchmove', move, options)
    return () => controller.abort()
  }, [frame, control, selection])
}

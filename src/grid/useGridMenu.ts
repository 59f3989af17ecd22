import { useRef, type KeyboardEvent, type MouseEvent, type TouchEvent } from 'react'
import type { GridPosition } from './geometry/gridFocus.ts'
import type { PlacedColumn } from './columns/useGridColumns.ts'
import type { GridCells } from './gridCells.ts'
import type { CellPlace } from './useActiveCell.ts'

/** A menu that was asked for on a cell, or on a header (row −1). */
export interface GridMenu extends CellPlace {
  /** The cell or header, where the focus goes back to. */
  readonly element: HTMLElement
  /** Where it was pressed, px of the window; null: by key or by the header's button. */
  readonly at: { readonly x: number; readonly y: number } | null
}

/** Whether what asks for a menu is the button of the menu that is open, and so closes it. */
export function isButtonOf(asked: GridMenu, open: GridMenu | null): boolean {
  return open !== null && asked.at === null && open.at === null && asked.element === open.element
}

interface GridMenuOptions {
  readonly cells: GridCells
  readonly placed: readonly PlacedColumn[]
  readonly onMenu: ((menu: GridMenu) => void) | undefined
  /** Makes it the active cell. */
  readonly go: (to: GridPosition) => void
}

/** The ways to a menu: the right button, a long press of a finger, Shift F10 or the menu key, Alt ↓ on a header. */
export function useGridMenu({ cells, placed, onMenu, go }: GridMenuOptions) {
  const press = useRef<{ timer: ReturnType<typeof setTimeout>; x: number; y: number } | null>(null)
  const wasLong = useRef(false)

  const openAt = (position: GridPosition, element: Element | null, at: GridMenu['at']): boolean => {
    const target = placed[position.column]
    if (onMenu === undefined || target === undefined || !(element instanceof HTMLElement)) return false
    go(position)
    onMenu({ row: position.row, column: target.column.id, element, at })
    return true
  }
  const openOn = (target: EventTarget, at: GridMenu['at']): boolean => {
    const part = cells.partAt(target)
    if (part === null || part.kind === 'rowNumber' || !(target instanceof Element)) return false
    return openAt(part.position, target.closest('[role="gridcell"], [role="columnheader"]'), at)
  }
  const endPress = () => {
    if (press.current !== null) clearTimeout(press.current.timer)
    press.current = null
  }
  return {
    /** Opens the menu of the active cell or header if that is what the key means. */
    onKey(event: KeyboardEvent, position: GridPosition): boolean {
      const { key, shiftKey, altKey, target } = event
      const isMenuKey = key === 'ContextMenu' || (key === 'F10' && shiftKey)
      if (!isMenuKey && !(key === 'ArrowDown' && altKey && position.row === -1)) return false
      if (!(target instanceof Element)) return false
      return openAt(position, target.closest('[role="gridcell"], [role="columnheader"]'), null)
    },
    /** Whether this click ends a long press, which was for the menu. */
    endsLongPress(): boolean {
      const { current } = wasLong
      wasLong.current = false
      return current
    },
    /** The header's own button was pressed. */
    openFromButton: (button: EventTarget) => openOn(button, null),
    handlers: {
      onContextMenu(event: MouseEvent) {
        endPress()
        if (openOn(event.target, { x: event.clientX, y: event.clientY })) event.preventDefault()
      },
      onTouchStart(event: TouchEvent) {
        endPress()
        wasLong.current = false
        const touch = event.touches[0]
        if (touch === undefined || event.touches.length > 1 || onMenu === undefined) return
        const { clientX: x, clientY: y } = touch
        const { target } = event
        const timer = setTimeout(() => {
          wasLong.current = openOn(target, { x, y })
        }, LONG_PRESS_MS)
        press.current = { timer, x, y }
      },
      onTouchMove(event: TouchEvent) {
        const touch = event.touches[0]
        if (press.current === null || touch === undefined) return
        const moved = Math.hypot(touch.clientX - press.current.x, touch.clientY - press.current.y)
        if (moved > SLIP_PX) endPress()
      },
      onTouchEnd: endPress,
      onTouchCancel: endPress,
    },
  }
}

/** Some browsers make a long press a `contextmenu` of their own; this is a little later than theirs. */
const LONG_PRESS_MS = 600
/** A finger is never quite still. */
const SLIP_PX = 10

import { useState, type PointerEvent } from 'react'

/** Where in a list something would be dropped: at the item of that name. */
export interface ListDrop {
  readonly name: string
  readonly side: 'before' | 'after'
}

/**
 * Drags the items of a list by their handles, with mouse, pen or finger: `drop` says where the item would go now. Let go
 * elsewhere, or cancelled, nothing is moved.
 */
export function useColumnDrag(onDrop: (name: string, at: ListDrop) => void) {
  const [dragged, setDragged] = useState<string | null>(null)
  const [drop, setDrop] = useState<ListDrop | null>(null)
  const end = () => {
    setDragged(null)
    setDrop(null)
  }
  return {
    dragged,
    drop,
    handlers: {
      onPointerDown(event: PointerEvent<HTMLElement>) {
        const { target } = event
        if (!(target instanceof Element) || event.button !== 0) return
        const name = target.closest('[data-part="move"]')?.closest<HTMLElement>('[data-column]')?.dataset['column']
        if (name === undefined) return
        event.currentTarget.setPointerCapture(event.pointerId)
        setDragged(name)
      },
      onPointerMove(event: PointerEvent<HTMLElement>) {
        if (dragged === null) return
        scrollNear(event.currentTarget, event.clientY)
        const at = dropAt(event.currentTarget, event.clientY)
        setDrop(at?.name === dragged ? null : at)
      },
      onPointerUp() {
        if (dragged !== null && drop !== null) onDrop(dragged, drop)
        end()
      },
      onPointerCancel: end,
      onLostPointerCapture: end,
    },
  }
}

function dropAt(list: HTMLElement, y: number): ListDrop | null {
  for (const item of list.querySelectorAll<HTMLElement>('[data-column]')) {
    const { top, bottom } = item.getBoundingClientRect()
    const name = item.dataset['column']
    if (y >= top && y < bottom && name !== undefined) return { name, side: y < (top + bottom) / 2 ? 'before' : 'after' }
  }
  return null
}

/** px from the edge of the list in which it scrolls, and by how much with each move. */
const EDGE = 24
const STEP = 8

function scrollNear(list: HTMLElement, y: number): void {
  const { top, bottom } = list.getBoundingClientRect()
  if (y < top + EDGE) list.scrollTop -= STEP
  else if (y > bottom - EDGE) list.scrollTop += STEP
}

import type { GridPosition } from './geometry/gridFocus.ts'

/** What an element of the grid is: a cell or a header (row −1), a part of one, or the number of a row. */
export type GridPart =
  | { readonly kind: 'cell' | 'edge' | 'expand' | 'menu'; readonly position: GridPosition }
  | { readonly kind: 'rowNumber'; readonly row: number }

/** Which element is which part of the grid. Whoever draws them says so. */
export interface GridCells {
  /** To be called by a part with its element; gives what forgets it. */
  readonly add: (element: HTMLElement, part: GridPart) => () => void
  /** For an element that is one part after another: it is asked each time. */
  readonly addLive: (element: HTMLElement, part: () => GridPart | null) => void
  /** As `add`, for the header that gets the focus. */
  readonly addActive: (element: HTMLElement, part: GridPart) => () => void
  /** The cell that gets the focus; null: a header does. */
  readonly setActive: (element: HTMLElement | null) => void
  /** The innermost part that holds an element; null if it is in none. */
  readonly partAt: (target: EventTarget) => GridPart | null
  readonly focusActive: () => void
}

export function createGridCells(): GridCells {
  const parts = new WeakMap<Element, () => GridPart | null>()
  let active: HTMLElement | null = null
  let activeHeader: HTMLElement | null = null
  const add = (element: HTMLElement, part: GridPart) => {
    parts.set(element, () => part)
    return () => void parts.delete(element)
  }
  return {
    add,
    addActive(element, part) {
      const forget = add(element, part)
      activeHeader = element
      return () => {
        forget()
        if (activeHeader === element) activeHeader = null
      }
    },
    addLive: (element, part) => void parts.set(element, part),
    setActive(element) {
      active = element
    },
    partAt(target) {
      let element = target instanceof Element ? target : null
      for (; element !== null; element = element.parentElement) {
        const part = parts.get(element)?.()
        if (part !== undefined && part !== null) return part
      }
      return null
    },
    focusActive: () => (active ?? activeHeader)?.focus({ preventScroll: true }),
  }
}

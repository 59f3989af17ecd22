import type { GridPosition } from './geometry/gridFocus.ts'

/** What an element of the grid is: a cell or a header (row −1), a part of one, or the number of a row. */
export type GridPart =
  | { readonly kind: 'cell' | 'edge' | 'expand' | 'menu'; readonly position: GridPosition }
  | { readonly kind: 'rowNumber'; readonly row: number }

/** Which element is which part of the grid. The cells themselves say so when they are drawn. */
export interface GridCells {
  /** To be called by a part with its element; gives what forgets it. */
  readonly add: (element: HTMLElement, part: GridPart) => () => void
  /** The same for the active cell, which is the one that gets the focus. */
  readonly addActive: (element: HTMLElement, part: GridPart) => () => void
  /** The innermost part that holds an element; null if it is in none. */
  readonly partAt: (target: EventTarget) => GridPart | null
  readonly focusActive: () => void
}

export function createGridCells(): GridCells {
  const parts = new WeakMap<Element, GridPart>()
  let active: HTMLElement | null = null
  const add = (element: HTMLElement, part: GridPart) => {
    parts.set(element, part)
    return () => void parts.delete(element)
  }
  return {
    add,
    addActive(element, part) {
      const forget = add(element, part)
      active = element
      return () => {
        forget()
        if (active === element) active = null
      }
    },
    partAt(target) {
      let element = target instanceof Element ? target : null
      for (; element !== null; element = element.parentElement) {
        const part = parts.get(element)
        if (part !== undefined) return part
      }
      return null
    },
    focusActive: () => active?.focus({ preventScroll: true }),
  }
}

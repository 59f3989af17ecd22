import type { Selected } from '../../grid/selection/useSelected.ts'

/** Where the user is in the grid: the active cell (row from 0), the visible rows [start, end), and what is selected. */
export interface GridPlace {
  readonly cell: { readonly row: number; readonly column: string } | null
  readonly start: number
  readonly end: number
  /** Null: the active cell alone. */
  readonly selected: Selected | null
}

/** Holds a `GridPlace` outside React's state, so that scrolling renders only what shows the place. */
export interface GridPlaceStore {
  readonly get: () => GridPlace
  readonly set: (change: Partial<GridPlace>) => void
  readonly subscribe: (listener: () => void) => () => void
}

export function createGridPlace(): GridPlaceStore {
  const listeners = new Set<() => void>()
  let place: GridPlace = { cell: null, start: 0, end: 0, selected: null }
  return {
    get: () => place,
    set(change) {
      place = { ...place, ...change }
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

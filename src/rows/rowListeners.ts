import { overlaps, type Span } from './span.ts'

/** Listeners to some rows each. */
export interface RowListeners {
  readonly subscribe: (rows: Span, changed: () => void) => () => void
  /** Calls everyone who listens to one of these rows. */
  readonly notify: (rows: Span) => void
}

export function createRowListeners(): RowListeners {
  const listeners = new Set<{ readonly rows: Span; readonly changed: () => void }>()
  return {
    subscribe(rows, changed) {
      const listener = { rows, changed }
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    notify(rows) {
      for (const listener of listeners) if (overlaps(listener.rows, rows)) listener.changed()
    },
  }
}

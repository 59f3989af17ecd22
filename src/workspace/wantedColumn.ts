import { useSyncExternalStore } from 'react'

/** A column that the grid shall bring into view, with the cell that keys act on. */
export interface WantedColumn {
  readonly resource: string
  readonly column: string
}

/** Has the grid of that table go to a column as soon as it shows it; null: nothing is wanted any more. */
export function wantColumn(next: WantedColumn | null): void {
  wanted = next
  clearTimeout(timer)
  if (next !== null) timer = setTimeout(() => wantColumn(null), PATIENCE_MS)
  for (const listener of listeners) listener()
}

/** The column that is wanted and that no grid has gone to. */
export function useWantedColumn(): WantedColumn | null {
  return useSyncExternalStore(subscribe, () => wanted)
}

let wanted: WantedColumn | null = null
let timer: ReturnType<typeof setTimeout> | undefined

/** A table that takes longer to come should not move under the reader's hands. */
const PATIENCE_MS = 15_000

const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

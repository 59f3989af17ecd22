import { useSyncExternalStore } from 'react'

/** What is known of how many of the records shown have no value in a field, in words; empty: nothing, or all have one. */
export interface NullShares {
  readonly resource: string
  readonly subscribe: (listener: () => void) => () => void
  readonly of: (field: string) => string
}

/** Whoever counts the records of a table says so; null: no longer. */
export function offerNullShares(next: NullShares | null): void {
  leave?.()
  offered = next
  leave = next?.subscribe(tell)
  tell()
}

/** The share of a field of a table. */
export function useNullShare(resource: string | null, field: string): string {
  return useSyncExternalStore(subscribe, () =>
    offered !== null && offered.resource === resource ? offered.of(field) : '',
  )
}

let offered: NullShares | null = null
let leave: (() => void) | undefined

const listeners = new Set<() => void>()

function tell(): void {
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

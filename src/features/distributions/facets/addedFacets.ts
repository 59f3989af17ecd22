import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'

/** The columns that the user has added as facets of a table, until the page is closed; and what replaces them. */
export function useAddedFacets(
  instanceId: string,
  resource: string,
): readonly [names: readonly string[], replace: (names: readonly string[]) => void] {
  const key = JSON.stringify([instanceId, resource])
  return [
    useStore(added, (all) => all.get(key)) ?? NONE,
    (names) => added.setState((all) => new Map(all).set(key, names), true),
  ]
}

const added = createStore<ReadonlyMap<string, readonly string[]>>(() => new Map())

const NONE: readonly string[] = []

import { createStore } from 'zustand/vanilla'
import { useStore } from 'zustand'
import type { KnownCopy } from '../../copies/knownCopy.ts'

/** Which copy: a refresh gives it another id. */
type Named = Pick<KnownCopy, 'place' | 'resource'>

/** Shows the panel of a copy; null closes it. */
export function openCopy(copy: Named | null): void {
  open.setState(copy === null ? null : { key: keyOf(copy) }, true)
}

/** Whether the panel of a copy is open. */
export function useIsOpen(copy: Named): boolean {
  return useStore(open)?.key === keyOf(copy)
}

/** The copy among these whose panel is open. */
export function useOpenCopy(copies: readonly KnownCopy[]): KnownCopy | undefined {
  const key = useStore(open)?.key
  return copies.find((copy) => keyOf(copy) === key)
}

function keyOf({ place, resource }: Named): string {
  return JSON.stringify([place, resource])
}

const open = createStore<{ readonly key: string } | null>(() => null)

import { useSyncExternalStore } from 'react'
import type { ActionClient } from '../../instances/client/actionClient.ts'
import { ActionError } from '../../protocol/envelope.ts'

/** Whose tables: what one person chose is no choice of another. */
type Chooser = Pick<ActionClient, 'identity'>

/** Whether CKAN refused because the table was made from a file or a link, not by this API; `force` would get past that. */
export function isReadOnlyRefusal(error: unknown): boolean {
  return error instanceof ActionError && error.fields['read-only'] !== undefined
}

/** Remembers, until the page is left, that this table may be changed although it is read-only. */
export function changeAnyway(client: Chooser, resource: string): void {
  chosen.add(keyOf(client, resource))
  for (const listener of listeners) listener()
}

/** Whether someone chose to change this read-only table. */
export function isChangedAnyway(client: Chooser, resource: string): boolean {
  return chosen.has(keyOf(client, resource))
}

/** The same, for React. */
export function useChangedAnyway(client: Chooser, resource: string): boolean {
  return useSyncExternalStore(subscribe, () => isChangedAnyway(client, resource))
}

/** The parameter that a change of this table needs; empty unless someone chose it. */
export function forceOf(client: Chooser, resource: string): { readonly force?: true } {
  return isChangedAnyway(client, resource) ? { force: true } : {}
}

const chosen = new Set<string>()
const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function keyOf({ identity }: Chooser, resource: string): string {
  return JSON.stringify([identity, resource])
}

import { useSyncExternalStore } from 'react'
import type { ActionClient } from '../../instances/client/actionClient.ts'

/** Whose tables: what one person chose is no choice of another. */
type Chooser = Pick<ActionClient, 'identity'>

/** `readOnly`: CKAN keeps a table that was made from a file or a link from changes; `anyway`: someone chose to change it. */
export type Lock = 'readOnly' | 'anyway' | null

/** Remembers, until the page is left, that this table is read-only. */
export function learnReadOnly(client: Chooser, resource: string): void {
  if (lockOf(client, resource) === null) set(client, resource, 'readOnly')
}

/** Remembers, until the page is left, that this table is to be changed although it is read-only. */
export function changeAnyway(client: Chooser, resource: string): void {
  set(client, resource, 'anyway')
}

/** What is known of the table and chosen for it. */
export function lockOf(client: Chooser, resource: string): Lock {
  return locks.get(keyOf(client, resource)) ?? null
}

/** The same, for React. */
export function useLock(client: Chooser, resource: string): Lock {
  return useSyncExternalStore(subscribe, () => lockOf(client, resource))
}

const locks = new Map<string, Lock>()
const listeners = new Set<() => void>()

function set(client: Chooser, resource: string, lock: Lock): void {
  locks.set(keyOf(client, resource), lock)
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function keyOf({ identity }: Chooser, resource: string): string {
  return `${identity} ${resource}`
}

import { useSyncExternalStore } from 'react'
import type { ActionClient } from './actionClient.ts'
import type { Manners } from './manners.ts'

/** What the server has shown of itself so far. */
export function useManners({ manners }: Pick<ActionClient, 'manners'>): Manners {
  return useSyncExternalStore(manners.subscribe, manners.get)
}

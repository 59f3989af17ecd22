import { useEffect, useSyncExternalStore } from 'react'
import { browserStorage } from '../../storage/browserStorage.ts'
import { createOpenQueries } from './createOpenQueries.ts'
import { deviceStorage } from '../deviceStorage.ts'
import { holdQuery } from './holdQuery.ts'
import type { SqlQuery } from './openQuery.ts'
import { reportStorageProblem } from '../storageProblems.ts'

/** The SQL query of an instance that this tab shows; null if there is none, or it has not been loaded yet. */
export function useSqlQuery(instanceId: string): { readonly query: SqlQuery | null; readonly isLoaded: boolean } {
  useEffect(() => void openQueries.adopt(instanceId, 'sql'), [instanceId])
  const { isLoaded } = useSyncExternalStore(openQueries.subscribe, openQueries.get)
  const body = openQueries.shownOf(instanceId, 'sql')?.body
  return { query: body?.kind === 'sql' ? body : null, isLoaded }
}

/** Keeps what is being written for an instance. */
export function writeSqlQuery(instanceId: string, text: string, lastRun: SqlQuery['lastRun']): void {
  openQueries.write(instanceId, { kind: 'sql', text, lastRun })
}

/** How many statements are kept for an instance, which go with it. */
export function useDraftCount(instanceId: string): number {
  useEffect(() => void openQueries.load(), [])
  const { queries } = useSyncExternalStore(openQueries.subscribe, openQueries.get)
  const drafts = queries.filter(({ body }) => body.kind === 'sql' && body.text !== '')
  return drafts.filter((query) => query.instanceId === instanceId).length
}

/** Forgets the open queries of an instance. */
export function forgetQueriesOf(instanceId: string): void {
  void openQueries.forget(instanceId)
}

const openQueries = createOpenQueries({
  // Not in the way of the first rows.
  openShelf: () => import('./openQueryDatabase.ts').then(({ openQueryShelf }) => openQueryShelf()),
  device: deviceStorage,
  tab: browserStorage('session'),
  hold: holdQuery,
  onProblem: reportStorageProblem,
})

if (typeof window !== 'undefined') window.addEventListener('pagehide', () => openQueries.leave())

import { useEffect, useSyncExternalStore } from 'react'
import { WORKSPACE } from '../store/databaseName.ts'
import { reportStorageProblem } from '../storageProblems.ts'
import { createKeptQueries, type KeptQueriesState } from './createKeptQueries.ts'

const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(WORKSPACE)

/** The kept and recent queries of this device. */
export const keptQueries = createKeptQueries({
  // Not in the way of the first rows.
  openShelf: () => import('./keptQueryDatabase.ts').then(({ keptQueryShelf }) => keptQueryShelf()),
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel reaches this origin only
  tellOthers: channel && (() => channel.postMessage('changed')),
  now: () => Date.now(),
  onProblem: reportStorageProblem,
})

channel?.addEventListener('message', () => void keptQueries.refresh())

/** Kept and recent queries, which are loaded by being looked at. */
export function useKeptQueries(): KeptQueriesState {
  useEffect(() => void keptQueries.load(), [])
  return useSyncExternalStore(keptQueries.subscribe, keptQueries.get)
}

import { useEffect, useSyncExternalStore } from 'react'
import { onRunEnded } from '../../results/endedRuns.ts'
import { settings } from '../settings.ts'
import { WORKSPACE } from '../store/databaseName.ts'
import { reportStorageProblem } from '../storageProblems.ts'
import { createRunHistory, type RunHistoryState } from './runHistory.ts'

const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(`${WORKSPACE}.runs`)

/** The runs on this device. */
export const runHistory = createRunHistory({
  openShelf: () => import('./historyShelf.ts').then(({ openHistoryShelf }) => openHistoryShelf()),
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel reaches this origin only
  tellOthers: channel && (() => channel.postMessage('changed')),
  onProblem: reportStorageProblem,
})

channel?.addEventListener('message', () => void runHistory.refresh())

/** Keeps the runs that end from now on, unless the history is switched off. Returns a function that ends that. */
export function keepHistory(): () => void {
  return onRunEnded((run) => {
    if (settings.keepsHistory.get()) void runHistory.note({ ...run, starred: false })
  })
}

/** The history, which is loaded by being looked at. */
export function useRunHistory(): RunHistoryState {
  useEffect(() => void runHistory.load(), [])
  return useSyncExternalStore(runHistory.subscribe, runHistory.get)
}

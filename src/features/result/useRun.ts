import { useSyncExternalStore } from 'react'
import type { Run } from '../../results/run.ts'

/** What a screen shows of a run: the run while it is waited for, or after how long it was stopped. */
export interface ShownRun<T> {
  readonly waiting: Run<T> | null
  readonly stoppedAfter: number | null
  readonly error: Error | null
}

/** Follows a run, of a search or of a statement. */
export function useRun<T>(run: Run<T> | null): ShownRun<T> {
  const state = useSyncExternalStore(run?.state.subscribe ?? noSubscription, () => run?.state.get() ?? null)
  return {
    waiting: state?.kind === 'running' ? run : null,
    stoppedAfter: state?.kind === 'stopped' ? state.afterMs : null,
    error: state?.kind === 'failed' ? state.error : null,
  }
}

function noSubscription(): () => void {
  return () => undefined
}

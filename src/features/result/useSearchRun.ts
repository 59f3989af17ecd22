import { useLayoutEffect, useState, useSyncExternalStore } from 'react'
import { createObservedRuns } from '../../results/observedRuns.ts'

/** What a source of rows shows of its search. */
export interface SearchProgress {
  readonly fetching: boolean
  /** The rows are still those of the query before. */
  readonly stale: boolean
  readonly status: 'loading' | 'failed' | 'ready'
  readonly error: Error | null
  readonly reload: () => void
}

/** The run of a search, null while that search has not been waited for; `cancel` drops its requests. */
export function useSearchRun(records: SearchProgress, key: string, cancel: () => void) {
  const [asked, setAsked] = useState(0)
  const [isAsked, setIsAsked] = useState(false)
  if (isAsked && !records.fetching) setIsAsked(false)
  const name = `${asked} ${key}`
  // Pages that are fetched while scrolling are no run: the grid shows where they are missing.
  const isFirst = records.stale || records.status === 'loading' || records.status === 'failed'
  const isGoing = records.fetching && (isFirst || isAsked)
  const [runs] = useState(createObservedRuns)
  useLayoutEffect(() => runs.observe({ name: isGoing ? name : null, error: records.error, cancel }))
  const latest = useSyncExternalStore(runs.subscribe, runs.get)
  return {
    run: latest?.name === name ? latest.run : null,
    /** How often the user ran it. */
    asked,
    again: () => {
      setAsked(asked + 1)
      setIsAsked(true)
      records.reload()
    },
  }
}

import { useState } from 'react'
import type { Records } from '../client/recordsSource.ts'
import { useClock } from './useElapsed.ts'

/** The run that is going on, by a name of its own; and how long one was waited for that was stopped. */
export function useRun(records: Records, key: string) {
  const [asked, setAsked] = useState(0)
  const [isAsked, setIsAsked] = useState(false)
  const [stop, setStop] = useState<{ run: string; afterMs: number } | null>(null)
  if (isAsked && !records.fetching) setIsAsked(false)
  const name = `${asked} ${key}`
  // Pages that come while one scrolls are no run: the grid shows where they are missing.
  const isFirst = records.stale || records.status === 'loading' || records.status === 'failed'
  const waiting = records.fetching && (isFirst || isAsked) ? name : null
  const elapsed = useClock(waiting)
  return {
    /** How often it was run by hand. */
    asked,
    waiting,
    stoppedAfter: !records.fetching && stop?.run === name ? stop.afterMs : null,
    again: () => {
      setAsked(asked + 1)
      setIsAsked(true)
      records.reload()
    },
    stop: () => {
      setStop({ run: name, afterMs: elapsed() })
    },
  }
}

import { useEffect, useState } from 'react'

/**
 * Milliseconds since that moment of `performance.now()`, ten times a second; null while nothing is waited for, and for the
 * first tick.
 */
export function useElapsed(startedAt: number | null): number | null {
  const [elapsed, setElapsed] = useState<number | null>(null)
  useEffect(() => {
    if (startedAt === null) return undefined
    const timer = setInterval(() => setElapsed(performance.now() - startedAt), TICK_MS)
    return () => {
      clearInterval(timer)
      setElapsed(null)
    }
  }, [startedAt])
  return elapsed
}

const TICK_MS = 100

/** Before this nothing is said: an answer that comes at once would only make the page flicker, ms. */
export const SILENT_MS = 150

/** From here on a run can be stopped by its button, ms; earlier a double click on it would start and stop. */
export const SHOWN_AS_STOP_MS = 1000

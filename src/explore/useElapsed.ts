import { useEffect, useRef, useState } from 'react'

/** Milliseconds since the run of that name began, ten times a second; null while there is none, and at first. */
export function useElapsed(run: string | null): number | null {
  const [elapsed, setElapsed] = useState<number | null>(null)
  useEffect(() => {
    if (run === null) return undefined
    const start = performance.now()
    const timer = setInterval(() => setElapsed(performance.now() - start), TICK_MS)
    return () => {
      clearInterval(timer)
      setElapsed(null)
    }
  }, [run])
  return elapsed
}

/** Reads the milliseconds since the run of that name began, for handlers. */
export function useClock(run: string | null): () => number {
  const start = useRef(0)
  useEffect(() => {
    if (run !== null) start.current = performance.now()
  }, [run])
  return () => performance.now() - start.current
}

const TICK_MS = 100

/** Before this nothing is said: an answer that comes at once would only make the page flicker, ms. */
export const SILENT_MS = 150

/** From here on a run can be stopped by its button, ms; earlier a double click on it would start and stop. */
export const SHOWN_AS_STOP_MS = 1000

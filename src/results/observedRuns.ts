import { startRun, type Run } from './run.ts'

/** The latest run of work that is carried out elsewhere, and what it is a run of. */
export interface ObservedRun {
  readonly name: string
  readonly run: Run<void>
}

/** What is seen of the work: what is going on, by name, or null and the error it ended with; and how to stop it. */
export interface Observed {
  readonly name: string | null
  readonly error: Error | null
  readonly cancel: () => void
}

export interface ObservedRuns {
  readonly get: () => ObservedRun | null
  readonly subscribe: (listener: () => void) => () => void
  readonly observe: (observed: Observed) => void
}

/** Runs of work that only shows whether it is going on, as the pages of a search do. */
export function createObservedRuns(): ObservedRuns {
  const listeners = new Set<() => void>()
  let latest: ObservedRun | null = null
  let seen: string | null = null
  let end: ((error: Error | null) => void) | null = null
  return {
    get: () => latest,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    observe({ name, error, cancel }) {
      // The same name again is the same run, also just after a stop, when the work has not ended yet.
      if (name === seen) return
      seen = name
      // If another question took its place, it ended without an error.
      end?.(name === null ? error : null)
      if (name === null) return
      const run = startRun<void>(
        (signal) =>
          new Promise((resolve, reject) => {
            signal.addEventListener('abort', cancel, { once: true })
            end = (failure) => (failure === null ? resolve() : reject(failure))
          }),
      )
      latest = { name, run }
      for (const listener of listeners) listener()
    },
  }
}

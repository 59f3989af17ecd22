/** How far a run is. `afterMs` is how long it was waited for before it was stopped. */
export type RunState<T> =
  | { readonly kind: 'running' }
  | { readonly kind: 'done'; readonly value: T }
  | { readonly kind: 'failed'; readonly error: Error }
  | { readonly kind: 'stopped'; readonly afterMs: number }

/** One question on its way to a server, a search or a statement. Once it is no longer running its state is final. */
export interface Run<T> {
  readonly id: string
  /** By `performance.now()`. */
  readonly startedAt: number
  readonly state: {
    readonly get: () => RunState<T>
    readonly subscribe: (listener: () => void) => () => void
  }
  /** Gives the run up; does nothing once it has ended. */
  readonly stop: () => void
}

/** Starts work that stops on its signal. */
export function startRun<T>(work: (signal: AbortSignal) => Promise<T>): Run<T> {
  const controller = new AbortController()
  const startedAt = performance.now()
  const listeners = new Set<() => void>()
  let state: RunState<T> = { kind: 'running' }
  const end = (next: RunState<T>) => {
    if (state.kind !== 'running') return
    state = next
    for (const listener of listeners) listener()
  }
  const run: Run<T> = {
    id: `run ${(runs += 1)}`,
    startedAt,
    state: {
      get: () => state,
      subscribe(listener) {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
    },
    stop() {
      end({ kind: 'stopped', afterMs: performance.now() - startedAt })
      controller.abort()
    },
  }
  work(controller.signal).then(
    (value) => end({ kind: 'done', value }),
    (error: unknown) => end({ kind: 'failed', error: error instanceof Error ? error : new Error(String(error)) }),
  )
  return run
}

let runs = 0

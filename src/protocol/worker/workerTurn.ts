import type { AskedSignal } from '../handler.ts'
import type { Problem } from '../problem.ts'
import type { HostMessage, WorkerMessage, WorkerPort } from './workerMessages.ts'

/** One use of the worker: a request up to the first part of its answer, or one further part. */
export interface Turn {
  readonly message: Extract<HostMessage, { kind: 'request' | 'pull' }>
  /** Whether nobody waits for it any more. */
  isAbandoned?(): boolean
  answered(message: Extract<WorkerMessage, { kind: 'head' | 'part' | 'failed' }>): void
  lost(cause: Cause, problem: Problem): void
}

/** Why a turn gets no answer from its worker. */
export type Cause = 'timeout' | 'stopped' | 'crash'

/** A worker from its start to its end. */
export interface RunningWorker {
  /** Null until the worker before has ended. */
  port: WorkerPort | null
  state: 'opening' | 'open'
  readonly opened: Deferred
  /** Settled once the worker has closed what it opened, or has ended otherwise. */
  readonly closed: Deferred
}

export interface Deferred {
  readonly promise: Promise<void>
  resolve(): void
  reject(error: Error): void
}

/** A worker that has not been started yet. */
export function newWorker(): RunningWorker {
  const worker: RunningWorker = { port: null, state: 'opening', opened: deferred(), closed: deferred() }
  // Callers of `ready` see the failure; requests that wait are answered otherwise.
  worker.opened.promise.catch(noop)
  return worker
}

/** A promise that others settle. */
export function deferred(): Deferred {
  let resolve: () => void = noop
  let reject: (error: Error) => void = noop
  const promise = new Promise<void>((yes, no) => {
    resolve = yes
    reject = no
  })
  return { promise, resolve, reject }
}

/** The reason of an aborted signal as an error. */
export function abortReason(signal: AskedSignal): Error {
  return signal.reason instanceof Error ? signal.reason : new DOMException('The request was cancelled', 'AbortError')
}

/** Resolves when the work is done, at the latest after that time. */
export async function within(milliseconds: number, work: () => Promise<void>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const limit = new Promise<void>((resolve) => (timer = setTimeout(resolve, milliseconds)))
  await Promise.race([work(), limit])
  clearTimeout(timer)
}

function noop(): void {}

import type { AskedRequest, AskedSignal, ServerHandler } from '../handler.ts'
import { ProblemError, problemOf, problemText, type Problem } from '../problem.ts'
import { requestBytes } from '../requestBytes.ts'
import { workerAnswer, type AnswerSource } from './workerAnswer.ts'
import type { WorkerMessage, WorkerPort } from './workerMessages.ts'
import { abortReason, newWorker, within, type Cause, type RunningWorker, type Turn } from './workerTurn.ts'

export interface WorkerHandlerOptions {
  /** A request that has been in the worker for longer is interrupted; the service answers that it was. */
  readonly timeoutMs: number
  /** The answer to a request that ran out of time in a worker that had to be ended, because it couldn't be interrupted. */
  onTimeout(request: AskedRequest): Response
  /** The answer to a request whose worker ended on its own or didn't open; without it such a request is rejected. */
  onCrash?: ((request: AskedRequest, problem: Problem) => Response) | undefined
  /**
   * A request that nobody waits for any more is interrupted. A worker that can't be asked to do that is ended once the
   * request has been in it for this long.
   */
  readonly endAbandonedAfterMs?: number | undefined
  /** How long an interrupted engine may take before it is ended with its worker; 1 s by default. */
  readonly interruptedWithinMs?: number | undefined
}

export interface WorkerHandler extends ServerHandler {
  /** Resolves when the current worker has opened, starting one if none runs; rejects with the reason if it can't open. */
  ready(): Promise<void>
  /** Resolves when nothing runs in the worker, not even a request that was abandoned, and the worker is open. */
  free(): Promise<void>
  /** If nothing runs or waits, closes the worker and opens another, for which requests wait. Returns whether it did. */
  renew(): boolean
  /** Lets the running request finish (within `graceMs`, 5 s), closes what the worker opened and ends it, for good. */
  close(graceMs?: number): Promise<void>
}

/**
 * Sends requests to a service in a worker, exactly one at a time. The others wait here, in order, so that ending the
 * worker (not all engines can be interrupted) costs only the one that runs. Each `spawn` opens the same store and is
 * called only after the worker before has ended. Each part of a body that comes in parts takes a turn of the worker.
 */
export function workerHandler(spawn: () => WorkerPort, options: WorkerHandlerOptions): WorkerHandler {
  const interruptedWithinMs = options.interruptedWithinMs ?? INTERRUPTED_WITHIN_MS
  const waiting: Turn[] = []
  const streams = new Map<number, (problem: Problem) => void>()
  const awaitsFree: (() => void)[] = []
  let current: { turn: Turn; timer: ReturnType<typeof setTimeout>; since: number } | null = null
  let worker: RunningWorker | null = null
  let ending: Promise<void> = Promise.resolve()
  let closed = false
  let nextId = 1
  let idle: (() => void) | null = null

  function open(): RunningWorker {
    if (worker) return worker
    const mine = newWorker()
    worker = mine
    void start(mine)
    return mine
  }

  async function start(mine: RunningWorker): Promise<void> {
    await ending
    if (worker !== mine) return
    try {
      const port = spawn()
      mine.port = port
      port.onMessage((message) => {
        if (message.kind === 'closed') mine.closed.resolve()
        else if (worker === mine) received(mine, message)
      })
      port.onEnd((problem) => {
        mine.closed.resolve()
        if (worker === mine) lost(mine, problem)
      })
    } catch (error) {
      lost(mine, problemOf(error))
    }
  }

  function received(mine: RunningWorker, message: Exclude<WorkerMessage, { kind: 'closed' }>): void {
    switch (message.kind) {
      case 'ready':
        mine.state = 'open'
        mine.opened.resolve()
        next()
        break
      case 'unready':
        lost(mine, message.problem)
        break
      case 'head':
      case 'part':
      case 'failed': {
        const turn = current?.turn.message.id === message.id ? release() : undefined
        // The worker goes on working while this thread makes the answer.
        next()
        turn?.answered(message)
        break
      }
    }
  }

  /** Takes the running turn out, so that the next can start. */
  function release(): Turn | undefined {
    const turn = current?.turn
    if (current) clearTimeout(current.timer)
    current = null
    return turn
  }

  function next(): void {
    if (current) return
    if (waiting.length === 0) {
      idle?.()
      if (worker?.state === 'open') for (const resolve of awaitsFree.splice(0)) resolve()
      return
    }
    const mine = open()
    if (mine.state !== 'open' || !mine.port) return
    const turn = waiting.shift()
    if (!turn) return
    const timer = setTimeout(() => timeIsUp(mine, turn), options.timeoutMs)
    current = { turn, timer, since: performance.now() }
    mine.port.post(turn.message, turn.message.kind === 'request' && turn.message.body ? [turn.message.body] : [])
  }

  function timeIsUp(mine: RunningWorker, turn: Turn): void {
    if (current?.turn !== turn) return
    const end = (): void => endWorker(mine, 'timeout', { code: 'workerTimedOut' })
    if (mine.port?.interrupt?.(turn.message.id)) current.timer = setTimeout(end, interruptedWithinMs)
    else end()
  }

  /** Ends the worker because of the turn that runs, and goes on with those that wait. */
  function endWorker(mine: RunningWorker, cause: Cause, problem: Problem): void {
    forget(mine)
    const turn = release()
    breakStreams(problem)
    turn?.lost(cause, problem)
    if (!closed) open()
    next()
  }

  /** The worker ended on its own or couldn't open. In that case the next wouldn't either, so all that wait get the reason. */
  function lost(mine: RunningWorker, problem: Problem): void {
    const wasOpening = mine.state === 'opening'
    forget(mine)
    mine.opened.reject(new ProblemError(problem))
    mine.closed.resolve()
    const turn = release()
    breakStreams(problem)
    turn?.lost('crash', problem)
    if (wasOpening) {
      for (const each of waiting.splice(0)) each.lost('crash', problem)
      for (const resolve of awaitsFree.splice(0)) resolve()
    } else if (!closed) open()
    next()
  }

  function forget(mine: RunningWorker): void {
    worker = null
    const port = mine.port
    if (port) ending = ending.then(() => port.terminate()).catch(() => undefined)
  }

  function breakStreams(problem: Problem): void {
    const broken = [...streams.values()]
    streams.clear()
    for (const stream of broken) stream(problem)
  }

  async function handle(request: AskedRequest): Promise<Response> {
    if (closed) throw new ProblemError(CLOSED)
    const body = await requestBytes(request)
    request.signal.throwIfAborted()
    if (closed) throw new ProblemError(CLOSED)
    const id = nextId++
    return new Promise<Response>((resolve, reject) => {
      let abandoned = false
      const turn: Turn = {
        message: { kind: 'request', id, url: request.url, method: request.method, headers: [...request.headers], body },
        answered(message) {
          request.signal.removeEventListener('abort', onAbort)
          if (abandoned) return
          if (message.kind === 'failed') {
            if (options.onCrash) resolve(options.onCrash(request, message.problem))
            else reject(new ProblemError(message.problem))
          } else if (message.kind === 'head') resolve(workerAnswer(message, sourceOf(id, request.signal)))
        },
        lost(cause, problem) {
          request.signal.removeEventListener('abort', onAbort)
          if (cause === 'timeout') resolve(options.onTimeout(request))
          else if (cause === 'stopped') reject(new DOMException(problemText(problem), 'AbortError'))
          else if (options.onCrash) resolve(options.onCrash(request, problem))
          else reject(new ProblemError(problem))
        },
      }
      const onAbort = (): void => {
        abandoned = true
        reject(abortReason(request.signal))
        abandon(turn)
      }
      request.signal.addEventListener('abort', onAbort, { once: true })
      enqueue(turn)
    })
  }

  function enqueue(turn: Turn): void {
    waiting.push(turn)
    next()
  }

  /** Drops a turn that waits. One that runs keeps the worker until it is done, interrupted, or out of time. */
  function abandon(turn: Turn): void {
    if (current?.turn !== turn) {
      abandonWaiting(turn)
      return
    }
    abortInWorker(turn.message.id)
    if (options.endAbandonedAfterMs === undefined) return
    const interrupted = worker?.port?.interrupt?.(turn.message.id) ?? false
    const left = interrupted ? interruptedWithinMs : options.endAbandonedAfterMs - (performance.now() - current.since)
    setTimeout(
      () => {
        if (current?.turn === turn && worker) endWorker(worker, 'stopped', { code: 'workerStopped' })
      },
      Math.max(0, left),
    )
  }

  function abortInWorker(id: number): void {
    if (worker?.state === 'open') worker.port?.post({ kind: 'abort', id }, [])
  }

  function sourceOf(id: number, signal: AskedSignal): AnswerSource {
    return {
      signal,
      enqueue,
      drop: abandonWaiting,
      opened: (fail) => void streams.set(id, fail),
      ended: () => void streams.delete(id),
      leave(turn) {
        if (turn && current?.turn === turn) worker?.port?.interrupt?.(id)
        else if (turn) abandonWaiting(turn)
        abortInWorker(id)
      },
    }
  }

  function abandonWaiting(turn: Turn): void {
    const place = waiting.indexOf(turn)
    if (place !== -1) waiting.splice(place, 1)
  }

  return Object.assign(handle, {
    ready: () => (closed ? Promise.reject(new ProblemError(CLOSED)) : open().opened.promise),
    renew() {
      const port = worker?.port
      if (closed || current || waiting.length > 0 || streams.size > 0 || worker?.state !== 'open' || !port) return false
      const mine = worker
      worker = null
      port.post({ kind: 'close' }, [])
      ending = within(CLOSE_GRACE_MS, () => mine.closed.promise)
        .then(() => port.terminate())
        .catch(() => undefined)
      open()
      return true
    },
    free() {
      const isFree = closed || (current === null && worker?.state === 'open')
      return isFree ? Promise.resolve() : new Promise<void>((resolve) => void awaitsFree.push(resolve))
    },
    async close(graceMs = CLOSE_GRACE_MS) {
      if (closed) return
      closed = true
      for (const resolve of awaitsFree.splice(0)) resolve()
      for (const turn of waiting.splice(0)) turn.lost('crash', CLOSED)
      const mine = worker
      if (mine) {
        if (mine.port) {
          await within(graceMs, async () => {
            if (current) await new Promise<void>((resolve) => (idle = resolve))
            if (worker !== mine) return
            mine.port?.post({ kind: 'close' }, [])
            await mine.closed.promise
          })
        }
        forget(mine)
        mine.opened.reject(new ProblemError(CLOSED))
        release()?.lost('crash', CLOSED)
        breakStreams(CLOSED)
      }
      await ending
    },
  })
}

const INTERRUPTED_WITHIN_MS = 1000
const CLOSE_GRACE_MS = 5000

const CLOSED: Problem = { code: 'workerClosed' }

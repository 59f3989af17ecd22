import type { AskedRequest, AskedSignal, ServerHandler } from '../handler.ts'
import { ProblemError, problemOf, type Problem } from '../problem.ts'
import { requestBytes } from '../requestBytes.ts'
import { requestTurn } from './requestTurn.ts'
import type { AnswerSource } from './workerAnswer.ts'
import type { WorkerHandlerOptions } from './workerHandlerOptions.ts'
import type { WorkerMessage, WorkerPort } from './workerMessages.ts'
import { newWorker, within, type Cause, type RunningWorker, type Turn } from './workerTurn.ts'

export interface WorkerHandler extends ServerHandler {
  /** Resolves when the current worker has opened, starting one if none runs; rejects with the reason if it can't open. */
  ready(): Promise<void>
  isOpen(): boolean
  /** Resolves when nothing that was abandoned runs in the worker, and it isn't being opened. */
  free(): Promise<void>
  /** If nothing runs or waits, closes the worker and opens another, for which requests wait. Returns whether it did. */
  renew(): boolean
  /** Lets the running request finish (within `graceMs`, 5 s), closes what the worker opened and ends it, for good. */
  close(graceMs?: number): Promise<void>
}

/**
 * Has a service in a worker work on requests, exactly one at a time. The others wait here, in order, so that ending the
 * worker (not all engines can be interrupted) costs only the one that runs. Each `spawn` opens the same store and is
 * called only after the worker before has ended. Each part of a body that comes in parts takes a turn of the worker.
 */
export function workerHandler(spawn: () => WorkerPort, options: WorkerHandlerOptions): WorkerHandler {
  const interruptedWithinMs = options.interruptedWithinMs ?? INTERRUPTED_WITHIN_MS
  const waiting: Turn[] = []
  const streams = new Map<number, (problem: Problem) => void>()
  const awaitsFree: (() => void)[] = []
  /** What the worker has. */
  let sent: Sent | null = null
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
        for (const resolve of awaitsFree.splice(0)) resolve()
        next()
        break
      case 'unready':
        lost(mine, message.problem)
        break
      case 'head':
      case 'part':
      case 'failed': {
        const turn = sent?.turn.message.id === message.id ? release() : undefined
        // The worker goes on working while this thread makes the answer.
        next()
        turn?.answered(message)
        break
      }
    }
  }

  /** Takes the running turn out. */
  function release(): Turn | undefined {
    const done = sent
    sent = null
    if (done) clearTimeout(done.timer)
    if (!isHeld()) for (const resolve of awaitsFree.splice(0)) resolve()
    return done?.turn
  }

  /** Whether the worker is busy with what nobody waits for, or is being opened. */
  function isHeld(): boolean {
    if (closed || worker === null) return false
    return worker.state !== 'open' || (sent?.turn.isAbandoned?.() ?? false)
  }

  function next(): void {
    const [turn] = waiting
    if (!turn && !sent) idle?.()
    if (!turn || sent) return
    const mine = open()
    if (mine.state !== 'open' || !mine.port) return
    waiting.shift()
    const running: Sent = {
      turn,
      since: performance.now(),
      timer: setTimeout(() => timeIsUp(running), options.timeoutMs),
    }
    sent = running
    const { message } = turn
    mine.port.post(message, message.kind === 'request' && message.body ? [message.body] : [])
  }

  function timeIsUp(mine: Sent): void {
    if (sent !== mine) return
    if (worker?.port?.interrupt?.(mine.turn.message.id)) mine.timer = setTimeout(endTimedOut, interruptedWithinMs)
    else endTimedOut()
  }

  function endTimedOut(): void {
    endWorker('timeout', { code: 'workerTimedOut' })
  }

  /** Ends the worker because of the turn that runs, and goes on with those that wait. */
  function endWorker(cause: Cause, problem: Problem): void {
    if (worker) forget(worker)
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
    const { turn, answer } = requestTurn(request, { id: nextId++, body }, options, { abandon, sourceOf })
    enqueue(turn)
    return answer
  }

  function enqueue(turn: Turn): void {
    waiting.push(turn)
    next()
  }

  /** Drops a turn that waits. One that the worker has keeps its place until it is done, interrupted, or out of time. */
  function abandon(turn: Turn): void {
    if (sent?.turn !== turn) return abandonWaiting(turn)
    abortInWorker(turn.message.id)
    endAbandoned(sent)
  }

  function endAbandoned(mine: Sent): void {
    if (options.endAbandonedAfterMs === undefined) return
    const interrupted = worker?.port?.interrupt?.(mine.turn.message.id) ?? false
    const left = interrupted ? interruptedWithinMs : options.endAbandonedAfterMs - (performance.now() - mine.since)
    const end = (): void => {
      if (sent === mine) endWorker('stopped', { code: 'workerStopped' })
    }
    setTimeout(end, Math.max(0, left))
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
        if (turn && sent?.turn === turn) worker?.port?.interrupt?.(id)
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
      if (closed || sent || waiting.length > 0 || streams.size > 0 || worker?.state !== 'open' || !port) return false
      const mine = worker
      worker = null
      port.post({ kind: 'close' }, [])
      ending = within(CLOSE_GRACE_MS, () => mine.closed.promise)
        .then(() => port.terminate())
        .catch(() => undefined)
      open()
      return true
    },
    isOpen: () => worker?.state === 'open',
    free: () => (isHeld() ? new Promise<void>((resolve) => void awaitsFree.push(resolve)) : Promise.resolve()),
    async close(graceMs = CLOSE_GRACE_MS) {
      if (closed) return
      closed = true
      for (const resolve of awaitsFree.splice(0)) resolve()
      for (const turn of waiting.splice(0)) turn.lost('crash', CLOSED)
      const mine = worker
      if (mine) {
        if (mine.port) {
          await within(graceMs, async () => {
            if (sent) await new Promise<void>((resolve) => (idle = resolve))
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

/** A turn that the worker has. */
interface Sent {
  readonly turn: Turn
  timer: ReturnType<typeof setTimeout>
  readonly since: number
}

const INTERRUPTED_WITHIN_MS = 1000
const CLOSE_GRACE_MS = 5000

const CLOSED: Problem = { code: 'workerClosed' }

import type { Handler } from './handler.ts'
import { requestBytes } from './requestBytes.ts'
import type { BodyPart, HostMessage, WorkerMessage, WorkerPort } from './workerMessages.ts'

export interface WorkerHandlerOptions {
  /** A request that is in the worker for longer is interrupted, and answers what the service says to that. */
  readonly timeoutMs: number
  /** The answer to a request whose time was up and whose worker had to be ended, as it could not be interrupted. */
  onTimeout(request: Request): Response
  /** The answer to a request whose worker ended under it, or did not open; without it such a request is rejected. */
  onCrash?: ((request: Request, problem: string) => Response) | undefined
  /**
   * A request that nobody waits for any more is interrupted; where the worker can't be asked that, it is ended when the
   * request has been in it for this long.
   */
  readonly endAbandonedAfterMs?: number | undefined
  /** An engine that was asked to end its statement, and has not within this time, is ended with its worker; 1 s unless said. */
  readonly interruptedWithinMs?: number | undefined
}

export interface WorkerHandler extends Handler {
  /** Resolves when the worker of this moment has opened; rejects with the reason where it can't. Starts one if none runs. */
  ready(): Promise<void>
  /** Lets the request in the worker finish (at most `graceMs`, 5 s), closes what the worker opened, ends it. Nothing is taken afterwards. */
  close(graceMs?: number): Promise<void>
}

/**
 * Carries requests to a service in a worker, exactly one at a time: the rest wait here, in order, so that ending the
 * worker (not all engines can be interrupted) costs the one that runs and no other. Each `spawn` opens the same store; it
 * is called only after the worker before has ended. A body that comes in parts takes a turn of the worker for each.
 */
export function workerHandler(spawn: () => WorkerPort, options: WorkerHandlerOptions): WorkerHandler {
  const interruptedWithinMs = options.interruptedWithinMs ?? INTERRUPTED_WITHIN_MS
  const waiting: Turn[] = []
  const streams = new Map<number, (problem: string) => void>()
  let current: { turn: Turn; timer: ReturnType<typeof setTimeout>; since: number } | null = null
  let worker: Worker | null = null
  let ending: Promise<void> = Promise.resolve()
  let closed = false
  let nextId = 1
  let idle: (() => void) | null = null

  function open(): Worker {
    if (worker) return worker
    const mine: Worker = { port: null, state: 'opening', opened: deferred(), closed: deferred() }
    // Who asks by `ready` hears of a failure; the requests that wait are answered in `lost`.
    mine.opened.promise.catch(noop)
    worker = mine
    void start(mine)
    return mine
  }

  async function start(mine: Worker): Promise<void> {
    await ending
    if (worker !== mine) return
    try {
      const port = spawn()
      mine.port = port
      port.onMessage((message) => {
        if (worker === mine) received(mine, message)
      })
      port.onEnd((problem) => {
        if (worker === mine) lost(mine, problem)
      })
    } catch (error) {
      lost(mine, error instanceof Error ? error.message : String(error))
    }
  }

  function received(mine: Worker, message: WorkerMessage): void {
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
        // The worker works on while this thread makes the answer.
        next()
        turn?.answered(message)
        break
      }
      case 'closed':
        mine.closed.resolve()
        break
    }
  }

  /** Takes the running turn out, so that the next may start. */
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

  function timeIsUp(mine: Worker, turn: Turn): void {
    if (current?.turn !== turn) return
    const end = (): void => endWorker(mine, 'timeout', 'Its time was up')
    if (mine.port?.interrupt?.(turn.message.id)) current.timer = setTimeout(end, interruptedWithinMs)
    else end()
  }

  /** Ends the worker for the sake of the turn that runs, and carries on with those that wait. */
  function endWorker(mine: Worker, cause: Cause, problem: string): void {
    forget(mine)
    const turn = release()
    breakStreams(problem)
    turn?.lost(cause, problem)
    if (!closed) open()
    next()
  }

  /** The worker ended by itself, or could not open: then waiting requests get the reason, as the next would not open either. */
  function lost(mine: Worker, problem: string): void {
    const wasOpening = mine.state === 'opening'
    forget(mine)
    mine.opened.reject(new TypeError(problem))
    mine.closed.resolve()
    const turn = release()
    breakStreams(problem)
    turn?.lost('crash', problem)
    if (wasOpening) for (const each of waiting.splice(0)) each.lost('crash', problem)
    else if (!closed) open()
    next()
  }

  function forget(mine: Worker): void {
    worker = null
    const port = mine.port
    if (port) ending = ending.then(() => port.terminate()).catch(() => undefined)
  }

  function breakStreams(problem: string): void {
    const broken = [...streams.values()]
    streams.clear()
    for (const stream of broken) stream(problem)
  }

  async function handle(request: Request): Promise<Response> {
    if (closed) throw new TypeError('The service is closed')
    const body = await requestBytes(request)
    request.signal.throwIfAborted()
    if (closed) throw new TypeError('The service is closed')
    const id = nextId++
    return new Promise<Response>((resolve, reject) => {
      let abandoned = false
      const turn: Turn = {
        message: {
          kind: 'request',
          id,
          url: request.url,
          method: request.method,
          headers: [...request.headers],
          body,
        },
        answered(message) {
          request.signal.removeEventListener('abort', onAbort)
          if (abandoned) return
          if (message.kind === 'failed') {
            if (options.onCrash) resolve(options.onCrash(request, message.problem))
            else reject(new TypeError(message.problem))
          } else if (message.kind === 'head') resolve(responseOf(id, message, request.signal))
        },
        lost(cause, problem) {
          request.signal.removeEventListener('abort', onAbort)
          if (cause === 'timeout') resolve(options.onTimeout(request))
          else if (cause === 'stopped') reject(new DOMException(problem, 'AbortError'))
          else if (options.onCrash) resolve(options.onCrash(request, problem))
          else reject(new TypeError(problem))
        },
      }
      const onAbort = (): void => {
        abandoned = true
        reject(reasonOf(request.signal))
        abandon(turn)
      }
      request.signal.addEventListener('abort', onAbort, { once: true })
      waiting.push(turn)
      next()
    })
  }

  /**
   * A turn that waits is dropped; one that runs keeps the worker until it is done or interrupted, or until it has had
   * the time that such a one is given.
   */
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
        if (current?.turn === turn && worker) endWorker(worker, 'stopped', 'Stopped')
      },
      Math.max(0, left),
    )
  }

  function abortInWorker(id: number): void {
    if (worker?.state === 'open') worker.port?.post({ kind: 'abort', id }, [])
  }

  function responseOf(id: number, head: Extract<WorkerMessage, { kind: 'head' }>, signal: AbortSignal): Response {
    const init = {
      status: head.status,
      headers: head.headers.map(([name, value]): [string, string] => [name, value]),
    }
    if ([101, 204, 205, 304].includes(head.status)) return new Response(null, init)
    return new Response(head.part.last ? head.part.bytes : partsOf(id, head.part, signal), init)
  }

  function partsOf(id: number, first: BodyPart, signal: AbortSignal): ReadableStream<Uint8Array> {
    let pulling: Turn | null = null
    let ended = false
    const end = (): void => {
      ended = true
      streams.delete(id)
      signal.removeEventListener('abort', onAbort)
    }
    let onAbort: () => void = noop
    /** Nobody reads on: what runs for it is interrupted, what waits is dropped. */
    const leave = (): void => {
      end()
      if (pulling && current?.turn === pulling) worker?.port?.interrupt?.(id)
      else if (pulling) abandonWaiting(pulling)
      abortInWorker(id)
    }
    return new ReadableStream<Uint8Array>(
      {
        start(controller) {
          controller.enqueue(first.bytes)
          streams.set(id, (problem) => {
            end()
            if (pulling) abandonWaiting(pulling)
            controller.error(new TypeError(problem))
          })
          onAbort = () => {
            leave()
            controller.error(reasonOf(signal))
          }
          signal.addEventListener('abort', onAbort, { once: true })
        },
        pull(controller) {
          return new Promise<void>((resolve) => {
            pulling = {
              message: { kind: 'pull', id },
              answered(message) {
                pulling = null
                resolve()
                if (ended) return
                if (message.kind === 'part') {
                  if (message.part.bytes.byteLength > 0) controller.enqueue(message.part.bytes)
                  if (!message.part.last) return
                  end()
                  controller.close()
                } else if (message.kind === 'failed') {
                  end()
                  controller.error(new TypeError(message.problem))
                }
              },
              lost() {
                pulling = null
                resolve()
              },
            }
            waiting.push(pulling)
            next()
          })
        },
        cancel: leave,
      },
      { highWaterMark: 0 },
    )
  }

  function abandonWaiting(turn: Turn): void {
    const place = waiting.indexOf(turn)
    if (place !== -1) waiting.splice(place, 1)
  }

  return Object.assign(handle, {
    ready: () => (closed ? Promise.reject(new TypeError('The service is closed')) : open().opened.promise),
    async close(graceMs = CLOSE_GRACE_MS) {
      if (closed) return
      closed = true
      for (const turn of waiting.splice(0)) turn.lost('crash', 'The service is closing')
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
        mine.opened.reject(new TypeError('The service is closing'))
        release()?.lost('crash', 'The service is closing')
        breakStreams('The service is closing')
      }
      await ending
    },
  })
}

/** One use of the worker: a request up to the first part of its answer, or a further part. */
interface Turn {
  readonly message: Extract<HostMessage, { kind: 'request' | 'pull' }>
  answered(message: Extract<WorkerMessage, { kind: 'head' | 'part' | 'failed' }>): void
  lost(cause: Cause, problem: string): void
}

type Cause = 'timeout' | 'stopped' | 'crash'

interface Worker {
  /** Null until the worker before has ended. */
  port: WorkerPort | null
  state: 'opening' | 'open'
  readonly opened: Deferred
  /** Settled when the worker has closed what it opened, or has ended otherwise. */
  readonly closed: Deferred
}

interface Deferred {
  readonly promise: Promise<void>
  resolve(): void
  reject(error: Error): void
}

function noop(): void {}

function deferred(): Deferred {
  let resolve: () => void = noop
  let reject: (error: Error) => void = noop
  const promise = new Promise<void>((yes, no) => {
    resolve = yes
    reject = no
  })
  return { promise, resolve, reject }
}

const INTERRUPTED_WITHIN_MS = 1000

const CLOSE_GRACE_MS = 5000

function reasonOf(signal: AbortSignal): Error {
  return signal.reason instanceof Error ? signal.reason : new DOMException('The request was cancelled', 'AbortError')
}

async function within(milliseconds: number, work: () => Promise<void>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const limit = new Promise<void>((resolve) => (timer = setTimeout(resolve, milliseconds)))
  await Promise.race([work(), limit])
  clearTimeout(timer)
}

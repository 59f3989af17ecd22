import { NetworkError, PERHAPS_STORED } from '../client/networkError.ts'
import {
  DAMAGED_STORE,
  type EngineBegin,
  type EngineNews,
  type EngineParts,
  type EnginePermit,
} from '../protocol/engineMessages.ts'
import type { Handler } from '../protocol/handler.ts'
import { workerHandler, type WorkerHandler } from '../protocol/workerHandler.ts'
import type { WorkerMessage, WorkerPort } from '../protocol/workerMessages.ts'
import type { EngineStatus } from '../protocol/engineStatus.ts'
import { isWrite } from '../protocol/isWrite.ts'

export interface OwnedEngineOptions {
  startWorker(): Worker
  /** The folder of the engine's files, absolute, with a slash at the end. */
  readonly base: string
  /** Nothing is stored: where nobody can promise that this tab is the only owner. */
  readonly memory: boolean
  onStatus(status: EngineStatus): void
}

/**
 * The page's own PostgreSQL in the tab that owns its store; opened by the first request. Besides the service's own
 * paths it knows `/backup`, `/reset` and `/restore`. Rejects with an `AbortError` or a `NetworkError` in plain words.
 */
export function createOwnedEngine(options: OwnedEngineOptions): Handler {
  let parts: EngineParts | null = null
  let next: Pick<EngineBegin, 'fresh' | 'seed'> = { fresh: false, seed: null }
  let status: EngineStatus = { phase: 'idle' }
  let carrier = carry()
  let reopening: Promise<void> | null = null

  function carry(): WorkerHandler {
    return workerHandler(() => spawn({ ...next, memory: options.memory }, heard), CARRYING)
  }

  function spawn(how: Pick<EngineBegin, 'fresh' | 'seed' | 'memory'>, hear: (news: EngineNews) => void): WorkerPort {
    if (how.seed === null || !how.memory || options.memory) tell({ phase: 'starting', store: storeOf(status) })
    return portOf(options.startWorker(), { base: options.base, parts, ...how }, hear)
  }

  function heard(news: EngineNews): void {
    if (news.kind === 'opened') {
      parts = news.parts
      next = { fresh: false, seed: null }
      tell({ phase: 'open', store: news.store })
    } else if (news.kind === 'loading') {
      tell({ phase: 'loading', loaded: news.loaded, total: news.total, store: storeOf(status) })
    } else if (news.kind === 'starting') tell({ phase: 'starting', store: storeOf(status) })
  }

  function tell(now: EngineStatus): void {
    status = now
    options.onStatus(now)
  }

  async function carried(request: Request): Promise<Response> {
    try {
      await carrier.ready()
    } catch (error) {
      const problem = wordsOf(error)
      tell({ phase: 'failed', problem, damaged: problem.startsWith(DAMAGED_STORE), store: storeOf(status) })
      // Not to be tried again by itself: each try loads and opens everything anew.
      throw new NetworkError(problem, { cause: error, reason: 'unopened' })
    }
    try {
      // A write that nobody waits for any more is carried out all the same; only reads are ended.
      return await carrier(isWrite(request) ? new Request(request, { signal: new AbortController().signal }) : request)
    } catch (error) {
      if (error instanceof Error && error.name === 'AbortError') throw error
      throw new NetworkError(isWrite(request) ? `${wordsOf(error)} ${PERHAPS_STORED}` : wordsOf(error), {
        cause: error,
      })
    }
  }

  /** Ends the worker and opens the next one on a new store. */
  async function reopen(seed: Blob | null): Promise<void> {
    next = { fresh: true, seed }
    await carrier.close(0)
    carrier = carry()
    await carrier.ready().catch((error: unknown) => {
      const problem = wordsOf(error)
      tell({ phase: 'failed', problem, damaged: true, store: storeOf(status) })
      throw new NetworkError(problem, { cause: error })
    })
  }

  /** One after the other, as each ends the worker of the one before. */
  async function reopenAlone(seed: Blob | null): Promise<Response> {
    const mine = (reopening ?? Promise.resolve()).catch(() => undefined).then(() => reopen(seed))
    reopening = mine
    await mine
    return new Response(null, { status: 204 })
  }

  /** Opens a data folder in memory, so that what can't be opened never takes the place of what is stored. */
  async function examine(seed: Blob): Promise<void> {
    const trial = workerHandler(() => spawn({ fresh: false, seed, memory: true }, () => undefined), CARRYING)
    try {
      await trial.ready()
    } catch (error) {
      throw new NetworkError('This file is not a backup that can be opened here. Nothing was changed.', {
        cause: error,
      })
    } finally {
      await trial.close(0)
    }
  }

  return async (request) => {
    switch (new URL(request.url).pathname) {
      case '/reset':
        return reopenAlone(null)
      case '/restore': {
        const bytes = await request.arrayBuffer()
        const seed = new Blob([bytes], { type: 'application/x-gzip' })
        await examine(seed)
        return reopenAlone(seed)
      }
      default:
        return carried(request)
    }
  }
}

const CARRYING = {
  // Statements end by the user's Stop; this is only the end of the worst.
  timeoutMs: 3_600_000,
  endAbandonedAfterMs: 300,
  onTimeout: () =>
    Response.json(
      { success: false, error: { __type: 'Internal Server Error', message: 'The query took longer than an hour.' } },
      { status: 500 },
    ),
}

function storeOf(status: EngineStatus) {
  return status.phase === 'idle' ? null : status.store
}

function portOf(
  worker: Worker,
  begin: Pick<EngineBegin, 'base' | 'parts' | 'fresh' | 'seed' | 'memory'>,
  hear: (news: EngineNews) => void,
): WorkerPort {
  const ended = new Set<(problem: string) => void>()
  const answered = new Set<(message: WorkerMessage) => void>()
  let permit: string | null = newPermit()
  let interruptible = false
  const takeBack = () => {
    if (permit !== null) URL.revokeObjectURL(permit)
    permit = null
  }
  worker.addEventListener('message', ({ data }: MessageEvent<EngineNews | WorkerMessage>) => {
    if (data.kind === 'opened') ({ interruptible } = data)
    if (data.kind === 'broken') for (const listener of ended) listener(data.problem)
    else if (data.kind === 'loading' || data.kind === 'starting' || data.kind === 'opened') hear(data)
    else for (const listener of answered) listener(data)
  })
  worker.addEventListener('error', (event) => {
    event.preventDefault()
    const words = event.message || 'its program could not be loaded'
    for (const listener of ended) listener(`PostgreSQL in this browser ended: ${words}. Load the page anew.`)
  })
  const first: EngineBegin = { kind: 'begin', permit, ...begin }
  worker.postMessage(first, [])
  return {
    post(message, transfer) {
      if (permit === null) {
        permit = newPermit()
        const next: EnginePermit = { kind: 'permit', permit }
        worker.postMessage(next, [])
      }
      worker.postMessage(message, [...transfer])
    },
    onMessage: (listener) => void answered.add(listener),
    onEnd: (listener) => void ended.add(listener),
    interrupt() {
      takeBack()
      return interruptible
    },
    async terminate() {
      takeBack()
      worker.terminate()
    },
  }
}

/** A file that is there until its address is revoked, which a worker sees even in the midst of a statement. */
function newPermit(): string {
  return URL.createObjectURL(new Blob())
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

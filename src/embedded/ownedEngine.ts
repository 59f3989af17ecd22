import { NetworkError } from '../instances/transport/networkError.ts'
import type { EngineBegin, EngineReport, EngineParts, EnginePermit } from '../protocol/engineMessages.ts'
import type { Handler } from '../protocol/handler.ts'
import { workerHandler, type WorkerHandler } from '../protocol/workerHandler.ts'
import type { WorkerMessage, WorkerPort } from '../protocol/workerMessages.ts'
import type { EngineStatus } from '../protocol/engineStatus.ts'
import { isWrite } from '../protocol/isWrite.ts'
import { problemOf, type Problem } from '../protocol/problem.ts'

export interface OwnedEngineOptions {
  startWorker(): Worker
  /** The folder of the engine's files, absolute, with a slash at the end. */
  readonly base: string
  /** Stores nothing, because this tab may not be the only owner. */
  readonly memory: boolean
  onStatus(status: EngineStatus): void
}

/**
 * The page's own PostgreSQL in the tab that owns its store, opened by the first request. Besides the service's own paths
 * it answers `/backup`, `/reset` and `/restore`. Rejects with an `AbortError` or a `NetworkError`.
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

  function spawn(
    how: Pick<EngineBegin, 'fresh' | 'seed' | 'memory'>,
    hear: (report: EngineReport) => void,
  ): WorkerPort {
    if (how.seed === null || !how.memory || options.memory) tell({ phase: 'starting', store: storeOf(status) })
    return portOf(options.startWorker(), { base: options.base, parts, ...how }, hear)
  }

  function heard(report: EngineReport): void {
    if (report.kind === 'opened') {
      parts = report.parts
      next = { fresh: false, seed: null }
      tell({ phase: 'open', store: report.store })
    } else if (report.kind === 'loading') {
      tell({ phase: 'loading', loaded: report.loaded, total: report.total, store: storeOf(status) })
    } else if (report.kind === 'starting') tell({ phase: 'starting', store: storeOf(status) })
  }

  function tell(now: EngineStatus): void {
    status = now
    options.onStatus(now)
  }

  async function carried(request: Request): Promise<Response> {
    try {
      await carrier.ready()
    } catch (error) {
      const problem = problemOf(error)
      tell({ phase: 'failed', problem, damaged: problem.code === 'storeDamaged', store: storeOf(status) })
      // Not tried again by itself: each try loads and opens everything again.
      throw new NetworkError(problem, { cause: error, mayPass: false })
    }
    try {
      // A write is carried out even if nobody waits for it any more; only reads are ended.
      return await carrier(isWrite(request) ? new Request(request, { signal: new AbortController().signal }) : request)
    } catch (error) {
      if (error instanceof Error && error.name === 'AbortError') throw error
      throw new NetworkError(problemOf(error), { cause: error, mayBeStored: isWrite(request) })
    }
  }

  /** Ends the worker and opens the next one on a new store. */
  async function reopen(seed: Blob | null): Promise<void> {
    next = { fresh: true, seed }
    await carrier.close(0)
    carrier = carry()
    await carrier.ready().catch((error: unknown) => {
      const problem = problemOf(error)
      tell({ phase: 'failed', problem, damaged: !isOfProgram(problem), store: storeOf(status) })
      throw new NetworkError(problem, { cause: error })
    })
  }

  /** One at a time, because each ends the worker of the one before. */
  async function reopenAlone(seed: Blob | null): Promise<Response> {
    const mine = (reopening ?? Promise.resolve()).catch(() => undefined).then(() => reopen(seed))
    reopening = mine
    await mine
    return new Response(null, { status: 204 })
  }

  /** Opens a data folder in memory first, so that a broken one never replaces what is stored. */
  async function examine(seed: Blob): Promise<void> {
    const trial = workerHandler(() => spawn({ fresh: false, seed, memory: true }, () => undefined), CARRYING)
    try {
      await trial.ready()
    } catch (error) {
      const problem = problemOf(error)
      throw new NetworkError(isOfProgram(problem) ? problem : { code: 'notBackup' }, { cause: error })
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
  // The user's Stop ends statements; this is only the last resort.
  timeoutMs: 3_600_000,
  endAbandonedAfterMs: 300,
  onTimeout: () =>
    Response.json(
      { success: false, error: { __type: 'Internal Server Error', message: 'Query took too long' } },
      { status: 500 },
    ),
}

/** Whether the program could not be loaded: then nothing is said about what is stored. */
function isOfProgram({ code }: Problem): boolean {
  return /^engine(?:NotLoaded|HostSilent|File)/.test(code)
}

function storeOf(status: EngineStatus) {
  return status.phase === 'idle' ? null : status.store
}

function portOf(
  worker: Worker,
  begin: Pick<EngineBegin, 'base' | 'parts' | 'fresh' | 'seed' | 'memory'>,
  hear: (report: EngineReport) => void,
): WorkerPort {
  const ended = new Set<(problem: Problem) => void>()
  const answered = new Set<(message: WorkerMessage) => void>()
  let permit: string | null = newPermit()
  let interruptible = false
  let hasSpoken = false
  const takeBack = () => {
    if (permit !== null) URL.revokeObjectURL(permit)
    permit = null
  }
  worker.addEventListener('message', ({ data }: MessageEvent<EngineReport | WorkerMessage>) => {
    hasSpoken = true
    if (data.kind === 'opened') ({ interruptible } = data)
    if (data.kind === 'broken') for (const listener of ended) listener(data.problem)
    else if (data.kind === 'loading' || data.kind === 'starting' || data.kind === 'opened') hear(data)
    else for (const listener of answered) listener(data)
  })
  worker.addEventListener('error', (event) => {
    event.preventDefault()
    // Without a message it was not there or of another kind; cut off, it fails before it has said anything.
    const isLoaded = event.message !== '' && hasSpoken
    const problem: Problem = isLoaded ? { code: 'engineEnded', text: event.message } : { code: 'engineNotLoaded' }
    for (const listener of ended) listener(problem)
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

/** A file that exists until its address is revoked, which a worker notices even in the middle of a statement. */
function newPermit(): string {
  return URL.createObjectURL(new Blob())
}

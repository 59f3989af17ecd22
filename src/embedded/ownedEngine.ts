import { NetworkError } from '../instances/transport/networkError.ts'
import type {
  EngineBegin,
  EngineName,
  EngineReport,
  EngineParts,
  EnginePermit,
  NotedTable,
} from '../protocol/engineMessages.ts'
import type { Handler } from '../protocol/handler.ts'
import { workerHandler, type WorkerHandler } from '../protocol/worker/workerHandler.ts'
import type { WorkerMessage, WorkerPort } from '../protocol/worker/workerMessages.ts'
import type { BegunStatus, EngineStatus } from '../protocol/engineStatus.ts'
import { isWrite } from '../protocol/isWrite.ts'
import type { KeptStores } from './keptStores.ts'
import { ProblemError, problemOf, type Problem } from '../protocol/problem.ts'
import { whyEnded } from './whyEnded.ts'

/** What is used of a worker. */
type EngineThread = Pick<Worker, 'addEventListener' | 'postMessage' | 'terminate'>

export interface OwnedEngineOptions {
  readonly name: EngineName
  startWorker(): EngineThread
  /** The folder of the engine's files, absolute, with a slash at the end. */
  readonly base: string
  /** Stores nothing, because this tab may not be the only owner. */
  readonly memory: boolean
  onStatus(status: EngineStatus): void
  /** Resolves when this tab owns the store: after the browser has removed one, not before it has the lock of the next. */
  owns(): Promise<void>
}

/**
 * The page's own PostgreSQL in the tab that owns its store, opened by the first request. Besides the service's own paths
 * it answers `/backup`, `/examine` (the tables of a backup), `/restore`, `/reset`, of what restores have replaced `/kept`,
 * `/bring-back` and `/let-go`, and of a damaged store `/folder`, `/tables` and `/noted` (`salvage.ts`). Rejects with an `AbortError` or a `NetworkError`.
 */
export function createOwnedEngine(options: OwnedEngineOptions): Handler {
  let parts: EngineParts | null = null
  let status: EngineStatus = { phase: 'idle' }
  let removed = 0
  let carrier = carry(AS_STORED)
  let reopening: Promise<void> | null = null
  let kept: KeptStores | null = null

  /** Each has its own: the one before it may still report that it has opened. */
  function carry(first: Start): WorkerHandler {
    let how = first
    const hear = (report: EngineReport): void => {
      if (report.kind === 'opened') how = AS_STORED
      heard(report)
    }
    return workerHandler(() => {
      tell({ phase: 'starting', store: storeOf(status) })
      return spawn({ ...how, memory: options.memory }, hear)
    }, CARRYING)
  }

  function spawn(how: Start & Pick<EngineBegin, 'memory'>, hear: (report: EngineReport) => void): WorkerPort {
    return portOf(
      options.startWorker(),
      { name: options.name, base: options.base, parts, salvage: false, ...how },
      hear,
      () => options.owns(),
    )
  }

  function heard(report: EngineReport): void {
    if (report.kind === 'loaded') ({ parts } = report)
    else if (report.kind === 'opened') tell({ phase: 'open', store: report.store })
    else if (report.kind === 'loading') {
      tell({ phase: 'loading', loaded: report.loaded, total: report.total, store: storeOf(status) })
    } else if (report.kind === 'lost') {
      if (status.phase === 'open') tell({ ...status, lost: report.tables })
    } else if (report.kind === 'broken') {
      // The worker ends, and the next one finds nothing and begins with the sample.
      if (report.problem.code !== 'storeRemoved' || status.phase === 'idle') return
      removed += 1
      tell({ phase: 'starting', store: status.store })
    } else if (report.kind === 'starting') tell({ phase: 'starting', store: storeOf(status) })
  }

  function tell(now: BegunStatus): void {
    status = removed > 0 ? { ...now, removed } : now
    options.onStatus(status)
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
      const problem = problemOf(error)
      const mayBeStored = isWrite(request) && problem.code !== 'storeRemoved'
      throw new NetworkError(problem, { cause: error, mayBeStored })
    }
  }

  /** Ends the worker and opens the next one on a new store. */
  async function reopen(seed: Blob | null): Promise<void> {
    await carrier.close(0)
    carrier = carry({ fresh: true, seed })
    await carrier.ready().catch((error: unknown) => {
      const problem = problemOf(error)
      tell({ phase: 'failed', problem, damaged: !isOfProgram(problem), store: storeOf(status) })
      throw new NetworkError(problem, { cause: error })
    })
  }

  /** One at a time, because each ends the worker of the one before. */
  async function alone(work: () => Promise<void>): Promise<Response> {
    const mine = (reopening ?? Promise.resolve()).catch(() => undefined).then(work)
    reopening = mine
    await mine
    return new Response(null, { status: 204 })
  }

  /** Puts a backup in the place of what is there, which is kept; if that fails, it comes back. */
  async function replace(seed: Blob): Promise<void> {
    const kept = await keptOnes()
    const { tables, backup } = await now()
    const id = await kept.keep(backup, tables).catch((cause: unknown) => {
      throw new NetworkError(problemOf(cause), { cause })
    })
    try {
      await reopen(seed)
    } catch (error) {
      await reopen(backup)
      await kept.letGo(id)
      throw error
    }
  }

  /** The tables that are there, and a backup of them; of a store that doesn't open, its files as they are. */
  async function now(): Promise<{ readonly tables: readonly NotedTable[]; readonly backup: Blob }> {
    try {
      const tables: readonly NotedTable[] = await (await carried(requestFor('/stored'))).json()
      return { tables, backup: await (await carried(requestFor('/backup'))).blob() }
    } catch (error) {
      if (problemOf(error).code !== 'storeDamaged') throw error
      const tables: readonly NotedTable[] = await (await salvaged(requestFor('/noted'))).json()
      return { tables, backup: await (await salvaged(requestFor('/folder'))).blob() }
    }
  }

  /** Backups are kept where the store is. */
  async function keptOnes(): Promise<KeptStores> {
    const { keptStores } = await import('./keptStores.ts')
    kept ??= keptStores(options.memory || storeOf(status) === 'memory' ? 'memory' : 'stored')
    return kept
  }

  async function bringBack(id: number): Promise<void> {
    const all = await keptOnes()
    const backup = await all.backup(id)
    // Another tab may have let it go.
    if (backup === null) return
    await replace(backup)
    await all.letGo(id)
  }

  /**
   * The tables of a backup. It is opened in memory, so that a broken one, or one without a table, never replaces what is
   * stored.
   */
  async function examine(seed: Blob): Promise<readonly NotedTable[]> {
    const trial = workerHandler(() => spawn({ fresh: false, seed, memory: true }, () => undefined), CARRYING)
    try {
      await trial.ready()
      const listed = await trial(requestFor('/stored'))
      const tables: readonly NotedTable[] = await listed.json()
      if (tables.length === 0) throw new ProblemError({ code: 'backupWithoutTables' })
      return tables
    } catch (error) {
      if (error instanceof ProblemError && error.problem.code === 'backupWithoutTables')
        throw new NetworkError(error.problem, { cause: error })
      const problem = problemOf(error)
      throw new NetworkError(isOfProgram(problem) ? problem : { code: 'notBackup' }, { cause: error })
    } finally {
      await trial.close(0)
    }
  }

  /** Asks a worker that reads the stored files without opening them. */
  async function salvaged(request: Request): Promise<Response> {
    const begin = {
      name: options.name,
      base: options.base,
      parts,
      fresh: false,
      seed: null,
      memory: true,
      salvage: true,
    }
    const salvage = workerHandler(() => portOf(options.startWorker(), begin, () => undefined), CARRYING)
    try {
      const answer = await salvage(request)
      return new Response(await answer.blob(), { headers: answer.headers, status: answer.status })
    } catch (error) {
      throw new NetworkError(problemOf(error), { cause: error })
    } finally {
      await salvage.close(0)
    }
  }

  return async (request) => {
    const { pathname, searchParams } = new URL(request.url)
    const id = Number(searchParams.get('id'))
    switch (pathname) {
      case '/folder':
      case '/tables':
      case '/noted':
        return salvaged(request)
      case '/reset':
        return alone(() => reopen(null))
      case '/kept':
        return Response.json(await (await keptOnes()).list())
      case '/bring-back':
        return alone(() => bringBack(id))
      case '/let-go':
        await (await keptOnes()).letGo(id)
        return new Response(null, { status: 204 })
      case '/examine':
        return Response.json(await examine(await seedOf(request)))
      case '/restore': {
        const seed = await seedOf(request)
        await examine(seed)
        return alone(() => replace(seed))
      }
      default:
        return carried(request)
    }
  }
}

function requestFor(path: string): Request {
  return new Request(`http://embedded${path}`)
}

async function seedOf(request: Request): Promise<Blob> {
  return new Blob([await request.arrayBuffer()], { type: 'application/x-gzip' })
}

/** How a worker begins: with what is stored, or with the seed or the sample in its place. */
type Start = Pick<EngineBegin, 'fresh' | 'seed'>

const AS_STORED: Start = { fresh: false, seed: null }

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
  return /^engine(?:NotLoaded|Forbidden|HostSilent|File)/.test(code)
}

function storeOf(status: EngineStatus) {
  return status.phase === 'idle' ? null : status.store
}

function portOf(
  worker: EngineThread,
  begin: Omit<EngineBegin, 'kind' | 'permit'>,
  hear: (report: EngineReport) => void,
  /** What the next worker waits for. */
  before: () => Promise<void> = async () => undefined,
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
    if (isReport(data)) hear(data)
    else for (const listener of answered) listener(data)
    if (data.kind === 'broken') for (const listener of ended) listener(data.problem)
  })
  worker.addEventListener('error', (event) => {
    event.preventDefault()
    // Without a message it was not there or of another kind; cut off, it fails before it has said anything.
    const isLoaded = event.message !== '' && hasSpoken
    void whyEnded(isLoaded ? event.message : null).then((problem) => ended.forEach((listen) => listen(problem)))
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
      await before()
    },
  }
}

function isReport(message: EngineReport | WorkerMessage): message is EngineReport {
  return REPORTS.has(message.kind)
}

const REPORTS: ReadonlySet<string> = new Set<EngineReport['kind']>([
  'loading',
  'loaded',
  'starting',
  'opened',
  'lost',
  'broken',
])

/** A file that exists until its address is revoked, which a worker notices even in the middle of a statement. */
function newPermit(): string {
  return URL.createObjectURL(new Blob())
}

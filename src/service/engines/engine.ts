import { readFile } from 'node:fs/promises'
import { availableParallelism, platform } from 'node:os'
import { Worker } from 'node:worker_threads'
import { decodeSearch } from '../../protocol/answers.ts'
import { readEnvelope } from '../../protocol/envelope.ts'
import type { AskedRequest, ServerHandler } from '../../protocol/handler.ts'
import { isWrite } from '../../protocol/isWrite.ts'
import { workerHandler, type WorkerHandler } from '../../protocol/worker/workerHandler.ts'
import { problemText } from '../../protocol/problem.ts'
import type { EngineWorkerData } from './engineWorker.ts'
import { lock } from '../catalog/catalog.ts'
import { checkPgliteFolder, pglitePath, POSTGRES_MAJOR } from './pgliteFolder.ts'
import { preflight } from '../http/origins.ts'
import { createPostgresSql } from './postgres.ts'
import { createReplicatedSql } from './replicas/replicaConnections.ts'
import { ensureReaderRole } from './readerRole.ts'
import { createService } from '../service.ts'
import { fairHandler, type Client } from '../shares/fairHandler.ts'
import { createShares, type Shares } from '../shares/shares.ts'
import type { ThreadTurns } from '../shares/threadTurns.ts'
import type { ServerSettings } from '../serverSettings.ts'
import { sql as sqlText, statement, trusted, value } from '../sql/statement.ts'
import { newSharedNumbers, SHARED } from './thread/sharedNumbers.ts'
import { startThread } from './thread/threadPort.ts'
import { IS_ON_THIS_MACHINE } from './session.ts'
import { serviceOptions, serviceSettings, tellOperator } from '../serviceOptions.ts'

/** The service on its database. Requests that arrive before it is open wait. */
export interface Engine {
  readonly handler: ServerHandler
  /** Answers what the server itself asks before it listens: it is no client, and takes nobody's share. */
  readonly ownWork: ServerHandler
  /** Where the data is, for people, without a password. */
  readonly place: string
  /** Resolves when the database is open; rejects with a reason for people. */
  ready(): Promise<void>
  close(): Promise<void>
}

/** Makes the answers that the service couldn't give itself. */
export interface LateAnswers {
  timeout(request: AskedRequest): Response
  crash(request: AskedRequest, problem: string): Response
  crowded(request: AskedRequest, status: 429 | 503, words: string, retryAfterS: number): Response
}

type ClientOf = (request: AskedRequest) => Client

/** A handler that shares the engine among its clients. */
function fairlyShared(
  handler: ServerHandler,
  settings: ServerSettings,
  late: LateAnswers,
  clientOf: ClientOf,
  turns: ThreadTurns,
  shares: Shares,
): ServerHandler {
  const fair = fairHandler(handler, shares, {
    clientOf,
    turns,
    readerTimeoutMs: settings.readerTimeoutMs,
    onTimeout: (request) => late.timeout(request),
    onCrowded: (...refused) => late.crowded(...refused),
  })
  return (request) => {
    const free = preflight(request, settings.cors)
    return free === null ? fair(request) : Promise.resolve(free)
  }
}

/** PGlite in a worker thread, so that no query blocks HTTP. This process must own the data folder. */
export async function openPgliteEngine(
  settings: ServerSettings,
  late: LateAnswers,
  clientOf: ClientOf,
  turns: ThreadTurns,
): Promise<Engine> {
  const state = await checkPgliteFolder(settings.dataFolder)
  // The build puts these beside this file. In variables, so that the bundler ignores them.
  const entry = './engineWorker.mjs'
  const program = './pglite.wasm'
  const shared = newSharedNumbers()
  const data: Omit<EngineWorkerData, 'port'> = {
    program: await WebAssembly.compile(await readFile(new URL(program, import.meta.url))),
    shared,
    dataFolder: settings.dataFolder,
    sample: settings.sample,
    tempFileMb: settings.tempFileMb,
    readerMemoryMb: settings.readerMemoryMb,
    service: serviceSettings(settings),
  }
  const shares = createShares({ places: 1, slowPlaces: 1, ready: 1, shareMs: settings.shareMs })
  const handler = workerHandler(
    () =>
      startThread(
        (port) => new Worker(new URL(entry, import.meta.url), { workerData: { ...data, port }, transferList: [port] }),
        shared,
        shares,
      ),
    {
      timeoutMs: settings.timeoutMs,
      endAbandonedAfterMs: 0,
      interruptedWithinMs: INTERRUPTED_WITHIN_MS,
      mayLieReady: (request) => !isWrite(request),
      onTimeout: (request) => late.timeout(request),
      onCrash: (request, problem) => late.crash(request, problemText(problem)),
    },
  )
  const renewal = renewing(handler, () => Atomics.load(shared, SHARED.megabytes))
  const made = state === 'new' ? ', made now' : ''
  // A write is completed even if its client leaves: not knowing whether it was stored is worse than a wait.
  const answer: ServerHandler = async (request) => {
    try {
      const answered = await handler(isWrite(request) ? unending(request) : request)
      // What comes next is measured from its beginning: not from when a thread is opened for it that had to be ended,
      if (!handler.isOpen()) await handler.free()
      return answered
    } catch (error) {
      // nor from when this one was told to end.
      await handler.free()
      throw error
    } finally {
      renewal.used()
    }
  }
  return {
    handler: fairlyShared(answer, settings, late, clientOf, turns, shares),
    ownWork: answer,
    place: `${pglitePath(settings.dataFolder)} (PGlite, PostgreSQL ${POSTGRES_MAJOR}${made})`,
    ready: () => handler.ready(),
    close: () => {
      renewal.end()
      return handler.close()
    },
  }
}

/** The same request as if its client never left. */
function unending(request: AskedRequest): AskedRequest {
  const { method, url, headers } = request
  return { method, url, headers, signal: new AbortController().signal, arrayBuffer: () => request.arrayBuffer() }
}

/**
 * Renews an engine that has grown, since its memory never gets smaller, once nobody has asked for anything for a while.
 * `megabytes` is what it has now. Nothing is lost, and requests wait meanwhile.
 */
function renewing(handler: WorkerHandler, megabytes: () => number) {
  let usedAt = performance.now()
  const timer = setInterval(() => {
    if (megabytes() >= LARGE_MB && performance.now() >= usedAt + IDLE_MS) handler.renew()
  }, IDLE_MS / 3)
  timer.unref()
  return { used: () => (usedAt = performance.now()), end: () => clearInterval(timer) }
}

/** A fresh engine has 200 MB. */
const LARGE_MB = 320

/** Longer than between the requests of one person's page, and than the time after which a table is vacuumed, or that is tried again. */
const IDLE_MS = 3000

/**
 * PostgreSQL checks for interrupts almost everywhere. If it doesn't, its thread is ended, and the next one replays the log,
 * which takes seconds after a large load.
 */
const INTERRUPTED_WITHIN_MS = 3000

/** The service on a PostgreSQL server, in this thread. Loads the sample if the database has no table of Rowan's yet. */
export async function openPostgresEngine(
  settings: ServerSettings,
  url: string,
  late: LateAnswers,
  clientOf: ClientOf,
  turns: ThreadTurns,
): Promise<Engine> {
  const { host, pathname } = new URL(url)
  const place = `PostgreSQL at ${host || 'the local socket'}, database ${decodeURIComponent(pathname.slice(1)) || 'of the user'}`
  const fail = (error: unknown): never => {
    throw new Error(`${place}: ${error instanceof Error ? error.message : String(error)}`, { cause: error })
  }
  let processors = Infinity
  const { slowReads: slowPlaces, shareMs } = settings
  const shares = createShares({ places: POOL_SIZE, slowPlaces, processors: () => processors, shareMs })
  const limits = {
    statementTimeoutMs: settings.timeoutMs,
    poolSize: POOL_SIZE,
    tempFileMb: settings.tempFileMb,
    readerMemoryMb: settings.readerMemoryMb,
    // With more, they would only take turns.
    workersMax: () => (shares.isTight ? 0 : processors - 1),
    isShared: () => shares.isShared,
  }
  const { readUrls, replicaLagMs: lagMs } = settings
  const opening =
    readUrls.length === 0
      ? createPostgresSql(url, limits)
      : createReplicatedSql(url, { ...limits, readUrls, lagMs, say: tellOperator })
  const sql = await opening.catch(fail)
  const readerRole = await ensureReaderRole(sql).catch(async (error: unknown) => {
    await sql.close()
    return fail(error)
  })
  const server = await sql.query(
    statement(sqlText`select current_setting('temp_file_limit'), ${trusted(IS_ON_THIS_MACHINE)}`),
  )
  const [tempFiles, isNear] = server.rows[0] ?? []
  const isOnThisMachine = isNear === 't'
  const isLimited = tempFiles !== '-1'
  const isWatched = isOnThisMachine && platform() === 'linux'
  // Replicas have their own processors.
  if (isOnThisMachine && readUrls.length === 0) processors = availableParallelism()
  const ownOptions = serviceOptions(serviceSettings(settings))
  const service = await createService(sql, {
    ...ownOptions,
    limits: {
      ...ownOptions.limits,
      ...(isWatched ? { reader_memory_mb: settings.readerMemoryMb } : {}),
      /** As it is when `status_show` is asked. */
      get slow_reads_now() {
        return Math.round(shares.room * 1000) / 1000
      },
    },
    readerRole: readerRole ?? undefined,
  })
  if (settings.sample !== null) {
    // If two servers start on one empty database at once, one loads and the other waits and finds it loaded.
    await sql.transaction('read write', async (tx) => {
      await lock(tx, 'sample')
      const isCutShort =
        (await sql.query(statement(sqlText`select 1 from rowan.marks where mark = ${value(LOADING)}`))).rows.length > 0
      if (!isCutShort && !(await isEmpty(service, settings.token))) return
      const { loadSample } = await import('../sample/loadSample.ts')
      if (!isCutShort) await sql.query(statement(sqlText`insert into rowan.marks values (${value(LOADING)})`))
      await loadSample(service, settings.token)
      await sql.query(statement(sqlText`delete from rowan.marks where mark = ${value(LOADING)}`))
    })
  }
  return {
    handler: fairlyShared(service, settings, late, clientOf, turns, shares),
    ownWork: service,
    place: [
      `${place}${and(readUrls.length)}`,
      ...(readerRole === null ? [WITHOUT_ROLE] : []),
      ...(isLimited ? [] : [WITHOUT_LIMIT]),
      ...(isWatched ? [] : [WITHOUT_WATCH]),
    ].join('; '),
    ready: () => Promise.resolve(),
    close: () => sql.close(),
  }
}

function and(replicas: number): string {
  return replicas === 0 ? '' : ` and ${replicas} ${replicas === 1 ? 'replica' : 'replicas'}`
}

/** Marks a database whose sample is being loaded, or was when the server was killed. */
const LOADING = 'sample is loading'

const WITHOUT_ROLE = "its user may not create a read-only role, so readers' statements run with that user's own rights"

const WITHOUT_LIMIT = 'its temporary files have no limit, as its user may not set temp_file_limit'

const WITHOUT_WATCH =
  "its statements' memory has no limit but the system's, as ROWAN_READER_MEMORY_MB needs PostgreSQL on this machine, and Linux"

const POOL_SIZE = 10

async function isEmpty(handler: ServerHandler, token: string): Promise<boolean> {
  const url = 'http://localhost/api/3/action/datastore_search?resource_id=_table_metadata&limit=1'
  const response = await handler(new Request(url, { headers: { authorization: token } }))
  return decodeSearch(readEnvelope(response.status, await response.text())).rows.length === 0
}

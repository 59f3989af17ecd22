import { readFile } from 'node:fs/promises'
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
import { checkCitus, citus, CITUS_BEGINNING } from './placement/citus.ts'
import { createPostgresSql } from './postgres.ts'
import { openBulkhead } from './bulkhead.ts'
import { ensureReaderRole } from './readerRole.ts'
import { createService } from '../service.ts'
import type { Client } from '../http/peers.ts'
import { laneHandler } from '../lanes/laneHandler.ts'
import { createLanes, type Enter } from '../lanes/lanes.ts'
import type { ServerSettings } from '../serverSettings.ts'
import { sql as sqlText, statement, value } from '../sql/statement.ts'
import { newSharedNumbers, SHARED } from './thread/sharedNumbers.ts'
import { startThread } from './thread/threadPort.ts'
import { serviceOptions, serviceSettings } from '../serviceOptions.ts'

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
function inLanes(
  handler: ServerHandler,
  settings: ServerSettings,
  late: LateAnswers,
  clientOf: ClientOf,
  enter: Enter,
): ServerHandler {
  const shared = laneHandler(handler, enter, {
    clientOf,
    readerTimeoutMs: settings.readerTimeoutMs,
    onTimeout: (request) => late.timeout(request),
    onCrowded: (...refused) => late.crowded(...refused),
  })
  return (request) => {
    const free = preflight(request, settings.cors)
    return free === null ? shared(request) : Promise.resolve(free)
  }
}

/** PGlite in a worker thread, so that no query blocks HTTP. This process must own the data folder. */
export async function openPgliteEngine(
  settings: ServerSettings,
  late: LateAnswers,
  clientOf: ClientOf,
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
  const handler = workerHandler(
    () =>
      startThread(
        (port) => new Worker(new URL(entry, import.meta.url), { workerData: { ...data, port }, transferList: [port] }),
        shared,
      ),
    {
      timeoutMs: settings.timeoutMs,
      endAbandonedAfterMs: 0,
      interruptedWithinMs: INTERRUPTED_WITHIN_MS,
      onTimeout: (request) => late.timeout(request),
      onCrash: (request, problem) => late.crash(request, problemText(problem)),
    },
  )
  const enter = createLanes(ONE_PLACE, true, workedByProcessor)
  const renewal = renewing(handler, enter, () => Atomics.load(shared, SHARED.megabytes))
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
    handler: inLanes(answer, settings, late, clientOf, enter),
    ownWork: answer,
    place: `${pglitePath(settings.dataFolder)} (PGlite, PostgreSQL ${POSTGRES_MAJOR}${made})`,
    ready: () => handler.ready(),
    close: () => {
      renewal.end()
      return handler.close()
    },
  }
}

const ONE_PLACE = { page: 1, search: 1, sql: 1, dump: 1, write: 1 }

/** By all threads of this process, in milliseconds: hardly anything but the engine works for long. */
function workedByProcessor(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/** The same request as if its client never left. */
function unending(request: AskedRequest): AskedRequest {
  const { method, url, headers } = request
  return { method, url, headers, signal: new AbortController().signal, arrayBuffer: () => request.arrayBuffer() }
}

/**
 * Renews an engine that has grown, since its memory never gets smaller, once nobody has asked for anything for a while.
 * `megabytes` is what it has now. Nothing is lost, and requests wait meanwhile, which is nobody's fault.
 */
function renewing(handler: WorkerHandler, enter: Enter, megabytes: () => number) {
  let usedAt = performance.now()
  let isAsked = false
  async function renew(): Promise<void> {
    const leave = await enter({ class: 'page', client: 'server', signal: null, end: null, isOpening: true })
    // Whoever asks next is told why it can't be opened.
    if (handler.renew()) await handler.ready().catch(() => undefined)
    leave()
    isAsked = false
  }
  const timer = setInterval(() => {
    if (isAsked || megabytes() < LARGE_MB || performance.now() < usedAt + IDLE_MS) return
    isAsked = true
    void renew()
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
): Promise<Engine> {
  const { host, pathname } = new URL(url)
  const place = `PostgreSQL at ${host || 'the local socket'}, database ${decodeURIComponent(pathname.slice(1)) || 'of the user'}`
  const fail = (error: unknown): never => {
    throw new Error(`${place}: ${error instanceof Error ? error.message : String(error)}`, { cause: error })
  }
  const isOnCitus = settings.placement === 'citus'
  const limits = {
    statementTimeoutMs: settings.timeoutMs,
    tempFileMb: settings.tempFileMb,
    beginning: isOnCitus ? CITUS_BEGINNING : undefined,
  }
  const sql = await createPostgresSql(url, { ...limits, poolSize: POOL_SIZE }).catch(fail)
  const bulkhead = await (isOnCitus ? checkCitus(sql) : Promise.resolve())
    .then(() => ensureReaderRole(sql))
    .then((readerRole) =>
      openBulkhead(sql, { ...limits, url, sqlUrl: settings.sqlUrl, readerRole, places: settings.sqlPlaces }),
    )
    .catch(async (error: unknown) => {
      await sql.close()
      return fail(error)
    })
  const { statements, role, warning } = bulkhead
  const tempFiles = statement(sqlText`select 1 where current_setting('temp_file_limit') = '-1'`)
  const isUnlimited = await statements.query(tempFiles).then(
    ({ rows }) => rows.length > 0,
    () => false,
  )
  const service = await createService(sql, {
    ...serviceOptions(serviceSettings(settings)),
    statements,
    readerRole: role ?? undefined,
    placement: isOnCitus ? citus : undefined,
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
  const places = { ...PLACES, sql: settings.sqlPlaces }
  return {
    handler: inLanes(service, settings, late, clientOf, createLanes(places, false)),
    ownWork: service,
    place: [place, ...(warning === null ? [] : [warning]), ...(isUnlimited ? [WITHOUT_LIMIT] : [])].join('; '),
    ready: () => Promise.resolve(),
    close: async () => {
      await statements.close()
      await sql.close()
    },
  }
}

/** Marks a database whose sample is being loaded, or was when the server was killed. */
const LOADING = 'sample is loading'

const WITHOUT_LIMIT = 'its temporary files have no limit, as its user may not set temp_file_limit'

/** For pages, searches, dumps and writes on PostgreSQL; users' statements have connections of their own. */
const PLACES = { page: 4, search: 3, dump: 2, write: 3 }

/** One for each place, for the dumps that wait for their clients, and for upkeep. */
const POOL_SIZE = 16

async function isEmpty(handler: ServerHandler, token: string): Promise<boolean> {
  const url = 'http://localhost/api/3/action/datastore_search?resource_id=_table_metadata&limit=1'
  const response = await handler(new Request(url, { headers: { authorization: token } }))
  return decodeSearch(readEnvelope(response.status, await response.text())).rows.length === 0
}

import { readFile } from 'node:fs/promises'
import { Worker } from 'node:worker_threads'
import { decodeSearch } from '../protocol/answers.ts'
import { readEnvelope } from '../protocol/envelope.ts'
import type { Handler } from '../protocol/handler.ts'
import { isWrite } from '../protocol/isWrite.ts'
import { workerHandler } from '../protocol/workerHandler.ts'
import type { WorkerMessage, WorkerPort } from '../protocol/workerMessages.ts'
import type { EngineWorkerData } from './engineWorker.ts'
import { lock } from './catalog.ts'
import { gate } from './gate.ts'
import { checkPgliteFolder, pglitePath, POSTGRES_MAJOR } from './pgliteFolder.ts'
import { preflight } from './origins.ts'
import { createPostgresSql, ensureReaderRole } from './postgres.ts'
import { createService } from './service.ts'
import type { ServerSettings } from './serverSettings.ts'
import { sql as sqlText, statement, value } from './statement.ts'
import { serviceOptions, serviceSettings } from './serviceOptions.ts'

/** The service on its database, ready to be asked; requests that come before it has opened wait for it. */
export interface Engine {
  readonly handler: Handler
  /** Where the data lies, in words and without a password. */
  readonly place: string
  /** Resolves when the database is open; rejects with the reason in plain words. */
  ready(): Promise<void>
  close(): Promise<void>
}

/** How answers that the service could not give itself are made. */
export interface LateAnswers {
  timeout(request: Request): Response
  crash(request: Request, problem: string): Response
}

/** PGlite in a worker thread, so that no query holds up HTTP. The data folder has to be owned by this process. */
export async function openPgliteEngine(settings: ServerSettings, late: LateAnswers): Promise<Engine> {
  const state = await checkPgliteFolder(settings.dataFolder)
  // Built as siblings of this file; in variables, so that the bundler leaves them alone.
  const entry = './engineWorker.mjs'
  const program = './pglite.wasm'
  const toEnd = new Int32Array(new SharedArrayBuffer(4))
  const data: EngineWorkerData = {
    program: await WebAssembly.compile(await readFile(new URL(program, import.meta.url))),
    toEnd: toEnd.buffer,
    dataFolder: settings.dataFolder,
    sample: settings.sample,
    service: serviceSettings(settings),
  }
  const handler = workerHandler(
    () => threadPort(new Worker(new URL(entry, import.meta.url), { workerData: data }), toEnd),
    {
      timeoutMs: settings.timeoutMs,
      endAbandonedAfterMs: 0,
      interruptedWithinMs: INTERRUPTED_WITHIN_MS,
      onTimeout: (request) => late.timeout(request),
      onCrash: (request, problem) => late.crash(request, problem),
    },
  )
  const made = state === 'new' ? ', made now' : ''
  return {
    // A change is carried to its end, whoever goes away: half an answer to "was it stored?" is worse than a wait.
    handler: async (request) =>
      preflight(request, settings.cors) ??
      handler(isWrite(request) ? new Request(request, { signal: new AbortController().signal }) : request),
    place: `${pglitePath(settings.dataFolder)} (PGlite, PostgreSQL ${POSTGRES_MAJOR}${made})`,
    ready: () => handler.ready(),
    close: () => handler.close(),
  }
}

/**
 * PostgreSQL looks nearly everywhere whether it is to stop. Where it does not, its thread is ended, and the next one
 * writes again what the log has of the last changes, which takes seconds after a large load.
 */
const INTERRUPTED_WITHIN_MS = 3000

/** The service on a PostgreSQL server, in this thread; the sample is loaded where Rowan has made no table there yet. */
export async function openPostgresEngine(settings: ServerSettings, url: string): Promise<Engine> {
  const { host, pathname } = new URL(url)
  const place = `PostgreSQL at ${host || 'the local socket'}, database ${decodeURIComponent(pathname.slice(1)) || 'of the user'}`
  const told = (error: unknown): never => {
    throw new Error(`${place}: ${error instanceof Error ? error.message : String(error)}`, { cause: error })
  }
  const limits = { statementTimeoutMs: settings.timeoutMs, poolSize: POOL_SIZE }
  const sql = await createPostgresSql(url, limits).catch(told)
  const readerRole = await ensureReaderRole(sql).catch(async (error: unknown) => {
    await sql.close()
    return told(error)
  })
  const service = await createService(sql, {
    ...serviceOptions(serviceSettings(settings)),
    readerRole: readerRole ?? undefined,
  })
  if (settings.sample !== null) {
    // Two servers may start on one empty database at the same moment: one loads, the other waits and finds it full.
    await sql.transaction('read write', async (tx) => {
      await lock(tx, 'sample')
      const isCutShort =
        (await sql.query(statement(sqlText`select 1 from rowan.marks where mark = ${value(LOADING)}`))).rows.length > 0
      if (!isCutShort && !(await isEmpty(service, settings.token))) return
      const { loadSample } = await import('./sample/loadSample.ts')
      if (!isCutShort) await sql.query(statement(sqlText`insert into rowan.marks values (${value(LOADING)})`))
      await loadSample(service, settings.token)
      await sql.query(statement(sqlText`delete from rowan.marks where mark = ${value(LOADING)}`))
    })
  }
  // Statements and writes may wait for long, each on a connection of its own: some are left for those who search.
  const slow = gate(POOL_SIZE - 3)
  return {
    handler: (request) => (mayTakeLong(request) ? slow(() => service(request)) : service(request)),
    place: readerRole === null ? `${place}; ${WITHOUT_ROLE}` : place,
    ready: () => Promise.resolve(),
    close: () => sql.close(),
  }
}

/** The mark of a database whose sample is being loaded, or was when the server ended. */
const LOADING = 'sample is loading'

const WITHOUT_ROLE =
  'its user may make no role that only reads, so statements of readers run with the rights of that user itself'

const POOL_SIZE = 10

function mayTakeLong(request: Request): boolean {
  return isWrite(request) || new URL(request.url).pathname.endsWith('/datastore_search_sql')
}

async function isEmpty(handler: Handler, token: string): Promise<boolean> {
  const url = 'http://localhost/api/3/action/datastore_search?resource_id=_table_metadata&limit=1'
  const response = await handler(new Request(url, { headers: { authorization: token } }))
  return decodeSearch(readEnvelope(response.status, await response.text())).rows.length === 0
}

function threadPort(worker: Worker, toEnd: Int32Array): WorkerPort {
  return {
    post: (message, transfer) => worker.postMessage(message, [...transfer]),
    onMessage: (listener) => worker.on('message', (message: WorkerMessage) => listener(message)),
    onEnd: (listener) => {
      worker.on('error', (error) => listener(error instanceof Error ? error.message : String(error)))
      worker.on('exit', (code) => listener(`The database's thread ended (${code})`))
    },
    interrupt(id) {
      Atomics.store(toEnd, 0, id)
      return true
    },
    terminate: async () => {
      await worker.terminate()
    },
  }
}

// The page's worker: PostgreSQL and the service, in the browser.
import type { PGlite } from '@electric-sql/pglite'
import type { Handler } from '../../protocol/handler.ts'
import type { EngineBegin, EngineReport, EnginePermit } from '../../protocol/engineMessages.ts'
import type { Problem } from '../../protocol/problem.ts'
import { serveWorker } from '../../protocol/serveWorker.ts'
import type { HostMessage, WorkerMessage } from '../../protocol/workerMessages.ts'
import { beginsNew, openBrowserStore } from './browserStore.ts'
import { engineLoader, tarOf } from './engineFiles.ts'
import { ranOutOfSpace } from './opfsFolder.ts'
import { parseSql, setParserModule } from '../admission/parseSql.ts'
import { createPermit } from './permit.ts'
import { isHealthy } from '../engines/health.ts'
import { createPgliteSql } from '../engines/pglite.ts'
import { watchProgramEnd } from '../engines/programEnd.ts'
import { createService } from '../service.ts'
import { engineAfter } from '../sql/databaseError.ts'
import { SqlError, type Sql } from '../sql/sql.ts'
import { createStopSwitch } from '../engines/stopSwitch.ts'

// DOM types don't include worker scope; this is what we use of it.
declare function postMessage(message: unknown, transfer?: readonly Transferable[]): void

addEventListener(
  'message',
  (event: MessageEvent<EngineBegin>) => {
    const service = open(event.data)
    serveWorker(
      {
        post: (message: WorkerMessage, transfer) => postMessage(message, transfer),
        onMessage: (listener) => addEventListener('message', (next: MessageEvent<HostMessage>) => listener(next.data)),
      },
      () => service,
    )
    // After reporting ready: the page draws meanwhile, and its first requests are already on their way.
    service
      .then(({ opened }) => {
        tell(opened)
        // Before a new build takes its files away: this worker may serve tabs of newer builds, too.
        return setTimeout(() => void parseSql('SELECT 1').catch(() => undefined), PARSER_AFTER_MS)
      })
      .catch(() => undefined)
  },
  { once: true },
)

/** The first records come first; what is kept for use without a network (`main.tsx`) takes the parser's files from here. */
const PARSER_AFTER_MS = 500

async function open(begin: EngineBegin): Promise<Handler & { close(): Promise<void>; readonly opened: EngineReport }> {
  const loader = engineLoader(begin.base, (loaded, total) => tell({ kind: 'loading', loaded, total }))
  const loadSeed = begin.seed === null && (await beginsNew(begin))
  const [parts, sample] = await Promise.all([begin.parts ?? loader.parts(), loadSeed ? loader.sample() : null])
  let parser: Promise<WebAssembly.Module> | null = null
  setParserModule(() => {
    parser ??= loader.parser()
    parser.catch(() => (parser = null))
    return parser
  })
  const { db, store } = await openBrowserStore({
    parts,
    fresh: begin.fresh,
    memory: begin.memory,
    seed: async () => (begin.seed && tarOf(begin.seed.stream())) ?? sample ?? loader.sample(),
  })
  watchProgramEnd(db, () =>
    tell({ kind: 'broken', problem: ranOutOfSpace() ? { code: 'storeFull' } : { code: 'engineEnded', text: null } }),
  )
  tell({ kind: 'starting' })
  const sql = durableSql(db)
  const service = await createService(sql, { access: () => ({ read: true, write: true }) })
  const permit = createPermit(canRead)
  const stopSwitch = createStopSwitch(db, () => permit.isTakenBack())
  addEventListener('message', ({ data }: MessageEvent<EnginePermit | HostMessage>) => {
    if (data.kind === 'permit') permit.give(data.permit)
  })
  const interruptible = permit.give(begin.permit)
  const handler = async (request: Request): Promise<Response> => {
    if (new URL(request.url).pathname === '/backup') return backup(db)
    noRoom = false
    inDoubt = false
    permit.begin()
    stopSwitch.arm()
    const answer = await service(request)
    if (inDoubt && !(await isHealthy(sql))) tell({ kind: 'broken', problem: { code: 'engineEnded', text: null } })
    return noRoom && answer.status >= 500 ? noRoomAnswer() : answer
  }
  return Object.assign(handler, {
    close: () => sql.close(),
    opened: { kind: 'opened', store, parts, interruptible } as const,
  })
}

/** A writing transaction resolves only when it is stored. Errors that don't come from PostgreSQL end the worker. */
function durableSql(db: PGlite): Sql {
  const sql = createPgliteSql(db)
  return {
    ...sql,
    query: (statement) => guarded(() => sql.query(statement)),
    async *copy(text) {
      try {
        yield* sql.copy(text)
      } catch (error) {
        notice(error)
        throw error
      }
    },
    async transaction(mode, work, settings) {
      // Errors thrown by the work itself, such as refusals, are no failures of the engine; those of `commit` are.
      const own = new Set<unknown>()
      const result = await sql
        .transaction(
          mode,
          (tx) =>
            work({ query: (statement) => guarded(() => tx.query(statement)) }).catch((error: unknown) => {
              own.add(error)
              throw error
            }),
          settings,
        )
        .catch((error: unknown) => {
          if (!own.has(error)) notice(error)
          throw error
        })
      // PGlite itself doesn't wait for the store after a transaction: it counts `commit` as part of it.
      if (mode === 'read write') await guarded(() => db.syncToFs())
      return result
    },
  }
}

async function guarded<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    notice(error)
    throw error
  }
}

/** After an error that isn't PostgreSQL's own, the engine can't be trusted; after an internal one, it is checked. */
function notice(error: unknown): void {
  const state = engineAfter(error)
  if (state === 'broken') tell({ kind: 'broken', problem: problemOf(error) })
  else if (state === 'doubtful') inDoubt = true
  else if (error instanceof SqlError && STORE_FAILURE.test(error.code)) noRoom = true
}

/** Whether PostgreSQL met an internal error during the current request (there is only one at a time). */
let inDoubt = false

/** Whether the current request (there is only one at a time) ran out of space, which the service doesn't know about. */
let noRoom = false

/** SQLSTATEs of full disks and unwritable files: how a browser's refusal of more space arrives here. */
const STORE_FAILURE = /^(?:53|58)/

function noRoomAnswer(): Response {
  return Response.json(
    { success: false, error: { __type: 'Internal Server Error', message: NO_ROOM } },
    { status: 500 },
  )
}

function problemOf(error: unknown): Problem {
  if (error instanceof DOMException && error.name === 'QuotaExceededError') return { code: 'storeFull' }
  const text = error instanceof Error ? error.message : String(error)
  return /quota|no space|ENOSPC/i.test(text) ? { code: 'storeFull' } : { code: 'engineEnded', text }
}

const NO_ROOM = 'This device has no room left for the page, so nothing was stored. Free some space, then try again.'

/** Called during a statement, so it needs the one kind of request that is synchronous. */
function canRead(url: string): boolean {
  try {
    const request = new XMLHttpRequest()
    request.open('GET', url, false)
    request.send()
    return true
  } catch {
    return false
  }
}

async function backup(db: PGlite): Promise<Response> {
  await db.exec('checkpoint')
  const folder = await db.dumpDataDir('gzip')
  return new Response(folder, { headers: { 'content-type': 'application/gzip' } })
}

function tell(report: EngineReport): void {
  postMessage(report)
}

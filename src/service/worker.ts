// The worker of the page: PostgreSQL and the service on it, in the browser.
import type { PGlite } from '@electric-sql/pglite'
import type { Handler } from '../protocol/handler.ts'
import type { EngineBegin, EngineNews, EnginePermit } from '../protocol/engineMessages.ts'
import { serveWorker } from '../protocol/serveWorker.ts'
import type { HostMessage, WorkerMessage } from '../protocol/workerMessages.ts'
import { beginsNew, NO_ROOM_LEFT, openBrowserStore } from './browserStore.ts'
import { engineLoader, tarOf } from './engineFiles.ts'
import { ranOutOfRoom } from './opfsFolder.ts'
import { setParserModule } from './parseSql.ts'
import { createPermit } from './permit.ts'
import { createPgliteSql } from './pglite.ts'
import { watchProgramEnd } from './programEnd.ts'
import { createService } from './service.ts'
import { SqlError, type Sql } from './sql.ts'
import { createStopSwitch } from './stopSwitch.ts'

// The types of pages have no worker in them; what is used of it is named here.
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
    // After it has said that it is ready: the page then draws, and what it has asked for is on its way here meanwhile.
    service.then(({ opened }) => tell(opened)).catch(() => undefined)
  },
  { once: true },
)

async function open(begin: EngineBegin): Promise<Handler & { close(): Promise<void>; readonly opened: EngineNews }> {
  const loader = engineLoader(begin.base, (loaded, total) => tell({ kind: 'loading', loaded, total }))
  loader.catch(() => undefined)
  const loadSeed = begin.seed === null && (await beginsNew(begin))
  const [parts, sample] = await Promise.all([
    begin.parts ?? loader.then((files) => files.parts()),
    loadSeed ? loader.then((files) => files.sample()) : null,
  ])
  setParserModule(async () => (await loader).parser())
  const { db, store } = await openBrowserStore({
    parts,
    fresh: begin.fresh,
    memory: begin.memory,
    seed: async () => (begin.seed && tarOf(begin.seed.stream())) ?? sample ?? (await loader).sample(),
  })
  watchProgramEnd(db, () => tell({ kind: 'broken', problem: ranOutOfRoom() ? NO_ROOM_LEFT : ENDED }))
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
    permit.begin()
    stopSwitch.arm()
    const answer = await service(request)
    return noRoom && answer.status === 500 ? noRoomAnswer() : answer
  }
  return Object.assign(handler, {
    close: () => sql.close(),
    opened: { kind: 'opened', store, parts, interruptible } as const,
  })
}

/** Resolves a writing transaction only when it is in the store. Failures that are not PostgreSQL's own end the worker. */
function durableSql(db: PGlite): Sql {
  const sql = createPgliteSql(db)
  return {
    ...sql,
    query: (statement) => guarded(() => sql.query(statement)),
    async transaction(mode, work, settings) {
      // What the work itself throws, as a refusal, is nobody's failure; what comes from `commit` is PostgreSQL's.
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
      // PGlite itself does not wait for the store after a transaction (its `commit` counts as inside of it).
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

/** Failures that are not PostgreSQL's own leave an engine that is not to be trusted. */
function notice(error: unknown): void {
  if (!(error instanceof SqlError)) tell({ kind: 'broken', problem: wordsOf(error) })
  else if (STORE_FAILURE.test(error.code)) noRoom = true
}

/** Whether the request at hand (there is one at a time) ran out of room; the service itself does not know of such. */
let noRoom = false

/** SQLSTATEs of a full disk and of files that can't be written: how a browser's refusal of more room comes here. */
const STORE_FAILURE = /^(?:53|58)/

function noRoomAnswer(): Response {
  return Response.json(
    { success: false, error: { __type: 'Internal Server Error', message: NO_ROOM } },
    { status: 500 },
  )
}

function wordsOf(error: unknown): string {
  if (error instanceof DOMException && error.name === 'QuotaExceededError') return NO_ROOM_LEFT
  const words = error instanceof Error ? error.message : String(error)
  return /quota|no space|ENOSPC/i.test(words) ? NO_ROOM_LEFT : `PostgreSQL in this browser ended: ${words}`
}

const ENDED = 'PostgreSQL in this browser ended in the midst of a statement.'

const NO_ROOM = 'This device has no room left for the page, so nothing was stored. Free some space, then try again.'

/** Asked in the midst of a statement, so by the one kind of request that does not wait. */
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

function tell(news: EngineNews): void {
  postMessage(news)
}

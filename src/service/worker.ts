// The worker of the page: PostgreSQL and the service on it, in the browser.
import type { PGlite } from '@electric-sql/pglite'
import type { Handler } from '../protocol/handler.ts'
import type { EngineBegin, EngineNews } from '../protocol/engineMessages.ts'
import { serveWorker } from '../protocol/serveWorker.ts'
import type { HostMessage, WorkerMessage } from '../protocol/workerMessages.ts'
import { beginsNew, openBrowserStore } from './browserStore.ts'
import { engineLoader, tarOf } from './engineFiles.ts'
import { setParserModule } from './parseSql.ts'
import { createPgliteSql } from './pglite.ts'
import { createService } from './service.ts'
import { SqlError, type Sql } from './sql.ts'

// The types of pages have no worker in them; what is used of it is named here.
declare function postMessage(message: unknown, transfer?: readonly Transferable[]): void

addEventListener(
  'message',
  (event: MessageEvent<EngineBegin>) => {
    serveWorker(
      {
        post: (message: WorkerMessage, transfer) => postMessage(message, transfer),
        onMessage: (listener) => addEventListener('message', (next: MessageEvent<HostMessage>) => listener(next.data)),
      },
      () => open(event.data),
    )
  },
  { once: true },
)

async function open(begin: EngineBegin): Promise<Handler & { close(): Promise<void> }> {
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
  tell({ kind: 'starting' })
  const sql = durableSql(db)
  const service = await createService(sql, { access: () => ({ read: true, write: true }) })
  tell({ kind: 'opened', store, parts })
  const handler = (request: Request): Promise<Response> =>
    new URL(request.url).pathname === '/backup' ? backup(db) : service(request)
  return Object.assign(handler, { close: () => sql.close() })
}

/** Resolves a writing transaction only when it is in the store. Failures that are not PostgreSQL's own end the worker. */
function durableSql(db: PGlite): Sql {
  const sql = createPgliteSql(db)
  return {
    ...sql,
    query: (statement) => guarded(() => sql.query(statement)),
    async transaction(mode, work) {
      const result = await sql.transaction(mode, (tx) =>
        work({ query: (statement) => guarded(() => tx.query(statement)) }),
      )
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
    if (!(error instanceof SqlError)) tell({ kind: 'broken', problem: wordsOf(error) })
    throw error
  }
}

function wordsOf(error: unknown): string {
  if (error instanceof DOMException && error.name === 'QuotaExceededError') return NO_ROOM
  const words = error instanceof Error ? error.message : String(error)
  return /quota|no space|ENOSPC/i.test(words) ? NO_ROOM : `PostgreSQL in this browser ended: ${words}`
}

const NO_ROOM = 'This device has no room left for the page, so nothing was stored. Free some space, then try again.'

async function backup(db: PGlite): Promise<Response> {
  await db.exec('checkpoint')
  const folder = await db.dumpDataDir('gzip')
  return new Response(folder, { headers: { 'content-type': 'application/gzip' } })
}

function tell(news: EngineNews): void {
  postMessage(news)
}

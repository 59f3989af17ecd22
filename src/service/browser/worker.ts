// The page's worker: PostgreSQL and the service, in the browser.
import type { PGlite } from '@electric-sql/pglite'
import type { AskedRequest, ServerHandler } from '../../protocol/handler.ts'
import type {
  EngineBegin,
  EngineParts,
  EnginePermit,
  EnginePrepare,
  EngineReport,
} from '../../protocol/engineMessages.ts'
import { isWrite } from '../../protocol/isWrite.ts'
import { ProblemError, type Problem } from '../../protocol/problem.ts'
import { deferred } from '../../protocol/worker/workerTurn.ts'
import { serveWorker } from '../../protocol/worker/serveWorker.ts'
import type { HostMessage, WorkerMessage } from '../../protocol/worker/workerMessages.ts'
import { beginsNew, openBrowserStore } from './browserStore.ts'
import { createDurableSql, isOfStore } from './durableSql.ts'
import { engineLoader, tarOf, type EngineLoader } from './engineFiles.ts'
import { giveBackRoom, ranOutOfSpace } from './growingFiles.ts'
import { parseSql, setParserModule } from '../../parser/parseSql.ts'
import { createNotedTables } from './notedTables.ts'
import { setStoreName } from './storeName.ts'
import { salvager } from './salvage.ts'
import { createCopyStore, emptyForCopies } from '../copying/copyStore.ts'
import { createKeptAnswers } from './keptAnswers.ts'
import { createPermit } from './permit.ts'
import { watchStore, type StoreWatch } from './storeWatch.ts'
import { isHealthy } from '../engines/health.ts'
import { watchProgramEnd } from '../engines/programEnd.ts'
import { createService } from '../service.ts'
import { SqlError } from '../sql/sql.ts'
import { createStopSwitch } from '../engines/stopSwitch.ts'

// DOM types don't include worker scope; this is what we use of it.
declare function postMessage(message: unknown, transfer?: readonly Transferable[]): void

interface Prepared {
  readonly loader: EngineLoader
  readonly parts: Promise<EngineParts>
}

let prepared: Prepared | null = null

function prepare({ base }: EnginePrepare): void {
  const loader = loaderOf(base)
  const parts = loader.parts()
  prepared = { loader, parts }
  // Loaded again by what needs it, which says what is wrong.
  parts.catch(() => (prepared = null))
}

addEventListener('message', function begin({ data }: MessageEvent<EnginePrepare | EngineBegin>) {
  if (data.kind === 'prepare') {
    prepare(data)
    return
  }
  removeEventListener('message', begin)
  const service = open(data)
  serveWorker(
    {
      post: (message: WorkerMessage, transfer) => postMessage(message, transfer),
      onMessage: (listener) => addEventListener('message', (next: MessageEvent<HostMessage>) => listener(next.data)),
    },
    () => service,
  )
  // After reporting ready: the page draws meanwhile, and its first requests are already on their way.
  service
    .then(async ({ opened, answered, look }) => {
      if (opened === null) return null
      tell(opened)
      await answered
      // Before a new build takes its files away: this worker may serve tabs of newer builds, too.
      return setTimeout(() => {
        parseSql('SELECT 1').catch(() => undefined)
        look?.().catch(() => undefined)
      }, PARSER_AFTER_MS)
    })
    .catch(() => undefined)
})

/** The first records are drawn first; what is kept for use without a network (`main.tsx`) takes the parser's files from here. */
const PARSER_AFTER_MS = 500

/** Some hundred pieces arrive: each of them drawn would cost the start a tenth of its time. */
const PROGRESS_MS = 100

interface Opened extends ServerHandler {
  close?(): Promise<void>
  readonly opened: EngineReport | null
  /** Resolves when the first request has been answered. */
  readonly answered?: Promise<void>
  /** Compares what is stored with what was noted, and notes it. */
  readonly look?: () => Promise<void>
}

function loaderOf(base: string): EngineLoader {
  let toldAt = -Infinity
  return engineLoader(base, (loaded, total) => {
    const now = performance.now()
    if (now - toldAt < PROGRESS_MS && loaded < total) return
    toldAt = now
    tell({ kind: 'loading', loaded, total })
  })
}

async function open(begin: EngineBegin): Promise<Opened> {
  setStoreName(begin.name)
  const isForCopies = begin.name === 'rowan-copies-18'
  const loader = prepared?.loader ?? loaderOf(begin.base)
  const loading = begin.parts ?? prepared?.parts ?? null
  if (begin.salvage)
    return Object.assign(
      salvager({ parts: async () => begin.parts ?? loader.parts(), sample: () => loader.sample() }),
      { opened: null },
    )
  const isNew = await beginsNew(begin)
  const loadSeed = begin.seed === null && isNew
  const [parts, sample] = await Promise.all([loading ?? loader.parts(), loadSeed ? loader.sample() : null])
  tell({ kind: 'loaded', parts })
  let parser: Promise<WebAssembly.Module> | null = null
  setParserModule(() => {
    parser ??= loader.parser()
    parser.catch(() => (parser = null))
    return parser
  })
  const mayKeep = !begin.memory && !isForCopies
  const early = createKeptAnswers(mayKeep ? (globalThis as Partial<typeof globalThis>).caches : undefined)
  const { db, store, keep } = await openBrowserStore({
    parts,
    fresh: begin.fresh,
    memory: begin.memory,
    seed: async () => (begin.seed && tarOf(begin.seed.stream())) ?? sample ?? loader.sample(),
  }).catch(async (error: unknown) => {
    await early.forget()
    throw error
  })
  watchProgramEnd(db, () =>
    tell({ kind: 'broken', problem: ranOutOfSpace() ? { code: 'storeFull' } : { code: 'engineEnded', text: null } }),
  )
  tell({ kind: 'starting' })
  const sql = createDurableSql(db, (error) => tell({ kind: 'broken', problem: problemOf(error) }))
  const service = await createService(sql, { access: () => ({ read: true, write: true }) }).catch((cause: unknown) => {
    if (!(cause instanceof SqlError) || isOfStore(cause)) throw cause
    throw new ProblemError({ code: 'storeDamaged', fault: 'notKnown', told: cause.message }, { cause })
  })
  if (isForCopies && isNew) await emptyForCopies(db)
  // What is kept is of the store that was there before.
  if (isNew) await early.forget()
  await keep()
  const copies = isForCopies ? await createCopyStore(db) : null
  const permit = createPermit(canRead)
  const stopSwitch = createStopSwitch(db, () => permit.isTakenBack())
  addEventListener('message', ({ data }: MessageEvent<EnginePermit | HostMessage>) => {
    if (data.kind === 'permit') permit.give(data.permit)
  })
  const interruptible = permit.give(begin.permit)
  let watch: StoreWatch | null = null
  const isThere = () => (watch ??= watchStore(store, () => tell({ kind: 'broken', problem: REMOVED }))).isThere()
  const noted = createNotedTables(sql)
  // Nothing to compare with in a new store, and nothing to note of one that is kept nowhere.
  let isNoted = begin.fresh || begin.seed !== null || isNew
  let noting: ReturnType<typeof setTimeout> | undefined
  const look = async () => {
    // What a copy lacks its own count shows.
    if (store === 'memory' || isForCopies || !(await isThere())) return
    const lost = isNoted ? [] : await noted.compare()
    isNoted = true
    if (lost.length > 0) tell({ kind: 'lost', tables: lost })
    await noted.note()
  }
  const noteAfter = async (request: AskedRequest, { ok }: Response) => {
    if (!ok || !isWrite(request)) return
    clearTimeout(noting)
    const isLoad = new URL(request.url).pathname.endsWith('/datastore_upsert')
    // What adds records may be noted late; what removes some, before anybody can miss them.
    if (isLoad) noting = setTimeout(() => void look().catch(() => undefined), NOTE_AFTER_MS)
    else await look().catch(() => undefined)
  }
  let copyings = 0
  const answerTo = async (request: AskedRequest): Promise<Response> => {
    const { pathname } = new URL(request.url)
    if (pathname === '/backup') return backup(db)
    if (pathname === '/stored') return Response.json(await noted.now())
    const copying = copies?.(request) ?? null
    if (copying !== null) {
      const answer = await copying
      // Not after each page: all files that have grown are opened again.
      copyings = (copyings + 1) % COPYINGS
      if (copyings === 0 || !answer.ok || !/\/(?:page|answer|columns)$/.test(request.url))
        await db.runExclusive(giveBackRoom)
      await sql.shortenLog?.()
      return answer
    }
    sql.forget()
    permit.begin()
    stopSwitch.arm()
    if (isWrite(request)) await early.forget()
    if (!isNoted && isWrite(request)) await look().catch(() => undefined)
    // Not for the first records, which come right after the store has been opened.
    if ((watch !== null || isWrite(request)) && !(await isThere())) throw new ProblemError(REMOVED)
    const answer = await service(request)
    if (isWrite(request) && !(await isThere())) throw new ProblemError(REMOVED)
    await noteAfter(request, answer)
    const { isInDoubt, isCorrupt, isWithoutRoom } = sql.met()
    if (isInDoubt && !(await isHealthy(sql))) tell({ kind: 'broken', problem: { code: 'engineEnded', text: null } })
    if (isCorrupt && answer.status >= 500) return failedAnswer(CORRUPT)
    if (!isInDoubt && !isCorrupt && store !== 'memory') early.keep(request, answer)
    if (!isWithoutRoom) return answer
    await db.runExclusive(giveBackRoom)
    return answer.status >= 500 ? failedAnswer(NO_ROOM) : answer
  }
  const answered = deferred()
  return Object.assign((request: AskedRequest) => answerTo(request).finally(() => answered.resolve()), {
    close: () => sql.close(),
    answered: answered.promise,
    look,
    opened: { kind: 'opened', store, interruptible } as const,
  })
}

function failedAnswer(message: string): Response {
  return Response.json({ success: false, error: { __type: 'Internal Server Error', message } }, { status: 500 })
}

function problemOf(error: unknown): Problem {
  if (error instanceof DOMException && error.name === 'QuotaExceededError') return { code: 'storeFull' }
  const text = error instanceof Error ? error.message : String(error)
  return /quota|no space|ENOSPC/i.test(text) ? { code: 'storeFull' } : { code: 'engineEnded', text }
}

const CORRUPT =
  'A part of what this browser stores of this table is damaged. Settings, Save what can be read, saves the rest.'

const REMOVED: Problem = { code: 'storeRemoved' }

const NOTE_AFTER_MS = 1000

/** So many pages of a copy may take more room than they need, until it is given back. */
const COPYINGS = 16

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

import type { QueryClient } from '@tanstack/react-query'
import type { SearchPage } from '../protocol/answers.ts'
import type { Field } from '../protocol/field.ts'
import type { Searched } from '../instances/client/actionClient.ts'
import { askedAt } from '../instances/profile/profile.ts'
import type { Cell } from '../rows/rowSource.ts'
import type { Span } from '../rows/span.ts'
import { blocksOf, fieldsIn, mayReadColumns } from './columnBlocks.ts'
import { answerOfPage, type Answer } from './answer.ts'
import { withFieldsOf } from './pageFields.ts'
import {
  countedRows,
  isSameObservation,
  knownTotal,
  observationOf,
  withTotal,
  type Counted,
  type PageObservation,
} from './pageObservations.ts'
import { evidenceOf } from './walk/evidence.ts'
import { isTorn, resultOf } from './pieceAnswers.ts'
import { createPagePieces, type Piece, type QueryOf } from './pagePieces.ts'
import type { Plan } from './plan/plan.ts'
import { searchPageQuery } from './queries.ts'
import { createSeenPages } from './seenPages.ts'
import { firstWindow, layoutOf, pagesOf, pageWindow, type Layout } from './rowWindow.ts'
import type { SearchResult } from './searchResult.ts'

/** Whose result, and of what. */
export interface SearchOf {
  readonly instanceId: string
  readonly plan: Plan
  /** How often everything has been asked for again so far. */
  readonly reloads: number
}

/** What is in view or near it. */
export interface Wanted {
  readonly rows: Span
  readonly columns: readonly number[]
}

/** The result of one query, loaded as it is looked at. */
export type ShownSearch = ReturnType<typeof createShownSearch>

/** The result of a search, as far as it knows of itself. */
export type ShownResult = Omit<SearchResult, 'asked'>

/** How a read is going: its result, or, before the first page is here, how that page is going. */
export type Reading =
  | { readonly kind: 'ready'; readonly result: ShownResult; readonly changed: readonly Span[] }
  | { readonly kind: 'awaited'; readonly error: Error | null; readonly fetching: boolean }

export function createShownSearch(
  cache: QueryClient,
  { instanceId, plan: firstPlan, reloads: reloadsBefore }: SearchOf,
  isListening: () => boolean,
  heard: () => void,
) {
  const { client, query } = firstPlan
  let plan = firstPlan
  const pieces = createPagePieces(cache, isListening, heard)
  /** What the pages seen so far showed; it outlives the pages in the cache. */
  const observations = new Map<number, PageObservation>()
  const seen = createSeenPages()
  /** Fields that only later pages have, if the server doesn't name the fields. */
  let laterFields: readonly Field[] = []
  let readFields = new WeakSet<readonly Field[]>()
  let fields: readonly Field[] = []
  let fieldsOfFirst: readonly Field[] | null = null
  /** By how many rows the pages are divided; null before the first has come. */
  let pageSize: number | null = null
  /** What was counted since; it replaces the total of the first page. */
  let counted: number | null = null
  let first: { page: Searched; counted: number | null; answer: SearchPage } | null = null
  /** Taken over once all of it has come again. */
  let reloads = { asked: reloadsBefore, come: reloadsBefore }
  let answered: { readonly page: SearchPage; readonly answer: Answer } | null = null
  let rowCount = 0
  let takesFields = true

  const revisions = new Map<number, number>()
  let revisionOfAll = nextRevision()

  const queryOf =
    (layout: Layout | null): QueryOf =>
    (page, blocks) => {
      const window = layout === null ? firstWindow(query.limit) : pageWindow(layout, page)
      const isLast = layout !== null && layout.rowCount !== null && window.offset + window.limit >= layout.rowCount
      const columns = blocks === null ? null : fieldsIn(fields, blocks)
      return searchPageQuery(instanceId, plan, window, { isLast, columns })
    }

  /** The first page with what was counted as its total. */
  const firstOf = (page: Searched): SearchPage => {
    if (first?.page !== page || first.counted !== counted)
      first = { page, counted, answer: withTotal(page.answer, counted) }
    return first.answer
  }

  /** The same answer while the first page and the total are the same. */
  const answerOf = (page: SearchPage, total: number | null): Answer => {
    const { come } = reloads
    if (answered?.page !== page || answered.answer.total !== total || answered.answer.reloads !== come)
      answered = { page, answer: answerOfPage(query, page, total, come) }
    return answered.answer
  }

  /** Takes in what the observed requests brought; gives the pages of which cells have changed. */
  function learn(layout: Layout, answer: SearchPage): number[] {
    const changed: number[] = []
    // Once more if a page came again as another: then only those that are here now belong together.
    if (!meet()) meet()
    for (const piece of pieces.observed()) {
      const { data, fetchStatus } = resultOf(piece)
      if (data === undefined) continue
      if (piece.answer !== data.answer) take(piece, data, changed)
      if (piece.page === 0) continue
      const now = observationOf(layout, piece.page, data.answer, answer, {
        isOld: fetchStatus === 'fetching',
        meeting: seen.meetingOf(piece.page),
        haveIds: seen.haveIds(),
      })
      const before = observations.get(piece.page)
      if (before === undefined || !isSameObservation(before, now)) observations.set(piece.page, now)
      if (readFields.has(data.answer.fields)) continue
      readFields.add(data.answer.fields)
      const more = withFieldsOf(answer.fields, [data.answer.fields]).slice(answer.fields.length)
      if (more.length > 0) laterFields = withFieldsOf(laterFields, [more])
    }
    const all = laterFields.length === 0 ? answer.fields : withFieldsOf(answer.fields, [laterFields])
    if (fieldsOfFirst !== answer.fields || all.length !== fields.length) {
      fieldsOfFirst = answer.fields
      // The same array while the fields say the same: the columns of the grid are made from it.
      if (JSON.stringify(all) !== JSON.stringify(fields)) {
        fields = all
        changeAll()
      }
    }
    return changed
  }

  /** Takes in which records are here; what is being asked for again says nothing. */
  function meet(): boolean {
    const pages = new Set<number>()
    let isSame = true
    for (const piece of pieces.observed()) {
      const { data, fetchStatus } = resultOf(piece)
      if (data === undefined || fetchStatus === 'fetching' || pages.has(piece.page)) continue
      pages.add(piece.page)
      if (!seen.take(piece.page, data.answer)) isSame = false
    }
    return isSame
  }

  function take(piece: Piece, { answer, leftOut }: Searched, changed: number[]): void {
    piece.answer = answer
    if (piece.blocks !== null) {
      const asked = fieldsIn(fields, piece.blocks).length
      piece.isWhole = leftOut.includes('fields') || (asked < fields.length && answer.fields.length > asked)
      if (piece.isWhole) takesFields = false
    }
    revisions.set(piece.page, nextRevision())
    changed.push(piece.page)
  }

  function changeAll(): void {
    revisionOfAll = nextRevision()
    revisions.clear()
  }

  /** Sees to what is wanted. What the cache already holds of it may show more rows, so it looks again. */
  function settle(layout: Layout, answer: SearchPage, wanted: Wanted): { counts: Counted; changed: readonly number[] } {
    if (pageSize !== null && pageSize !== layout.pageSize) {
      // The server cuts its answers at another size than before: the same numbers are other pages now.
      pieces.forget('all but the first')
      observations.clear()
      seen.forget()
      changeAll()
    }
    pageSize = layout.pageSize
    const changed: number[] = []
    for (;;) {
      changed.push(...learn(layout, answer))
      const { refuses, service, isLikeCkan } = client.profile.get()
      const counts = countedRows(query, layout, answer, [...observations.values()], {
        ...evidenceOf(client),
        refuses,
        isCounted: counted !== null || answer.isCounted === true,
        met: seen.count(),
        isUnique: seen.again() === 0,
        isCkan: service !== null || isLikeCkan === true,
      })
      const near = pagesOf(layout, counts.rowCount, wanted.rows.start - MARGIN, wanted.rows.end + MARGIN)
      // A server that is about to say what it is need not be asked: that is asked once, after the first rows.
      const mayProbe = counts.probe !== null && askedAt(client.profile.get()) !== null
      const pages = [...new Set([0, ...near, ...(mayProbe ? [counts.probe] : [])])]
      const byColumns = takesFields && !refuses.has('fields') && mayReadColumns(answer)
      const blocks = byColumns ? blocksOf(wanted.columns) : null
      if (pieces.isObserving(pages, blocks)) return { counts, changed }
      pieces.observe(pages, blocks, queryOf(layout))
    }
  }

  /** How the answers that are here do not fit together. */
  function misfit({ cut }: Counted): Pick<SearchResult, 'changed' | 'repeated'> {
    const observed = [...observations.values()]
    if (observed.some((page) => page.repeats)) return { changed: false, repeated: false }
    const changed = observed.some((page) => page.isShort) || isTorn(pieces.observed())
    return { changed, repeated: !changed && cut === null && seen.haveIds() && seen.again() > 0 }
  }

  function failedPage(): SearchResult['failedPage'] {
    const failed = [...pieces.observed()].find((piece) => piece.page > 0 && resultOf(piece).error !== null)
    const error = failed === undefined ? null : resultOf(failed).error
    if (error === null) return null
    const retry = () => {
      for (const { observer } of pieces.observed()) {
        if (observer !== null && observer.getCurrentResult().error !== null) void observer.refetch()
      }
    }
    return { error, retry }
  }

  pieces.observe([0], null, queryOf(null))

  return {
    instanceId,
    plan: () => plan,
    /** Asks for what comes next by another plan for the same query. */
    replan(next: Plan): void {
      plan = next
    },
    /** Takes in what has come, asks for what is wanted and missing, and says how the result stands now. */
    read(wanted: Wanted): Reading {
      const firstPiece = pieces.first()
      const result = firstPiece === undefined ? undefined : resultOf(firstPiece)
      if (result?.data === undefined) {
        return { kind: 'awaited', error: result?.error ?? null, fetching: result?.fetchStatus === 'fetching' }
      }
      const answer = firstOf(result.data)
      const revisionBefore = revisionOfAll
      const evidence = evidenceOf(client)
      const known = { ...evidence, isTold: evidence.isTold || counted !== null || answer.isCounted === true }
      const layout = layoutOf(query.limit, answer, known)
      const { counts, changed } = settle(layout, answer, wanted)
      rowCount = counts.rowCount
      const told = knownTotal(query, answer, counts, known)
      const isFetching = [...pieces.observed()].some((piece) => resultOf(piece).fetchStatus === 'fetching')
      if (!isFetching) reloads = { ...reloads, come: reloads.asked }
      return {
        kind: 'ready',
        changed:
          revisionOfAll === revisionBefore
            ? changed.map((page) => ({ start: page * layout.pageSize, end: (page + 1) * layout.pageSize }))
            : [{ start: 0, end: Infinity }],
        result: {
          ...counts,
          ...told,
          answer: answerOf(answer, told.totalIsEstimate ? null : told.total),
          met: seen.count(),
          status: result.error === null ? 'ready' : 'failed',
          error: result.error,
          fields,
          limit: query.limit,
          milliseconds: result.data.milliseconds,
          of: query,
          stale: false,
          fetching: isFetching,
          ...misfit(counts),
          unsorted: result.data.leftOut.includes('sort'),
          failedPage: failedPage(),
        },
      }
    },
    cell(row: number, column: number): Cell {
      if (pageSize === null || row < 0 || row >= rowCount) return undefined
      return pieces.cell(Math.floor(row / pageSize), row % pageSize, column, fields)
    },
    revision(row: number): number {
      return revisions.get(Math.floor(row / (pageSize ?? 1))) ?? revisionOfAll
    },
    /** Where rows are here, perhaps not in all columns. */
    loaded(): readonly Span[] {
      const size = pageSize
      if (size === null) return []
      return pieces.loaded().map((page) => ({ start: page * size, end: Math.min((page + 1) * size, rowCount) }))
    },
    setTotal(total: number): void {
      counted = total
    },
    /** Asks again for everything observed, and forgets the rest. */
    reload(): void {
      counted = null
      reloads = { ...reloads, asked: reloads.asked + 1 }
      observations.clear()
      seen.forget()
      laterFields = []
      readFields = new WeakSet()
      pieces.forget('those not observed')
      const observers = [...pieces.observed()].flatMap(({ observer }) => (observer === null ? [] : [observer]))
      const hashes = new Set(observers.map((observer) => observer.getCurrentQuery().queryHash))
      cache.removeQueries({
        queryKey: [instanceId, 'datastore_search'],
        predicate: ({ queryHash, queryKey }) =>
          !hashes.has(queryHash) && queryKey[3] === client.identity && resourceIn(queryKey[2]) === query.resource,
      })
      for (const observer of observers) void observer.refetch()
    },
    listen: pieces.listen,
    /** Stops all requests; the rows that are here can still be read. */
    stop(): void {
      // What was asked for again and did not come must not be taken for fresh by whoever finds it in the cache.
      const isCome = reloads.come === reloads.asked
      const keys = isCome ? [] : [...pieces.observed()].map(({ query: { queryKey } }) => queryKey)
      pieces.stop()
      for (const queryKey of keys) cache.removeQueries({ queryKey, exact: true })
    },
    /** Observes the first page again after `stop`: what came before is still in the cache. */
    resume: () => pieces.observe([0], null, queryOf(null)),
  }
}

/** Rows above and below the visible ones that are loaded with them. */
const MARGIN = 60

let lastRevision = 0

/** No two states of a row have the same revision, whichever query they belong to. */
function nextRevision(): number {
  lastRevision += 1
  return lastRevision
}

function resourceIn(params: unknown): unknown {
  return typeof params === 'object' && params !== null && 'resource_id' in params ? params.resource_id : undefined
}

import { QueryObserver, type QueryClient, type QueryObserverResult } from '@tanstack/react-query'
import type { Row, SearchPage } from '../protocol/answers.ts'
import type { Field } from '../protocol/field.ts'
import type { QuerySpec } from '../protocol/querySpec.ts'
import type { ActionClient, Timed } from './actionClient.ts'
import { searchPageQuery } from './queries.ts'
import { firstWindow, layoutOf, PAGE_SIZE, pagesOf, pageWindow, sameRows, type Layout } from './rowWindow.ts'

/** The rows of a search as a sparse list that is loaded where one looks at it. A new object whenever something changes. */
export interface Records {
  readonly status: 'loading' | 'ready' | 'failed'
  readonly error: Error | null
  readonly fields: readonly Field[]
  /** Rows of the result: min(limit, total); while that is unknown, what is loaded and one page more. */
  readonly rowCount: number
  readonly rowCountIsKnown: boolean
  /** All matching records; null where the server does not say. */
  readonly total: number | null
  readonly totalIsEstimate: boolean
  /** How long the first page took. */
  readonly milliseconds: number | null
  /** The rows shown belong to the query before. */
  readonly stale: boolean
  readonly fetching: boolean
  /** A later page failed; the rest stays. */
  readonly failedPage: { readonly error: Error; readonly retry: () => void } | null
  /** The row at that place, from 0; undefined where it is not here yet. */
  readonly row: (index: number) => Row | undefined
  /** The visible rows [start, end): their pages are loaded, requests for others are cancelled. */
  readonly setRange: (start: number, end: number) => void
  /** Asks anew for everything shown. */
  readonly reload: () => void
}

/** What `useRecords` reads: shaped for `useSyncExternalStore`; requests run only while somebody listens. */
export interface RecordsSource {
  readonly subscribe: (listener: () => void) => () => void
  readonly snapshot: () => Records
  /** Shows the result of another query, or of none. The rows before stay, as stale ones, while the resource is the same. */
  readonly show: (instanceId: string, client: ActionClient, spec: QuerySpec | null) => void
}

type Page = Timed<SearchPage>
type PageResult = QueryObserverResult<Page>

/** The result that is being shown, with what its pages have told so far. */
interface Current {
  readonly key: string
  readonly place: string
  readonly instanceId: string
  readonly client: ActionClient
  readonly spec: QuerySpec
  readonly observers: Map<number, QueryObserver<Page>>
  /** What the pages seen so far told about the length of the result; it outlives the pages in the cache. */
  readonly told: Map<number, PageNews>
}

interface PageNews {
  /** The row after its last one. */
  readonly reached: number
  readonly isLast: boolean
  /** It holds the first page again. */
  readonly repeats: boolean
}

type Shown = Pick<
  Records,
  'fields' | 'rowCount' | 'rowCountIsKnown' | 'total' | 'totalIsEstimate' | 'milliseconds' | 'row'
>

/** Loads pages through the query client's cache. */
export function createRecordsSource(cache: QueryClient): RecordsSource {
  const listeners = new Set<() => void>()
  let current: Current | null = null
  let range = { start: 0, end: 0 }
  let timer: ReturnType<typeof setTimeout> | undefined
  /** The last good rows, and the table that they are of. */
  let last: { place: string; key: string; shown: Shown } | null = null
  let records: Records = { ...nothing, setRange, reload }

  function pageQuery(of: Current, layout: Layout | null, page: number) {
    const window = layout === null ? firstWindow(of.spec.limit) : pageWindow(layout, page)
    return searchPageQuery(of.instanceId, of.client, of.spec, window)
  }

  function observe(of: Current, layout: Layout | null, pages: readonly number[]): void {
    for (const [page, observer] of of.observers) {
      if (!pages.includes(page)) {
        observer.destroy()
        of.observers.delete(page)
      }
    }
    for (const page of pages) {
      if (of.observers.has(page)) continue
      const observer = new QueryObserver<Page>(cache, pageQuery(of, layout, page))
      of.observers.set(page, observer)
      if (listeners.size > 0) observer.subscribe(update)
    }
  }

  /** Reads what the pages told, sees to the pages that are wanted now, and tells the listeners. */
  function update(): void {
    records = { ...(current === null ? nothing : read(current)), setRange, reload }
    for (const listener of listeners) listener()
  }

  function read(of: Current): Omit<Records, 'setRange' | 'reload'> {
    const first = of.observers.get(0)?.getCurrentResult()
    const kept = last?.place === of.place ? last.shown : null
    if (first?.data === undefined) {
      const error = first?.error ?? null
      return {
        ...(kept ?? { ...nothing }),
        status: error !== null ? 'failed' : kept === null ? 'loading' : 'ready',
        error,
        stale: kept !== null,
        fetching: first?.fetchStatus === 'fetching',
        failedPage: null,
      }
    }
    const layout = layoutOf(of.spec.limit, first.data.answer)
    const { rowCount, isKnown } = settle(of, layout, first.data.answer)
    const shown = shownOf(of, layout, first.data, rowCount, isKnown)
    last = { place: of.place, key: of.key, shown }
    const results = [...of.observers.values()].map((observer) => observer.getCurrentResult())
    return {
      ...shown,
      status: first.error === null ? 'ready' : 'failed',
      error: first.error,
      stale: false,
      fetching: results.some((result) => result.fetchStatus === 'fetching'),
      failedPage: failedPageOf(of, results.slice(1)),
    }
  }

  /** Sees to the pages that are wanted. What the cache already holds of them may tell of more rows, so it looks again. */
  function settle(of: Current, layout: Layout, first: SearchPage): { rowCount: number; isKnown: boolean } {
    for (;;) {
      learn(of, layout, first)
      const counted = count(of, layout)
      const before = of.observers.size
      const wanted = pagesOf(layout, counted.rowCount, range.start - MARGIN, range.end + MARGIN)
      const missing = wanted.some((page) => !of.observers.has(page))
      observe(of, layout, [0, ...wanted.filter((page) => page > 0)])
      if (!missing && of.observers.size === before) return counted
    }
  }

  function learn(of: Current, layout: Layout, first: SearchPage): void {
    for (const [page, observer] of of.observers) {
      const answer = observer.getCurrentResult().data?.answer
      if (page === 0 || answer === undefined) continue
      of.told.set(page, {
        reached: page * layout.pageSize + answer.rows.length,
        isLast: answer.rows.length < pageWindow(layout, page).limit,
        repeats: sameRows(answer.rows, first.rows),
      })
    }
  }

  function count(of: Current, layout: Layout): { rowCount: number; isKnown: boolean } {
    const limit = of.spec.limit ?? Infinity
    const news = [...of.told.values()]
    if (news.some((page) => page.repeats)) return { rowCount: Math.min(layout.pageSize, limit), isKnown: true }
    const ends = news.filter((page) => page.isLast).map((page) => page.reached)
    const end = Math.min(layout.rowCount ?? Infinity, limit, ...ends)
    if (layout.rowCount !== null || ends.length > 0) return { rowCount: end, isKnown: true }
    const reached = Math.max(layout.pageSize, ...news.map((page) => page.reached))
    return { rowCount: Math.min(reached + layout.pageSize, limit), isKnown: reached >= limit }
  }

  function shownOf(of: Current, layout: Layout, first: Page, rowCount: number, isKnown: boolean): Shown {
    const pages = new Map<number, SearchPage | undefined>([[0, first.answer]])
    const pageAt = (page: number): SearchPage | undefined => {
      if (!pages.has(page)) pages.set(page, cache.getQueryData<Page>(pageQuery(of, layout, page).queryKey)?.answer)
      return pages.get(page)
    }
    // Taken now, so that these rows can outlive their time in the cache.
    for (const page of of.observers.keys()) pageAt(page)
    return {
      fields: first.answer.fields,
      rowCount,
      rowCountIsKnown: isKnown,
      total: first.answer.total,
      totalIsEstimate: first.answer.totalIsEstimate,
      milliseconds: first.milliseconds,
      row: (index) =>
        index < 0 || index >= rowCount
          ? undefined
          : pageAt(Math.floor(index / layout.pageSize))?.rows[index % layout.pageSize],
    }
  }

  function failedPageOf(of: Current, later: readonly PageResult[]): Records['failedPage'] {
    if ([...of.told.values()].some((page) => page.repeats)) {
      return { error: new Error(OFFSET_IGNORED), retry: reload }
    }
    const error = later.find((result) => result.error !== null)?.error
    if (error === undefined || error === null) return null
    const retry = () => {
      for (const observer of of.observers.values()) {
        if (observer.getCurrentResult().error !== null) void observer.refetch()
      }
    }
    return { error, retry }
  }

  function setRange(start: number, end: number): void {
    if (start === range.start && end === range.end) return
    const jump = range.end > 0 && (start > range.end + PAGE_SIZE || end < range.start - PAGE_SIZE)
    const apply = () => {
      timer = undefined
      range = { start, end }
      update()
    }
    // Scrolling on loads at once; while the scrollbar is dragged, only the place where it rests does.
    const dragging = timer !== undefined
    clearTimeout(timer)
    timer = undefined
    if (jump || dragging) timer = setTimeout(apply, DRAG_REST_MS)
    else apply()
  }

  function reload(): void {
    if (current === null) return
    const { instanceId, client, observers } = current
    current.told.clear()
    const key = [instanceId, 'datastore_search']
    const observed = new Set([...observers.values()].map((observer) => observer.getCurrentQuery().queryHash))
    const resource = current.spec.resource
    cache.removeQueries({
      queryKey: key,
      predicate: (query) =>
        !observed.has(query.queryHash) &&
        query.queryKey[3] === client.identity &&
        resourceIn(query.queryKey[2]) === resource,
    })
    for (const observer of observers.values()) void observer.refetch()
    update()
  }

  return {
    subscribe(listener) {
      listeners.add(listener)
      if (listeners.size === 1 && current !== null) {
        for (const observer of current.observers.values()) observer.subscribe(update)
        update()
      }
      return () => {
        listeners.delete(listener)
        if (listeners.size > 0) return
        clearTimeout(timer)
        timer = undefined
        if (current !== null) {
          // Destroyed observers can't be taken up again; fresh ones find the answers in the cache.
          const pages = [...current.observers.keys()]
          observe(current, null, [])
          if (pages.length > 0) observe(current, null, [0])
        }
      }
    },
    snapshot: () => records,
    show(instanceId, client, spec) {
      const key = JSON.stringify([instanceId, client.identity, spec])
      if (key === (current?.key ?? JSON.stringify([instanceId, client.identity, null]))) return
      if (current !== null) observe(current, null, [])
      clearTimeout(timer)
      timer = undefined
      range = { start: 0, end: Math.min(range.end - range.start, PAGE_SIZE) }
      current =
        spec === null
          ? null
          : {
              key,
              place: JSON.stringify([instanceId, client.identity, spec.resource]),
              instanceId,
              client,
              spec,
              observers: new Map(),
              told: new Map(),
            }
      if (current !== null) observe(current, null, [0])
      update()
    },
  }
}

const nothing: Omit<Records, 'setRange' | 'reload'> = {
  status: 'loading',
  error: null,
  fields: [],
  rowCount: 0,
  rowCountIsKnown: false,
  total: null,
  totalIsEstimate: false,
  milliseconds: null,
  stale: false,
  fetching: false,
  failedPage: null,
  row: () => undefined,
}

/** How long a dragged scrollbar has to rest before its rows are asked for. */
const DRAG_REST_MS = 80

/** Rows above and below the visible ones that are loaded with them. */
const MARGIN = 60

const OFFSET_IGNORED =
  'This server gives the same records again for the next page (it passes over offset), so only the first page can be shown. Set a larger limit, or narrow the query.'

function resourceIn(params: unknown): unknown {
  return typeof params === 'object' && params !== null && 'resource_id' in params ? params.resource_id : undefined
}

import { QueryObserver, type QueryClient, type QueryObserverResult } from '@tanstack/react-query'
import type { Row, SearchPage } from '../protocol/answers.ts'
import type { Field } from '../protocol/field.ts'
import type { QuerySpec } from '../protocol/querySpec.ts'
import type { ActionClient, Searched } from './actionClient.ts'
import { searchPageQuery } from './queries.ts'
import { alignedRow, withFieldsOf } from './pageFields.ts'
import { hasChanged, newsOf, rowsTold, totalTold, withTotal, type Counted, type PageNews } from './pageNews.ts'
import type { ResultExtent } from './resultExtent.ts'
import { firstWindow, layoutOf, PAGE_SIZE, pagesOf, pageWindow, type Layout } from './rowWindow.ts'

/**
 * The rows of a search as a sparse list that is loaded where one looks at it; while the row count is unknown, what is
 * loaded and one page more. A new object whenever something changes.
 */
export interface Records extends ResultExtent {
  readonly status: 'loading' | 'ready' | 'failed'
  readonly error: Error | null
  /** The fields of the table; where the server names none, of the records seen so far. */
  readonly fields: readonly Field[]
  /** The rows shown belong to the query before. */
  readonly stale: boolean
  readonly fetching: boolean
  /** Two pages did not fit together: records came or went meanwhile, so some may be missing or stand twice. */
  readonly changed: boolean
  /** A sort was asked for that the server refuses: the rows stand in an order of its own. */
  readonly unsorted: boolean
  /** A later page failed; the rest stays. */
  readonly failedPage: { readonly error: Error; readonly retry: () => void } | null
  /** The row at that place, from 0; undefined where it is not here yet. */
  readonly row: (index: number) => Row | undefined
  /** The visible rows [start, end): their pages are loaded, requests for others are cancelled. */
  readonly setRange: (start: number, end: number) => void
  /** Takes over how many records match, where somebody has counted. */
  readonly setTotal: (total: number) => void
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

type Page = Searched
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
  /** By how many rows its pages are divided; null before the first has come. */
  pageSize: number | null
  /** What was counted since; it stands for the total of the first page. */
  counted: number | null
}

type Shown = ResultExtent & Pick<Records, 'fields' | 'row' | 'unsorted'>

/** Loads pages through the query client's cache. */
export function createRecordsSource(cache: QueryClient): RecordsSource {
  const listeners = new Set<() => void>()
  let current: Current | null = null
  let range = { start: 0, end: 0 }
  let timer: ReturnType<typeof setTimeout> | undefined
  /** The last good rows, and the table that they are of. */
  let last: { place: string; key: string; shown: Shown } | null = null
  let records: Records = { ...nothing, setRange, setTotal, reload }

  function pageQuery(of: Current, layout: Layout | null, page: number) {
    const window = layout === null ? firstWindow(of.spec.limit) : pageWindow(layout, page)
    const isLast = layout !== null && layout.rowCount !== null && window.offset + window.limit >= layout.rowCount
    return searchPageQuery(of.instanceId, of.client, of.spec, window, isLast)
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
    records = { ...(current === null ? nothing : read(current)), setRange, setTotal, reload }
    for (const listener of listeners) listener()
  }

  function read(of: Current): Omit<Records, 'setRange' | 'setTotal' | 'reload'> {
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
        changed: false,
        failedPage: null,
      }
    }
    const answer = withTotal(first.data.answer, of.counted)
    const layout = layoutOf(of.spec.limit, answer)
    const shown = shownOf(of, layout, { ...first.data, answer }, settle(of, layout, answer))
    last = { place: of.place, key: of.key, shown }
    const results = [...of.observers.values()].map((observer) => observer.getCurrentResult())
    return {
      ...shown,
      status: first.error === null ? 'ready' : 'failed',
      error: first.error,
      stale: false,
      fetching: results.some((result) => result.fetchStatus === 'fetching'),
      changed: isChanged(of, answer),
      failedPage: failedPageOf(of, results.slice(1)),
    }
  }

  /** Sees to the pages that are wanted. What the cache already holds of them may tell of more rows, so it looks again. */
  function settle(of: Current, layout: Layout, first: SearchPage): Counted {
    if (of.pageSize !== null && of.pageSize !== layout.pageSize) {
      // The server cuts its answers otherwise than before: the same numbers are other pages now.
      observe(of, layout, [0])
      of.told.clear()
    }
    of.pageSize = layout.pageSize
    for (;;) {
      learn(of, layout, first)
      const counted = rowsTold(of.spec, layout, first, [...of.told.values()], of.client.manners.get().refuses)
      const before = of.observers.size
      const wanted = pagesOf(layout, counted.rowCount, range.start - MARGIN, range.end + MARGIN)
      const missing = wanted.some((page) => !of.observers.has(page))
      observe(of, layout, [0, ...wanted.filter((page) => page > 0)])
      if (!missing && of.observers.size === before) return counted
    }
  }

  function learn(of: Current, layout: Layout, first: SearchPage): void {
    for (const [page, observer] of of.observers) {
      const { data, fetchStatus } = observer.getCurrentResult()
      const answer = data?.answer
      if (page === 0 || answer === undefined) continue
      of.told.set(page, newsOf(layout, page, answer, first, fetchStatus === 'fetching'))
    }
  }

  function shownOf(of: Current, layout: Layout, first: Page, counted: Counted): Shown {
    const { rowCount } = counted
    const pages = new Map<number, SearchPage | undefined>([[0, first.answer]])
    const pageAt = (page: number): SearchPage | undefined => {
      if (!pages.has(page)) pages.set(page, cache.getQueryData<Page>(pageQuery(of, layout, page).queryKey)?.answer)
      return pages.get(page)
    }
    // Taken now, so that these rows can outlive their time in the cache.
    for (const page of of.observers.keys()) pageAt(page)
    const fields = withFieldsOf(
      first.answer.fields,
      [...of.told.values()].map((news) => news.fields),
    )
    return {
      ...counted,
      fields,
      unsorted: first.leftOut.includes('sort'),
      ...totalTold(of.spec, first.answer, counted),
      limit: of.spec.limit,
      milliseconds: first.milliseconds,
      row: (index) => {
        const page = index < 0 || index >= rowCount ? undefined : pageAt(Math.floor(index / layout.pageSize))
        const row = page?.rows[index % layout.pageSize]
        return page === undefined || row === undefined ? undefined : alignedRow(row, page.fields, fields)
      },
    }
  }

  function isChanged(of: Current, first: SearchPage): boolean {
    const later = [...of.observers.values()].slice(1).map((observer) => observer.getCurrentResult())
    const whole = later.flatMap(({ data, fetchStatus }) => (data && fetchStatus !== 'fetching' ? [data.answer] : []))
    return hasChanged([first, ...whole], [...of.told.values()])
  }

  function failedPageOf(of: Current, later: readonly PageResult[]): Records['failedPage'] {
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

  function setTotal(total: number): void {
    if (current === null) return
    current.counted = total
    update()
  }

  function reload(): void {
    if (current === null) return
    current.counted = null
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
              pageSize: null,
              counted: null,
            }
      if (current !== null) observe(current, null, [0])
      update()
    },
  }
}

const nothing: Omit<Records, 'setRange' | 'setTotal' | 'reload'> = {
  status: 'loading',
  error: null,
  fields: [],
  rowCount: 0,
  rowCountIsKnown: false,
  total: null,
  totalIsEstimate: false,
  limit: null,
  milliseconds: null,
  cut: null,
  stale: false,
  fetching: false,
  changed: false,
  unsorted: false,
  failedPage: null,
  row: () => undefined,
}

/** How long a dragged scrollbar has to rest before its rows are asked for. */
const DRAG_REST_MS = 80

/** Rows above and below the visible ones that are loaded with them. */
const MARGIN = 60

function resourceIn(params: unknown): unknown {
  return typeof params === 'object' && params !== null && 'resource_id' in params ? params.resource_id : undefined
}

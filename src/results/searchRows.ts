import type { QueryClient } from '@tanstack/react-query'
import { withoutColumns } from '../query/columns.ts'
import type { Query } from '../query/query.ts'
import { queryText } from '../query/queryLink.ts'
import { createRowListeners } from '../rows/rowListeners.ts'
import type { RowSource, Store } from '../rows/rowSource.ts'
import { isSameSpan, type Span } from '../rows/span.ts'
import type { Plan } from './plan/plan.ts'
import { PAGE_SIZE } from './rowWindow.ts'
import { awaiting, NO_RESULT, unlessSame, type SearchName, type SearchResult } from './searchResult.ts'
import { createShownSearch, type ShownSearch, type Wanted } from './shownSearch.ts'

const loadReadSpan = () => import('./readSpan.ts')

/** The rows of a search, loaded page by page as they are looked at. */
export interface SearchRows extends RowSource {
  /** How the search is going. Requests run only while somebody is subscribed to it. */
  readonly result: Store<SearchResult>
  /** Shows the result of another plan, or of none. The rows before stay, as stale ones, while the table is the same. */
  readonly show: (instanceId: string, plan: Plan | null) => void
  /** Takes over how many records match, once somebody has counted. */
  readonly setTotal: (total: number) => void
  /** Asks again for everything shown. */
  readonly reload: () => void
}

/** Loads pages through the query client's cache. */
export function createSearchRows(cache: QueryClient): SearchRows {
  const listeners = new Set<() => void>()
  const rowListeners = createRowListeners()
  let current: ShownSearch | null = null
  let asked: SearchName = NO_RESULT.asked
  let reloads = 0
  /** Whose rows can be read: of the current query, or of the one before while it is stale. */
  let readable: ShownSearch | null = null
  let last: { readonly search: ShownSearch; readonly result: SearchResult } | null = null
  let wanted: Wanted = { rows: { start: 0, end: 0 }, columns: [] }
  let timer: ReturnType<typeof setTimeout> | undefined
  let result = NO_RESULT
  let unhear: (() => void) | null = null

  /** Takes in what has come, sees to what is wanted now, and notifies those whose rows or result have changed. */
  function update(): void {
    const before = { readable, result }
    const changed = read()
    if (readable !== before.readable) rowListeners.notify(ALL)
    else for (const rows of changed) rowListeners.notify(rows)
    if (result !== before.result) for (const listener of listeners) listener()
  }

  function read(): readonly Span[] {
    const reading = current?.read(wanted)
    if (current !== null && reading?.kind === 'ready') {
      readable = current
      result = unlessSame(result, { ...reading.result, asked })
      last = { search: current, result }
      return reading.changed
    }
    const kept = current !== null && last !== null && isSameTable(last.search, current) ? last : null
    readable = kept?.search ?? null
    const error = reading?.kind === 'awaited' ? reading.error : null
    const waiting = awaiting(kept?.result ?? NO_RESULT, asked)
    result = unlessSame(result, {
      ...waiting,
      status: error === null ? waiting.status : 'failed',
      error,
      fetching: reading?.kind === 'awaited' && reading.fetching,
    })
    return []
  }

  /** What is learned of the server may show that a result is whole. */
  function hearProfile(): void {
    unhear?.()
    if (current !== null && listeners.size > 0) unhear = current.plan().client.profile.subscribe(update)
  }

  function forgetTimer(): void {
    clearTimeout(timer)
    timer = undefined
  }

  function subscribe(listener: () => void): () => void {
    listeners.add(listener)
    if (listeners.size === 1 && current !== null) {
      current.listen()
      hearProfile()
      update()
    }
    return () => {
      listeners.delete(listener)
      if (listeners.size > 0) return
      forgetTimer()
      unhear?.()
      // Stopped requests can't be taken up again; new ones find the answers in the cache.
      current?.stop()
      current?.resume()
    }
  }

  return {
    result: { get: () => result, subscribe },
    extent: { get: () => result, subscribe },
    fields: { get: () => result.fields, subscribe },
    cell: (row, column) => readable?.cell(row, column),
    revision: (row) => readable?.revision(row) ?? 0,
    loaded: () => readable?.loaded() ?? [],
    async read(span, places, options) {
      const shown = readable
      if (shown === null) return
      const columns = places.flatMap((place) => result.fields[place] ?? [])
      const { readSpan } = await loadReadSpan()
      await readSpan({ instanceId: shown.instanceId, plan: shown.plan(), columns }, span, options)
    },
    subscribe: rowListeners.subscribe,
    want(rows, columns) {
      const before = wanted
      if (isSameSpan(rows, before.rows) && isSameList(columns, before.columns)) return
      const isFar =
        before.rows.end > 0 && (rows.start > before.rows.end + PAGE_SIZE || rows.end < before.rows.start - PAGE_SIZE)
      const isAside = before.columns.length > 0 && !columns.some((column) => before.columns.includes(column))
      const apply = () => {
        timer = undefined
        wanted = { rows, columns }
        update()
      }
      // Scrolling loads at once; while a scrollbar is dragged, only the place where it rests does.
      const isDragged = timer !== undefined
      forgetTimer()
      if (isFar || isAside || isDragged) timer = setTimeout(apply, DRAG_REST_MS)
      else apply()
    },
    setTotal(total) {
      current?.setTotal(total)
      update()
    },
    reload() {
      reloads += 1
      current?.reload()
      update()
    },
    show(instanceId, plan) {
      const name = searchName(instanceId, plan)
      if (name.whole === asked.whole) {
        // What has been learned of the server meanwhile may have made it another one.
        if (plan !== null) current?.replan(plan)
        return
      }
      asked = name
      current?.stop()
      forgetTimer()
      if (current === null || plan === null || !isSameRows(current.plan().query, plan.query)) {
        const { start, end } = wanted.rows
        wanted = { ...wanted, rows: { start: 0, end: Math.min(end - start, PAGE_SIZE) } }
      }
      current =
        plan === null ? null : createShownSearch(cache, { instanceId, plan, reloads }, () => listeners.size > 0, update)
      hearProfile()
      update()
    },
  }
}

const ALL: Span = { start: 0, end: Infinity }

/** What a search is called: the same for the same query of the same table, asked by the same person. */
export function searchName(instanceId: string, plan: Plan | null): SearchName {
  const table = JSON.stringify([instanceId, plan?.client.identity, plan?.query.resource])
  return { table, whole: JSON.stringify([table, plan && queryText(plan.query)]) }
}

/** How long a dragged scrollbar has to rest before its rows are asked for. */
const DRAG_REST_MS = 80

function isSameTable(a: ShownSearch, b: ShownSearch): boolean {
  const [one, other] = [a.plan(), b.plan()]
  return (
    a.instanceId === b.instanceId &&
    one.client.identity === other.client.identity &&
    one.query.resource === other.query.resource
  )
}

/** Only other columns are shown, so what is in view stays there. */
function isSameRows(a: Query, b: Query): boolean {
  return queryText(withoutColumns(a)) === queryText(withoutColumns(b))
}

function isSameList(a: readonly number[], b: readonly number[]): boolean {
  return a.length === b.length && a.every((each, place) => each === b[place])
}

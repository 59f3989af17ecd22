import { rowsIn, valueIn, type SearchPage } from '../protocol/answers.ts'
import type { JsonText } from '../protocol/jsonText.ts'
import type { Query } from '../query/query.ts'
import { searchParams } from '../query/toSearch.ts'
import type { ResultExtent } from '../rows/resultExtent.ts'
import { firstWindow, pageWindow, type Layout } from './rowWindow.ts'

/** What a later page showed about the result as a whole. */
export interface PageObservation {
  /** The row after its last one. */
  readonly reached: number
  readonly isLast: boolean
  readonly isEmpty: boolean
  /** It holds the first page again. */
  readonly repeats: boolean
  /** It gives another total than the first page, or ends before the first page's total says. */
  readonly isShort: boolean
}

/** What page `page` (from 1) shows; one that is older than the first page (`isOld`) says nothing about a change. */
export function observationOf(
  layout: Layout,
  page: number,
  answer: SearchPage,
  first: SearchPage,
  isOld: boolean,
): PageObservation {
  const rows = rowsIn(answer)
  return {
    reached: page * layout.pageSize + rows,
    isLast: rows < pageWindow(layout, page).limit,
    isEmpty: rows === 0,
    repeats: isRepeat(answer, first),
    isShort: !isOld && isShort(layout, page, answer, first),
  }
}

export function isSameObservation(a: PageObservation, b: PageObservation): boolean {
  return (
    a.reached === b.reached &&
    a.isLast === b.isLast &&
    a.isEmpty === b.isEmpty &&
    a.repeats === b.repeats &&
    a.isShort === b.isShort
  )
}

function isShort(layout: Layout, page: number, answer: SearchPage, first: SearchPage): boolean {
  if (first.total === null || first.totalIsEstimate) return false
  const left = Math.max(0, (layout.rowCount ?? 0) - page * layout.pageSize)
  return (answer.total ?? first.total) !== first.total || rowsIn(answer) < Math.min(layout.pageSize, left)
}

/** Whether a page, or the columns of it that were asked for, holds the records of the first one. */
function isRepeat(page: SearchPage, first: SearchPage): boolean {
  const rows = Math.min(rowsIn(page), rowsIn(first))
  if (rows === 0 || (page.hasGuessedFields === true && page.fields.length !== first.fields.length)) return false
  const places = placesOf(page, first)
  for (let row = 0; row < rows; row += 1) {
    if (places.some((place, at) => valueIn(page, row, at) !== valueIn(first, row, place))) return false
  }
  return true
}

/** The places of a page's fields in another page; −1 for those it doesn't have. */
function placesOf(page: SearchPage, other: SearchPage): readonly number[] {
  const places = new Map(other.fields.map(({ id }, place) => [id, place]))
  return page.fields.map(({ id }) => places.get(id) ?? -1)
}

export type Counted = Pick<ResultExtent, 'rowCount' | 'rowCountIsKnown' | 'atLeast' | 'cut'>

/** How many rows a result has, judging by its pages so far; `refused` are the parameters that the server refuses. */
export function countedRows(
  query: Query,
  layout: Layout,
  first: SearchPage,
  observed: readonly PageObservation[],
  refused: ReadonlySet<string>,
): Counted {
  const limit = query.limit ?? Infinity
  if (isBestPage(query, layout, first, refused)) {
    const rowCount = rowsIn(first)
    return { rowCount, rowCountIsKnown: true, cut: { at: rowCount, cause: 'bestMatches' } }
  }
  const isMore = layout.rowCount === null || layout.rowCount > layout.pageSize
  const isRefused = refused.has('offset') && isMore
  if (isRefused || observed.some((page) => page.repeats)) {
    const rowCount = Math.min(layout.pageSize, limit)
    const cause = isRefused ? 'offsetRefused' : 'offset'
    return { rowCount, rowCountIsKnown: true, cut: { at: rowCount, cause } }
  }
  let most = Math.min(layout.rowCount ?? Infinity, limit)
  let reached = layout.pageSize
  for (const page of observed) {
    if (page.isLast) most = Math.min(most, page.reached)
    // An empty page only shows that the end is not after its first row.
    if (!page.isEmpty) reached = Math.max(reached, page.reached)
  }
  const isKnown = layout.rowCount !== null || reached >= most
  if (isKnown) return { rowCount: most, rowCountIsKnown: true, cut: null }
  const estimate = first.totalIsEstimate ? (first.total ?? 0) : 0
  const rowCount = Math.min(Math.max(reached + layout.pageSize, estimate), most)
  return { rowCount, rowCountIsKnown: false, atLeast: reached, cut: null }
}

/** The total; an estimate gives way to the end of the rows, if that was reached before the limit. */
export function knownTotal(
  { limit }: Query,
  { total, totalIsEstimate }: SearchPage,
  { rowCount, rowCountIsKnown, cut }: Counted,
) {
  const isSeen = rowCountIsKnown && cut === null && rowCount < (limit ?? Infinity)
  return totalIsEstimate && isSeen ? { total: rowCount, totalIsEstimate: false } : { total, totalIsEstimate }
}

/** The first page with a total that was counted since; null leaves it as it is. */
export function withTotal(answer: SearchPage, total: number | null): SearchPage {
  if (total === null) return answer
  const { fields, limit, records, hasGuessedFields } = answer
  return {
    fields,
    limit,
    total,
    totalIsEstimate: false,
    ...(records === undefined ? {} : { records }),
    ...(hasGuessedFields === true ? { hasGuessedFields } : {}),
    get rows() {
      return answer.rows
    },
  }
}

/**
 * A search in the order of best match that has more than one page, of a table that can be read by `_id` instead. Equal
 * matches come in no order (protocol/README.md P24), so a second page need not fit the first: the result ends with the first one,
 * and a sort by `_id` shows all.
 */
function isBestPage(query: Query, layout: Layout, first: SearchPage, refused: ReadonlySet<string>): boolean {
  const isSorted = query.sort.length > 0 && !refused.has('sort')
  if (searchParams(query, firstWindow(query.limit))['q'] === undefined || isSorted) return false
  if (!first.fields.some(({ id }) => id === '_id')) return false
  return layout.rowCount === null || layout.rowCount > layout.pageSize
}

/**
 * Whether records were added or removed between the requests for these pages of one result: a page shows it, or a record
 * is on two of them, by its `_id`. A server that gives the same page again and again has not changed.
 */
export function hasChanged(pages: readonly SearchPage[], observed: readonly PageObservation[]): boolean {
  if (observed.some((page) => page.repeats)) return false
  if (observed.some((page) => page.isShort)) return true
  const seen = new Set<string>()
  for (const page of pages) {
    const ids = idsOf(page)
    for (const id of ids) {
      if (seen.has(id)) return true
    }
    for (const id of ids) seen.add(id)
  }
  return false
}

/** The `_id`s of a page's records, in their order; none if it has no such field. */
export function idsOf(page: SearchPage): readonly JsonText[] {
  const known = ids.get(page)
  if (known !== undefined) return known
  const place = page.fields.findIndex(({ id }) => id === '_id')
  const found = place === -1 ? [] : Array.from({ length: rowsIn(page) }, (_, row) => idOf(page, row, place))
  const read = found.filter((id) => id !== undefined)
  ids.set(page, read)
  return read
}

const ids = new WeakMap<SearchPage, readonly JsonText[]>()

function idOf(page: SearchPage, row: number, place: number): JsonText | undefined {
  return page.records === undefined ? page.rows[row]?.[place] : page.records.key(row, '_id')
}

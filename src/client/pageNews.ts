import type { SearchPage } from '../protocol/answers.ts'
import type { Field } from '../protocol/field.ts'
import { searchParams, type QuerySpec } from '../protocol/querySpec.ts'
import type { ResultExtent } from './resultExtent.ts'
import { firstWindow, pageWindow, sameRows, type Layout } from './rowWindow.ts'

/** What a later page of a result told about the whole. */
export interface PageNews {
  /** The row after its last one. */
  readonly reached: number
  readonly isLast: boolean
  readonly isEmpty: boolean
  /** It holds the first page again. */
  readonly repeats: boolean
  /** It tells another total than the first page, or ends before that one's total says. */
  readonly isShort: boolean
  readonly fields: readonly Field[]
}

/** What page `page` (from 1) tells; one that is of a time before the first page (`isOld`) tells nothing of a change. */
export function newsOf(layout: Layout, page: number, answer: SearchPage, first: SearchPage, isOld: boolean): PageNews {
  return {
    reached: page * layout.pageSize + answer.rows.length,
    isLast: answer.rows.length < pageWindow(layout, page).limit,
    isEmpty: answer.rows.length === 0,
    repeats: sameRows(answer.rows, first.rows),
    isShort: !isOld && isShort(layout, page, answer, first),
    fields: answer.fields,
  }
}

function isShort(layout: Layout, page: number, answer: SearchPage, first: SearchPage): boolean {
  if (first.total === null || first.totalIsEstimate) return false
  const left = Math.max(0, (layout.rowCount ?? 0) - page * layout.pageSize)
  return (answer.total ?? first.total) !== first.total || answer.rows.length < Math.min(layout.pageSize, left)
}

export type Counted = Pick<ResultExtent, 'rowCount' | 'rowCountIsKnown' | 'atLeast' | 'cut'>

/** The rows of a result, as far as its pages have told; `leftOut` are the parameters that the server refuses. */
export function rowsTold(
  spec: QuerySpec,
  layout: Layout,
  first: SearchPage,
  news: readonly PageNews[],
  leftOut: ReadonlySet<string>,
): Counted {
  const limit = spec.limit ?? Infinity
  if (isBestPage(spec, layout, first, leftOut)) {
    const rowCount = first.rows.length
    return { rowCount, rowCountIsKnown: true, cut: { at: rowCount, cause: 'bestMatches' } }
  }
  const isMore = layout.rowCount === null || layout.rowCount > layout.pageSize
  const isRefused = leftOut.has('offset') && isMore
  if (isRefused || news.some((page) => page.repeats)) {
    const rowCount = Math.min(layout.pageSize, limit)
    const cause = isRefused ? 'offsetRefused' : 'offset'
    return { rowCount, rowCountIsKnown: true, cut: { at: rowCount, cause } }
  }
  const ends = news.filter((page) => page.isLast).map((page) => page.reached)
  const most = Math.min(layout.rowCount ?? Infinity, limit, ...ends)
  // An empty page only tells that the end is not after its first row.
  const reached = Math.max(layout.pageSize, ...news.filter((page) => !page.isEmpty).map((page) => page.reached))
  const isKnown = layout.rowCount !== null || reached >= most
  if (isKnown) return { rowCount: most, rowCountIsKnown: true, cut: null }
  const estimate = first.totalIsEstimate ? (first.total ?? 0) : 0
  const rowCount = Math.min(Math.max(reached + layout.pageSize, estimate), most)
  return { rowCount, rowCountIsKnown: false, atLeast: reached, cut: null }
}

/** An estimate gives way to the end of the rows, where that was seen before the limit. */
export function totalTold(
  { limit }: QuerySpec,
  { total, totalIsEstimate }: SearchPage,
  { rowCount, rowCountIsKnown, cut }: Counted,
) {
  const isSeen = rowCountIsKnown && cut === null && rowCount < (limit ?? Infinity)
  return totalIsEstimate && isSeen ? { total: rowCount, totalIsEstimate: false } : { total, totalIsEstimate }
}

/** The first page with what was counted since as its total; null is nothing. */
export function withTotal(answer: SearchPage, total: number | null): SearchPage {
  return total === null ? answer : { ...answer, total, totalIsEstimate: false }
}

/**
 * A search in the order of best match that has more than one page, of a table that can be read by `_id` instead. Ties
 * among best matches stand in no order (CKAN behaviour), so that a second page need not fit the first: the result ends
 * with the first one, and a sort by `_id` shows all.
 */
function isBestPage(spec: QuerySpec, layout: Layout, first: SearchPage, leftOut: ReadonlySet<string>): boolean {
  const isSorted = spec.sort.length > 0 && !leftOut.has('sort')
  if (searchParams(spec, firstWindow(spec.limit))['q'] === undefined || isSorted) return false
  if (!first.fields.some(({ id }) => id === '_id')) return false
  return layout.rowCount === null || layout.rowCount > layout.pageSize
}

/**
 * Whether records came or went between the requests for these pages of one result: one tells so, or a record stands on
 * two of them, by its `_id`. A server that gives the same page again and again has not changed.
 */
export function hasChanged(pages: readonly SearchPage[], news: readonly PageNews[]): boolean {
  if (news.some((page) => page.repeats)) return false
  if (news.some((page) => page.isShort)) return true
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

function idsOf({ fields, rows }: SearchPage): readonly string[] {
  const place = fields.findIndex(({ id }) => id === '_id')
  if (place === -1) return []
  return rows.map((row) => row[place]).filter((id) => id !== undefined)
}

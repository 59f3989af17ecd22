import { rowsIn, type SearchPage } from '../protocol/answers.ts'
import { believedTotal, isEnd, type Evidence } from './walk/evidence.ts'
import type { Window } from '../query/toSearch.ts'

/** Rows of one page of a long result. */
export const PAGE_SIZE = 200

/** A limit up to this is asked for in a single request. */
const SINGLE_REQUEST_MAX = 1000

/** What the first request of a result asks for. */
export function firstWindow(limit: number | null): Window {
  return { offset: 0, limit: limit !== null && limit <= SINGLE_REQUEST_MAX ? limit : PAGE_SIZE }
}

/** How a result falls into pages; page `n` holds the rows [n × pageSize, (n + 1) × pageSize). */
export interface Layout {
  readonly pageSize: number
  /** Rows of the result; null if only reading on can tell. */
  readonly rowCount: number | null
  /** The user's own limit; null if there is none. */
  readonly limit: number | null
}

/**
 * The pages as the first answer shows them: of the size the server really gives, which may be less than was asked for,
 * or more.
 */
export function layoutOf(limit: number | null, first: SearchPage, known: Evidence): Layout {
  const asked = firstWindow(limit).limit
  const given = rowsIn(first)
  const most = limit ?? Infinity
  const cap = first.limit !== null && first.limit > 0 ? Math.min(first.limit, asked) : asked
  const total = believedTotal(first, known)
  if (total === null) {
    const isWhole = given >= most || isEnd(first, asked, known)
    if (isWhole) return { pageSize: Math.max(cap, given, 1), rowCount: Math.min(given, most), limit }
    return { pageSize: Math.max(given, 1), rowCount: null, limit }
  }
  const rowCount = given === 0 ? 0 : Math.min(total, most)
  // Fewer rows than there are: the server has a cap that it doesn't mention. More than were asked for: it knows no limit.
  const pageSize = given < Math.min(cap, rowCount) || given > cap ? given : cap
  return { pageSize: Math.max(pageSize, 1), rowCount, limit }
}

/** The window of a page, cut at the result's limit; page 0 is the first request as it was sent. */
export function pageWindow(layout: Layout, page: number): Window {
  if (page === 0) return firstWindow(layout.limit)
  const offset = page * layout.pageSize
  return { offset, limit: Math.min(layout.pageSize, (layout.limit ?? Infinity) - offset) }
}

/** The pages that hold the rows [start, end) of a result of `rowCount` rows, in order. */
export function pagesOf(layout: Layout, rowCount: number, start: number, end: number): readonly number[] {
  const first = Math.floor(Math.max(0, start) / layout.pageSize)
  const last = Math.ceil(Math.min(end, rowCount) / layout.pageSize)
  return Array.from({ length: Math.max(0, last - first) }, (_, place) => first + place)
}

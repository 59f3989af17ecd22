import { rowsIn, valueIn, type SearchPage } from '../protocol/answers.ts'
import type { Query } from '../query/query.ts'
import { sentWords } from '../query/words.ts'
import type { Cut, ResultExtent } from '../rows/resultExtent.ts'
import { believedTotal, type Evidence } from './walk/evidence.ts'
import type { Meeting } from './walk/metRecords.ts'
import { firstWindow, pageWindow, type Layout } from './rowWindow.ts'

/** What a later page showed about the result as a whole. */
export interface PageObservation {
  /** Its first row, and the row after its last one. */
  readonly begins: number
  readonly reached: number
  readonly isLast: boolean
  readonly isEmpty: boolean
  /** It holds the first page again, or nothing but what other pages hold. */
  readonly repeats: boolean
  /** It holds records of other pages beside its own. */
  readonly overlaps: boolean
  /** Without `_id`: it holds only records that look like those of other pages. */
  readonly isAlike: boolean
  /** It gives another total than the first page, or ends before the first page's total says. */
  readonly isShort: boolean
}

/** What page `page` (from 1) shows; one that is older than the first page (`isOld`) says nothing about a change. */
export function observationOf(
  layout: Layout,
  page: number,
  answer: SearchPage,
  first: SearchPage,
  { isOld, meeting, haveIds }: { isOld: boolean; meeting: Meeting | undefined; haveIds: boolean },
): PageObservation {
  const rows = rowsIn(answer)
  const repeats = meeting?.repeats === true || isRepeat(answer, first)
  return {
    begins: page * layout.pageSize,
    reached: page * layout.pageSize + rows,
    isLast: rows < pageWindow(layout, page).limit,
    isEmpty: rows === 0,
    repeats,
    isAlike: !haveIds && !repeats && rows > 0 && meeting?.fresh === 0,
    overlaps: haveIds && !repeats && (meeting?.again ?? 0) > 0,
    isShort: !isOld && isShort(layout, page, answer, first),
  }
}

export function isSameObservation(a: PageObservation, b: PageObservation): boolean {
  return (
    a.reached === b.reached &&
    a.isLast === b.isLast &&
    a.isEmpty === b.isEmpty &&
    a.repeats === b.repeats &&
    a.overlaps === b.overlaps &&
    a.isAlike === b.isAlike &&
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

export type Counted = Pick<ResultExtent, 'rowCount' | 'rowCountIsKnown' | 'atLeast' | 'cut' | 'proof'> & {
  /** A page after the last known one, which would show whether the rows end there; null if none is needed. */
  readonly probe: number | null
}

/** What is known beside the pages themselves. */
export interface Known extends Evidence {
  /** Parameters that the server refuses. */
  readonly refuses: ReadonlySet<string>
  /** The total of the first page was counted since. */
  readonly isCounted: boolean
  /** Different records that have come. */
  readonly met: number
  /** No record came twice, as far as that can be told. */
  readonly isUnique: boolean
  /** It answers as CKAN does, so its pages overlap only if the table changed meanwhile. */
  readonly isCkan: boolean
}

/** How many rows a result has, judging by its pages so far, and what shows it. */
export function countedRows(
  query: Query,
  layout: Layout,
  first: SearchPage,
  observed: readonly PageObservation[],
  known: Known,
): Counted {
  const limit = query.limit ?? Infinity
  const { pageSize } = layout
  const given = rowsIn(first)
  const asked = firstWindow(query.limit).limit
  const isFull = given === Math.min(asked, first.limit ?? asked)
  const more = observed.filter((page) => !page.isEmpty && !page.repeats)
  const reached = Math.max(pageSize, ...more.map((page) => page.reached))
  const saysAll = first.total === given && !first.totalIsEstimate
  const estimate = first.totalIsEstimate ? (first.total ?? 0) : 0
  const isMore =
    layout.rowCount === null ? more.length > 0 || (isFull && !saysAll) || estimate > given : layout.rowCount > pageSize
  if (isBestPage(query, isMore, first, known.refuses)) return cutAt(given, 'bestMatches')
  const isRepeated = observed.some((page) => page.repeats)
  const overlaps = observed.some((page) => page.overlaps)
  // A record that came before is not shown again, so what comes with it can't be shown either.
  const repeatsFrom = beginOf(observed.filter((page) => page.repeats))
  const overlapsFrom = known.isCkan ? Infinity : beginOf(observed.filter((page) => page.overlaps))
  if (isMore && known.refuses.has('offset')) return cutAt(Math.min(pageSize, limit), 'offsetRefused')
  if (isMore && repeatsFrom < overlapsFrom) return cutAt(Math.min(reached, limit, repeatsFrom), 'offset')
  if (overlapsFrom < Infinity) return cutAt(Math.min(limit, overlapsFrom), 'overlap')
  // More came than the total says, and none of it twice: so it says nothing.
  const isTooLow = layout.rowCount !== null && pageSize < reached && reached > layout.rowCount
  const total = isTooLow && !overlaps ? null : layout.rowCount
  if (total === null && overlaps) return cutAt(Math.min(reached, limit), 'overlap')
  if (total === null && observed.some((page) => page.isAlike)) return cutAt(Math.min(reached, limit), 'alike')
  const ends = observed.filter((page) => page.isLast && !page.repeats).map((page) => page.reached)
  const most = Math.min(total ?? Infinity, limit, ...ends)
  // A server that repeats its first page shows no other, whether that one is full or not.
  const isOne = total === null && more.length === 0 && (!isFull || isRepeated) && given > 0 && estimate <= given
  const isKnown = total !== null || Math.min(reached, limit) >= most
  const rowCount = isKnown ? most : Math.min(isOne ? given : Math.max(reached + pageSize, estimate), most)
  const isEnded = ends.length > 0 || known.isCounted || (total !== null && believedTotal(first, known) === null)
  const isRead = known.met >= Math.min(isKnown ? rowCount : reached, limit)
  const canGoOn = !known.refuses.has('offset') && !isRepeated
  const isShown = known.isTold
    ? isKnown || first.total !== null
    : known.isUnique && (known.met >= limit || (isKnown && isEnded && known.met >= rowCount))
  const isOpen = known.isUnique && (!isRead || (!isEnded && canGoOn))
  const needsProbe = !known.isTold && !isShown && isRead && !isEnded && canGoOn && (isKnown || isOne)
  return {
    rowCount,
    rowCountIsKnown: isKnown || (isOne && !canGoOn),
    ...(isKnown ? {} : { atLeast: Math.min(reached, limit) }),
    cut: null,
    proof: isShown ? 'shown' : isOpen ? 'open' : 'none',
    probe: needsProbe ? Math.ceil(rowCount / pageSize) : null,
  }
}

/** Where the first of these pages begins; Infinity if there is none. */
function beginOf(pages: readonly PageObservation[]): number {
  return Math.min(...pages.map(({ begins }) => begins))
}

function cutAt(at: number, cause: Cut['cause']): Counted {
  return { rowCount: at, rowCountIsKnown: true, cut: { at, cause }, proof: 'none', probe: null }
}

/** The total; an estimate gives way to the end of the rows, if that was reached before the limit. */
export function knownTotal(
  { limit }: Query,
  first: SearchPage,
  { rowCount, rowCountIsKnown, cut, proof }: Counted,
  known: Evidence,
) {
  const { total, totalIsEstimate } = first
  const isSeen = rowCountIsKnown && cut === null && rowCount < (limit ?? Infinity)
  if (totalIsEstimate) return isSeen ? { total: rowCount, totalIsEstimate: false } : { total, totalIsEstimate }
  if (total === null || total > rowCount) return { total, totalIsEstimate }
  // One that is too low, or the number of the records in the first answer where nothing shows that they are all, is none.
  const isBelieved = total === rowCount && (proof === 'shown' || believedTotal(first, known) !== null)
  return { total: isBelieved ? total : null, totalIsEstimate }
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
 * and a sort by `_id` shows all. A statement for them ends its order with `_id`.
 */
function isBestPage(query: Query, isMore: boolean, first: SearchPage, refused: ReadonlySet<string>): boolean {
  const isSorted = query.sort.length > 0 && !refused.has('sort')
  if (sentWords(query.search) === '' || isSorted || first.isCounted === true) return false
  return isMore && first.fields.some(({ id }) => id === '_id')
}

import type { Field } from '../protocol/field.ts'
import type { Query } from '../query/query.ts'
import type { ResultExtent } from '../rows/resultExtent.ts'
import type { Answer } from './answer.ts'

/**
 * How a search is going and how far its rows go. A new object whenever something changes, and the same one while nothing
 * does.
 */
export interface SearchResult extends ResultExtent {
  readonly status: 'loading' | 'ready' | 'failed'
  readonly error: Error | null
  /** The fields of the table; if the server doesn't name them, of the records seen so far. */
  readonly fields: readonly Field[]
  /** The query whose rows are shown; null while there are none. */
  readonly of: Query | null
  /** What that query brought first: whatever is said of the records that are shown is worked out of this. */
  readonly answer: Answer | null
  /** Which search was asked for last, as `searchName` writes it. */
  readonly asked: SearchName
  /** That is the query before. */
  readonly stale: boolean
  readonly fetching: boolean
  /** Two answers do not fit together: records were added or removed in between, so some may be missing or appear twice. */
  readonly changed: boolean
  /** Records came twice, and nothing shows that the table changed: the pages of this server overlap, or have no order. */
  readonly repeated: boolean
  /** The server refuses the sort that was asked for: the rows come in an order of its own. */
  readonly unsorted: boolean
  /** A later page failed; the rest stays. */
  readonly failedPage: FailedPage | null
}

/** A search by what it is asked of, and as a whole. */
export interface SearchName {
  readonly table: string
  readonly whole: string
}

export interface FailedPage {
  readonly error: Error
  readonly retry: () => void
}

export const NO_RESULT: SearchResult = {
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
  proof: 'open',
  of: null,
  answer: null,
  asked: { table: '', whole: '' },
  stale: false,
  fetching: false,
  changed: false,
  repeated: false,
  unsorted: false,
  failedPage: null,
}

/** The result before if the next one says the same. */
export function unlessSame(before: SearchResult, next: SearchResult): SearchResult {
  const isSame =
    before.status === next.status &&
    before.error === next.error &&
    before.fields === next.fields &&
    before.of === next.of &&
    before.answer === next.answer &&
    before.asked.whole === next.asked.whole &&
    before.stale === next.stale &&
    before.fetching === next.fetching &&
    before.changed === next.changed &&
    before.repeated === next.repeated &&
    before.proof === next.proof &&
    before.met === next.met &&
    before.unsorted === next.unsorted &&
    before.failedPage?.error === next.failedPage?.error &&
    before.rowCount === next.rowCount &&
    before.rowCountIsKnown === next.rowCountIsKnown &&
    before.atLeast === next.atLeast &&
    before.total === next.total &&
    before.totalIsEstimate === next.totalIsEstimate &&
    before.limit === next.limit &&
    before.milliseconds === next.milliseconds &&
    before.cut?.at === next.cut?.at &&
    before.cut?.cause === next.cut?.cause
  return isSame ? before : next
}

/**
 * The result while the search of that name is asked for and nothing has come of it: the records before are still shown,
 * as stale ones, while the table is the same.
 */
export function awaiting(before: SearchResult, asked: SearchName): SearchResult {
  if (before.of === null || before.asked.table !== asked.table) return { ...NO_RESULT, asked }
  const waiting = {
    status: 'ready',
    error: null,
    stale: true,
    fetching: true,
    changed: false,
    failedPage: null,
  } as const
  return { ...before, ...waiting, asked }
}

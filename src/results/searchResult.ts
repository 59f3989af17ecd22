import type { Field } from '../protocol/field.ts'
import type { Query } from '../query/query.ts'
import type { ResultExtent } from '../rows/resultExtent.ts'

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

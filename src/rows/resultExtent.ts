/**
 * How far a result goes: decided once, where the answers come in, so that the status bar, the export and the file name
 * agree. A result without a `cut` is not therefore whole: `proof` says what is known of that.
 */
export interface ResultExtent {
  /** Rows of the result, all that one can scroll to. */
  readonly rowCount: number
  readonly rowCountIsKnown: boolean
  /** Rows that certainly exist, if their number is not known. */
  readonly atLeast?: number
  /** All matching records; null if the server has not said. */
  readonly total: number | null
  readonly totalIsEstimate: boolean
  /** The user's own limit, or that of the statement; null if there is none. */
  readonly limit: number | null
  /** How long the first answer took. */
  readonly milliseconds: number | null
  readonly cut: Cut | null
  readonly proof: Proof
  /** Different records that have come, if not all have. */
  readonly met?: number
}

/**
 * shown: something shows that the result holds every record that was asked for, or that it can be scrolled to. open: that
 * is not shown yet; reading on will. none: nothing that this server answers can show it.
 */
export type Proof = 'shown' | 'open' | 'none'

/**
 * The result ends where its limit does, and nothing says that no more records match. Of a statement the total counts what its
 * own limit lets through, so it is given only if that is less.
 */
export function endsAtLimit({ rowCount, rowCountIsKnown, total, limit, cut }: ResultExtent): boolean {
  return cut === null && limit !== null && total === null && rowCountIsKnown && rowCount >= limit
}

/** That a result ends before the records do. */
export interface Cut {
  /** Rows that are here. */
  readonly at: number
  /**
   * serverCap: the server returns no more in one answer, and says so. silentCap: it returns no more and doesn't say so,
   * but has more. offset: it returns the same page again and again. overlap: its pages hold records of each other.
   * alike: they hold records that look the same, and no `_id` tells them apart.
   * offsetRefused: it refuses to return further pages. bestMatches: the order holds for one page only. memory: the page holds no more.
   */
  readonly cause:
    | 'serverCap'
    | 'silentCap'
    | 'offset'
    | 'overlap'
    | 'alike'
    | 'offsetRefused'
    | 'bestMatches'
    | 'memory'
}

/** The most rows that are read into the page at once. */
export const ROWS_IN_MEMORY = 1_000_000

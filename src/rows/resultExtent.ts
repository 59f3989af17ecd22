import type { SqlAnswer } from '../protocol/answers.ts'

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
  /** The user's own limit; null if there is none. */
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

/** What is known of a server when the answer to a statement has to be called whole or not. */
export interface KnownOfAnswers {
  /** It says what it is, so it says when it cuts an answer (protocol/README.md P30). */
  readonly isTold: boolean
  /** The most rows of one answer, as it says; null if it doesn't. */
  readonly rowCap: number | null
  /** The most rows that an answer to a statement has held: one with fewer was not cut. */
  readonly gave: number
}

/**
 * The extent of the answer to a statement. `next` is whether a row follows the last one, as asked afterwards; null if
 * that is not known. A server may cut silently, so an answer is whole only if something shows it.
 */
export function extentOfAnswer(
  sql: string,
  answer: SqlAnswer,
  milliseconds: number,
  known: KnownOfAnswers,
  next: boolean | null,
): ResultExtent {
  const rowCount = answer.rows.length
  const cause = answer.truncated ? 'serverCap' : next === true ? 'silentCap' : null
  const isCapped = known.rowCap !== null && rowCount >= known.rowCap
  const isShown =
    rowCount === 0 ||
    rowCount < known.gave ||
    rowCount === ownLimit(sql) ||
    next === false ||
    (known.isTold && !isCapped)
  return {
    rowCount,
    rowCountIsKnown: true,
    total: null,
    totalIsEstimate: false,
    limit: null,
    milliseconds,
    cut: cause === null ? null : { at: rowCount, cause },
    proof: cause === null && isShown ? 'shown' : cause === null && next === null ? 'open' : 'none',
  }
}

/** The limit that a statement ends with; null if it ends otherwise. */
function ownLimit(sql: string): number | null {
  const found = /\blimit\s+(\d+)(?:\s+offset\s+\d+)?\s*;?\s*$/i.exec(sql)
  return found === null ? null : Number(found[1])
}

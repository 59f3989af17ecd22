import type { SqlAnswer } from '../protocol/answers.ts'

/**
 * How far a result goes: decided once, where the answers come in, so that the status bar, the export and the file name
 * agree. A result without a `cut` holds every record that was asked for.
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
}

/** That a result ends before the records do. */
export interface Cut {
  /** Rows that are here. */
  readonly at: number
  /**
   * serverCap: the server returns no more in one answer, and says so. maybeCap: so many came that it may have a cap it
   * doesn't mention. offset: it returns the same page again and again. offsetRefused: it refuses to return further
   * pages. bestMatches: the order holds for one page only. memory: the page holds no more.
   */
  readonly cause: 'serverCap' | 'maybeCap' | 'offset' | 'offsetRefused' | 'bestMatches' | 'memory'
}

/** The most rows that are read into the page at once. */
export const ROWS_IN_MEMORY = 1_000_000

/** The extent of the answer to a statement; `rowCap` is the most rows that the server gives, null if it is not known. */
export function extentOfAnswer(
  sql: string,
  answer: SqlAnswer,
  milliseconds: number,
  rowCap: number | null,
): ResultExtent {
  return {
    rowCount: answer.rows.length,
    rowCountIsKnown: true,
    total: null,
    totalIsEstimate: false,
    limit: null,
    milliseconds,
    cut: cutOfAnswer(sql, answer, rowCap),
  }
}

/**
 * CKAN reports a cut by `records_truncated`. Services that know no more than the interface may cut silently: as many rows as
 * the server returns at most, or, if that is not known, a multiple of a thousand, looks like a cut, unless the statement
 * itself names that number.
 */
function cutOfAnswer(sql: string, { rows, truncated }: SqlAnswer, rowCap: number | null): Cut | null {
  if (truncated) return { at: rows.length, cause: 'serverCap' }
  const isLikeACap = rowCap === null ? rows.length >= 1000 && rows.length % 1000 === 0 : rows.length === rowCap
  if (!isLikeACap || new RegExp(String.raw`\b${rows.length}\b`).test(sql)) return null
  return { at: rows.length, cause: 'maybeCap' }
}

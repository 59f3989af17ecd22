import type { SqlAnswer } from '../protocol/answers.ts'
import { ownLimit } from './ownLimit.ts'
import type { ResultExtent } from './resultExtent.ts'

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
  const limit = ownLimit(sql)
  const cause = answer.truncated ? 'serverCap' : next === true ? 'silentCap' : null
  const isCapped = known.rowCap !== null && rowCount >= known.rowCap
  const isShown =
    rowCount === 0 || rowCount < known.gave || rowCount === limit || next === false || (known.isTold && !isCapped)
  return {
    rowCount,
    rowCountIsKnown: true,
    total: null,
    totalIsEstimate: false,
    limit,
    milliseconds,
    cut: cause === null ? null : { at: rowCount, cause },
    proof: cause === null && isShown ? 'shown' : cause === null && next === null ? 'open' : 'none',
  }
}

import { endsAtLimit, type Cut, type ResultExtent } from '../../rows/resultExtent.ts'
import { resultWords } from '../../words/en/result.ts'
import { countWords, recordsWords, tookWords } from '../../words/figures.ts'

/** What the status bar says of a result: `count · [about] · cut at N, why · [not sorted] · time · [way] · complete`, or what is missing or unknown. Parts that don't apply are null. */
export interface StatusText {
  readonly count: string
  readonly about: boolean
  readonly cut: { readonly tag: string; readonly why: string } | null
  readonly took: string | null
  /** How it was asked, where that is not by plain filters: `by SQL`. */
  readonly way: string | null
  /** The rows are not in the order that was asked for. */
  readonly unsorted: boolean
  readonly complete: boolean
  /** The number of records is unknown, and the end has not been reached. */
  readonly isOpenEnded: boolean
  readonly missing: string | null
  /** Why it is not called complete although nothing is known to be missing. */
  readonly doubt: string | null
}

/** The status of a result, given the state of the rows on screen. */
export function statusText(
  extent: ResultExtent,
  rows: RowsState,
  { isUnsorted = false, way = null }: { readonly isUnsorted?: boolean; readonly way?: string | null } = {},
): StatusText {
  const isOpenEnded = extent.cut === null && !extent.rowCountIsKnown && extent.total === null
  const isSure = extent.cut === null && !isOpenEnded && rows === 'here'
  return {
    count: countOf(extent),
    about: extent.totalIsEstimate && extent.total !== null,
    cut: extent.cut === null ? null : cutOf(extent.cut, extent),
    took: extent.milliseconds === null ? null : tookWords(extent.milliseconds),
    way,
    unsorted: isUnsorted,
    complete: isSure && extent.proof === 'shown' && !endsAtLimit(extent),
    isOpenEnded,
    missing: missingWords(rows),
    doubt: isSure ? doubtWords(extent) : null,
  }
}

/** The state of the rows on screen; `changed`: the table changed while they were read; `repeated`: some came twice. */
export type RowsState = 'here' | 'loading' | 'failed' | 'changed' | 'repeated'

function doubtWords(extent: ResultExtent): string | null {
  const { proof, met, rowCount } = extent
  if (endsAtLimit(extent)) return resultWords.atLimit
  if (proof === 'shown') return null
  return proof === 'open' && met !== undefined && met < rowCount
    ? resultWords.loadedSoFar(met)
    : resultWords.perhapsMore
}

function missingWords(rows: RowsState): string | null {
  if (rows === 'failed') return resultWords.rowsNotLoaded
  if (rows === 'repeated') return resultWords.recordsTwice
  return rows === 'changed' ? resultWords.tableChanged : null
}

function countOf({ rowCount, rowCountIsKnown, atLeast = rowCount, total, limit, cut }: ResultExtent): string {
  if (cut !== null) return recordsWords(cut.at)
  if (limit !== null && total !== null && total > limit) return resultWords.limitOfMatching(limit, total)
  if (total !== null && limit === null) return recordsWords(total)
  return rowCountIsKnown ? recordsWords(rowCount) : resultWords.atLeastRecords(atLeast)
}

function cutOf(cut: Cut, { total, totalIsEstimate }: ResultExtent): { tag: string; why: string } {
  const cause = resultWords.causes[cut.cause]
  const why = typeof cause === 'string' ? cause : cause(cut.at)
  const tag = tagOf(cut)
  if (total === null) return { tag, why }
  return { tag, why: totalIsEstimate ? resultWords.cutOfAbout(total, why) : resultWords.cutOf(total, why) }
}

function tagOf({ at, cause }: Cut): string {
  return cause === 'bestMatches' ? resultWords.best(at) : resultWords.cutAt(at)
}

/** How many rows a result has, as far as that is known: `500`, `about 500`, `at least 200`. */
export function rowCountWords({ rowCount, rowCountIsKnown, atLeast = rowCount, total }: ResultExtent): string {
  if (rowCountIsKnown) return countWords(rowCount)
  return total === null ? resultWords.atLeast(atLeast) : resultWords.aboutCount(rowCount)
}

/** The lines on screen, `[start, end)`, of all: `Rows 1–22 of 500 loaded`; null if there are none. */
export function rowsText(
  start: number,
  end: number,
  rowCount: number,
  allLoaded: boolean,
  of = countWords(rowCount),
): string | null {
  if (rowCount === 0 || end <= start) return null
  const last = Math.min(end, rowCount)
  if (last - start === 1) return allLoaded ? resultWords.oneRowLoaded(last, of) : resultWords.oneRow(last, of)
  return allLoaded ? resultWords.rowsLoaded(start + 1, last, of) : resultWords.rows(start + 1, last, of)
}

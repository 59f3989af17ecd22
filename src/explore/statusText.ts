import type { Cut, ResultExtent } from '../client/resultExtent.ts'
import { countWords, recordsWords, tookWords } from './figures.ts'

/** What the status bar says of a result: `count · [about] · cut at N, why · [not sorted] · time · complete or what is missing or not known`, parts that do not apply null. */
export interface StatusText {
  readonly count: string
  readonly about: boolean
  readonly cut: { readonly tag: string; readonly why: string } | null
  readonly took: string | null
  /** The order that was asked for is not that of the rows. */
  readonly unsorted: boolean
  readonly complete: boolean
  /** Nobody has said how many records there are, and the end has not been seen. */
  readonly isOpenEnded: boolean
  readonly missing: string | null
}

/** The status of a result that is here, and whether the rows that one looks at are. */
export function statusText(extent: ResultExtent, rows: RowsState, isUnsorted = false): StatusText {
  const isOpenEnded = extent.cut === null && !extent.rowCountIsKnown && extent.total === null
  return {
    count: countOf(extent),
    about: extent.totalIsEstimate && extent.total !== null,
    cut: extent.cut === null ? null : cutOf(extent.cut, extent),
    took: extent.milliseconds === null ? null : tookWords(extent.milliseconds),
    unsorted: isUnsorted,
    complete: extent.cut === null && !isOpenEnded && rows === 'here',
    isOpenEnded,
    missing: MISSING[rows],
  }
}

/** What may be said of the rows that one looks at; changed: they were read of a table that changed meanwhile. */
export type RowsState = 'here' | 'loading' | 'failed' | 'changed'

const MISSING: Readonly<Record<RowsState, string | null>> = {
  here: null,
  loading: null,
  failed: 'some rows did not load',
  changed: 'the table changed',
}

function countOf({ rowCount, rowCountIsKnown, atLeast = rowCount, total, limit, cut }: ResultExtent): string {
  if (cut !== null) return recordsWords(cut.at)
  if (limit !== null && total !== null && total > limit) return `${countWords(limit)} of ${countWords(total)} matching`
  if (total !== null && limit === null) return recordsWords(total)
  return rowCountIsKnown ? recordsWords(rowCount) : `at least ${recordsWords(atLeast)}`
}

function cutOf({ at, cause }: Cut, { total, totalIsEstimate }: ResultExtent): { tag: string; why: string } {
  const of = total === null ? '' : `of ${totalIsEstimate ? 'about ' : ''}${countWords(total)}. `
  return { tag: TAGS[cause](countWords(at)), why: `${of}${CAUSES[cause](countWords(at))}` }
}

const cutAt = (at: string) => `cut at ${at}`

const TAGS: Readonly<Record<Cut['cause'], (at: string) => string>> = {
  serverCap: cutAt,
  maybeCap: (at) => `perhaps cut at ${at}`,
  offset: cutAt,
  offsetRefused: cutAt,
  bestMatches: (at) => `best ${at}`,
  memory: cutAt,
}

const CAUSES: Readonly<Record<Cut['cause'], (at: string) => string>> = {
  serverCap: (at) => `This server returns at most ${at} per reply.`,
  maybeCap: () => 'This server does not say whether there are more.',
  offset: () => 'This server passes over offset: every page is the same.',
  offsetRefused: () => 'This server refuses further pages (offset).',
  bestMatches: () => 'Beyond them, matches come in no order.',
  memory: (at) => `This page holds at most ${at}.`,
}

/** How many rows a result has, as far as that is known: `500`, `about 500`, `at least 200`. */
export function rowCountWords({ rowCount, rowCountIsKnown, atLeast = rowCount, total }: ResultExtent): string {
  if (rowCountIsKnown) return countWords(rowCount)
  return total === null ? `at least ${countWords(atLeast)}` : `about ${countWords(rowCount)}`
}

/** The lines on screen, `[start, end)`, of that many: `Rows 1–22 of 500 loaded`; null where none is. */
export function rowsText(
  start: number,
  end: number,
  rowCount: number,
  allLoaded: boolean,
  of = countWords(rowCount),
): string | null {
  if (rowCount === 0 || end <= start) return null
  const last = Math.min(end, rowCount)
  const range = last - start === 1 ? `Row ${countWords(last)}` : `Rows ${countWords(start + 1)}–${countWords(last)}`
  return `${range} of ${of}${allLoaded ? ' loaded' : ''}`
}

/** What getting the rest of a cut result is called: `Get all 48,213`. */
export function getAllWords(total: number | null): string {
  return total === null ? 'Get all' : `Get all ${countWords(total)}`
}

/** How far a task is: `Getting all, 12,000 of 48,213`. */
export function taskWords(doing: string, { done, total }: { done: number; total: number | null }): string {
  if (total !== null) return `${doing}, ${countWords(done)} of ${countWords(total)}`
  return done === 0 ? doing : `${doing}, ${countWords(done)} so far`
}

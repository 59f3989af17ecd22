import { countWords, recordsWords, tookWords } from './figures.ts'

/** A result, as far as its size is told in the status bar. */
export interface ResultSize {
  /** Rows of the result, all that one can scroll to. */
  readonly rowCount: number
  readonly rowCountIsKnown: boolean
  /** All matching records; null where the server does not say. */
  readonly total: number | null
  readonly totalIsEstimate: boolean
  /** The user's own limit; null is none. */
  readonly limit: number | null
  readonly milliseconds: number | null
  /** The most rows that the server gives in one answer, where it gave no more; null where nothing was cut. */
  readonly cutAt: number | null
  /** Whether the rows that one looks at are here. */
  readonly rows: 'here' | 'loading' | 'failed'
}

/** What the status bar says of a result: `count · [about] · cut at N, why · time · complete or what is missing`, parts that do not apply null. */
export interface StatusText {
  readonly count: string
  readonly about: boolean
  readonly cut: { readonly tag: string; readonly why: string } | null
  readonly took: string | null
  readonly complete: boolean
  readonly missing: string | null
}

/** The status of a result that is here. */
export function statusText(size: ResultSize): StatusText {
  return {
    count: countOf(size),
    about: size.totalIsEstimate && size.total !== null,
    cut:
      size.cutAt === null
        ? null
        : {
            tag: `cut at ${countWords(size.cutAt)}`,
            why: `More rows match. This server returns at most ${countWords(size.cutAt)} per query.`,
          },
    took: size.milliseconds === null ? null : tookWords(size.milliseconds),
    complete: size.cutAt === null && size.rows === 'here',
    missing: size.rows === 'failed' ? 'some rows did not load' : null,
  }
}

function countOf({ rowCount, rowCountIsKnown, total, limit }: ResultSize): string {
  if (limit !== null && total !== null && total > limit) return `${countWords(limit)} of ${countWords(total)} matching`
  if (total !== null && limit === null) return recordsWords(total)
  return rowCountIsKnown ? recordsWords(rowCount) : `at least ${recordsWords(rowCount)}`
}

/** The lines on screen, `[start, end)`: `Rows 1–22 of 500 loaded`; null where none is. */
export function rowsText(start: number, end: number, rowCount: number, allLoaded: boolean): string | null {
  if (rowCount === 0 || end <= start) return null
  const last = Math.min(end, rowCount)
  const range = last - start === 1 ? `Row ${countWords(last)}` : `Rows ${countWords(start + 1)}–${countWords(last)}`
  return `${range} of ${countWords(rowCount)}${allLoaded ? ' loaded' : ''}`
}

/** How the numbers of a column are shown; digits that no member speaks of stay as they came. */
export interface NumberFormat {
  readonly as: 'number'
  /** Parts thousands: `1,234,567`. */
  readonly thousands?: true
  /** Rounds to so many digits after the point, or fills up to them; 0 to 20. */
  readonly decimals?: number
  /** Times a hundred, with a sign: 0.125 as `12.5 %`. */
  readonly percent?: true
  /** Of text that is read as numbers: a comma stands before the fraction, a point parts thousands. */
  readonly commaFraction?: true
}

/** How the days and times of a column are shown. */
export interface DateFormat {
  readonly as: 'date'
  readonly style: DateStyle
  /** Of text that is read as dates: 03/05/2021 is the fifth of March. */
  readonly monthFirst?: true
}

/** `2021-03-05`, `5 Mar 2021`, `05/03/2021`, `03/05/2021`, `Mar 2021`, `2021`; the first four have the time of day with them. */
export type DateStyle = (typeof DATE_STYLES)[number]

export const DATE_STYLES = ['iso', 'long', 'dayFirst', 'monthFirst', 'month', 'year'] as const

/** How the values of a column are shown. Only what is drawn changes, never what is copied, sorted or sent. */
export type ColumnFormat = NumberFormat | DateFormat

export const MOST_DECIMALS = 20

/** The format that was kept or came with a link; null for what can't be read. Never throws. */
export function formatOf(stored: unknown): ColumnFormat | null {
  if (typeof stored !== 'object' || stored === null || !('as' in stored)) return null
  const has = (name: string) => name in stored && Reflect.get(stored, name) === true
  if (stored.as === 'number') {
    const decimals = 'decimals' in stored ? stored.decimals : undefined
    const isCount = typeof decimals === 'number' && Number.isInteger(decimals)
    return {
      as: 'number',
      ...(has('thousands') && { thousands: true }),
      ...(isCount && decimals >= 0 && decimals <= MOST_DECIMALS && { decimals }),
      ...(has('percent') && { percent: true }),
      ...(has('commaFraction') && { commaFraction: true }),
    }
  }
  const style = 'style' in stored ? DATE_STYLES.find((each) => each === stored.style) : undefined
  if (stored.as !== 'date' || style === undefined) return null
  return { as: 'date', style, ...(has('monthFirst') && { monthFirst: true }) }
}

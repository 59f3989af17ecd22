import type { Range } from '../operator.ts'
import { sqlLiteral, sqlName } from '../sqlText.ts'

/** A stretch of time, in the forms that PostgreSQL reads as a date or a timestamp. */
export interface Bounds {
  readonly from: string
  /** Exclusive. */
  readonly until: string
}

/**
 * What a period covers: a year (`2019`), a quarter (`2019-Q3`), a month (`2021-03`), a day (`2021-03-05`), or a stretch
 * `from/until` (ISO 8601). Null if it is none.
 */
export function boundsOf(period: string): Bounds | null {
  const stretch = /^(\d{4}-\d\d-\d\d[^/]*)\/(\d{4}-\d\d-\d\d[^/]*)$/.exec(period)
  if (stretch !== null) return { from: stretch[1] ?? '', until: stretch[2] ?? '' }
  const quarter = /^(\d{4})-?[Qq]([1-4])$/.exec(period)
  if (quarter !== null) return months(Number(quarter[1]), Number(quarter[2]) * 3 - 3, 3)
  const [, year, month, day] = /^(\d{4})(?:-(\d\d?)(?:-(\d\d?))?)?$/.exec(period) ?? []
  if (year === undefined || Number(year) === 0) return null
  if (month === undefined) return months(Number(year), 0, 12)
  if (Number(month) < 1 || Number(month) > 12) return null
  if (day === undefined) return months(Number(year), Number(month) - 1, 1)
  const date = utcDay(Number(year), Number(month) - 1, Number(day))
  if (date.getUTCMonth() !== Number(month) - 1) return null
  return { from: dayText(date), until: dayText(utcDay(Number(year), Number(month) - 1, Number(day) + 1)) }
}

/** The period as a range filter; null if it can't be read. */
export function periodRange(period: string): Range | null {
  const bounds = boundsOf(period)
  return bounds && { gte: bounds.from, lt: bounds.until }
}

/** The period as a condition in brackets; one that can't be read matches nothing. */
export function periodSql(field: string, period: string): string {
  const bounds = boundsOf(period)
  if (bounds === null) return 'FALSE'
  const name = sqlName(field)
  return `(${name} >= ${sqlLiteral(bounds.from)} AND ${name} < ${sqlLiteral(bounds.until)})`
}

/** A day of the calendar as midnight in UTC; parts beyond their range go on to the next month or year. */
export function utcDay(year: number, month: number, day: number): Date {
  const date = new Date(0)
  // Not Date.UTC, which takes the years 0 to 99 for those of the 20th century.
  date.setUTCFullYear(year, month, day)
  return date
}

/** `2021-03-05` */
export function dayText(date: Date): string {
  return date
    .toISOString()
    .replace(/^\+0*(?=\d{5})/, '')
    .slice(0, -14)
}

function months(year: number, month: number, count: number): Bounds {
  return { from: dayText(utcDay(year, month, 1)), until: dayText(utcDay(year, month + count, 1)) }
}

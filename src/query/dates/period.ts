import { DAY_MS, dayOfDays, daysOf, readDay, writtenDay, type Day } from '../../protocol/calendar.ts'
import type { Range } from '../operator.ts'
import { sqlLiteral, sqlName } from '../sqlText.ts'

/** A stretch of time, in the forms that PostgreSQL reads as a date or a timestamp. */
export interface Bounds {
  readonly from: string
  /** Exclusive. */
  readonly until: string
}

/**
 * What a period covers: a year (`2019`, `44 BC`), a quarter (`2019-Q3`), a month (`2021-03`), a day (`2021-03-05`), or a
 * stretch `from/until` (ISO 8601). Years before the first end in ` BC`, as PostgreSQL writes them; those of more than five
 * digits begin with `+`, as ISO 8601 has it. Null if it is none.
 */
export function boundsOf(period: string): Bounds | null {
  const stretch = /^(\d{4,7}-\d\d-\d\d[^/]*)\/(\d{4,7}-\d\d-\d\d[^/]*)$/.exec(period)
  if (stretch !== null) return { from: stretch[1] ?? '', until: stretch[2] ?? '' }
  const [, given, rest = '', before] = /^(\d{1,5}|\+\d{6,7})((?:[-q].*?)?)( BC)?$/i.exec(period) ?? []
  if (given === undefined || Number(given) === 0 || (before === undefined && given.length < 4)) return null
  const year = before === undefined ? Number(given) : 1 - Number(given)
  const quarter = /^-?[Qq]([1-4])$/.exec(rest)
  if (quarter !== null) return months(year, Number(quarter[1]) * 3 - 2, 3)
  if (rest === '') return months(year, 1, 12)
  const [, month, day] = /^-(\d\d?)(?:-(\d\d?))?$/.exec(rest) ?? []
  if (month === undefined || Number(month) < 1 || Number(month) > 12) return null
  if (day === undefined) return months(year, Number(month), 1)
  const days = daysOf(year, Number(month), Number(day))
  const { month: ofDay, day: inMonth } = dayOfDays(days)
  if (ofDay !== Number(month) || inMonth !== Number(day)) return null
  return { from: writtenDay(days), until: writtenDay(days + 1) }
}

/** The periods that people name, from the longest. */
export type PeriodUnit = 'year' | 'quarter' | 'month' | 'day'

/** How the period is written that has this day in it, as `boundsOf` reads it. */
export function periodWith({ year, month, day }: Day, unit: PeriodUnit): string {
  const isBefore = year <= 0
  const digits = String(isBefore ? 1 - year : year)
  const padded = digits.length > 5 ? `+${digits}` : digits.padStart(isBefore && unit === 'year' ? 1 : 4, '0')
  const rest = {
    year: '',
    quarter: `-Q${Math.ceil(month / 3)}`,
    month: `-${two(month)}`,
    day: `-${two(month)}-${two(day)}`,
  }[unit]
  return `${padded}${rest}${isBefore ? ' BC' : ''}`
}

/** How the period from one day to before another is written: by its name, if it has one, else as a stretch. */
export function periodBetween({ from, until }: Bounds): string {
  const first = readDay(from)
  if (first !== null && first.rest === '') {
    const day = dayOfDays(first.days)
    for (const unit of ['year', 'quarter', 'month', 'day'] as const) {
      const period = periodWith(day, unit)
      const bounds = boundsOf(period)
      if (bounds?.from === from && bounds.until === until) return period
    }
  }
  return `${from}/${until}`
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

/** `2021-03-05`, as PostgreSQL writes the day. */
export function dayText(date: Date): string {
  return writtenDay(Math.floor(date.getTime() / DAY_MS))
}

/** So many months from the first day of one, which may go on into the next year. */
function months(year: number, month: number, count: number): Bounds {
  const after = month - 1 + count
  const until = daysOf(year + Math.floor(after / 12), (after % 12) + 1, 1)
  return { from: writtenDay(daysOf(year, month, 1)), until: writtenDay(until) }
}

function two(number: number): string {
  return String(number).padStart(2, '0')
}

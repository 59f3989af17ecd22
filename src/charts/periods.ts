import { readDay, yearText } from '../protocol/calendar.ts'
import { momentOf } from '../protocol/timeOfDay.ts'
import { jsonKind, jsonToPlain, type JsonText } from '../protocol/jsonText.ts'
import type { DateUnit } from '../summary/summary.ts'
import { LOCALE } from '../words/language.ts'

/** Where on the line of time a value lies (ms since 1970, as if all clocks showed UTC), and how an axis calls it. */
export interface Period {
  readonly start: number
  readonly label: string
}

/** The period that a value means, by the part of a date that it is; null if it is none on the line of time. */
export function periodOf(value: JsonText, unit: DateUnit | null): Period | null {
  const start = startOf(jsonToPlain(value).trim(), unit)
  return start === null ? null : { start, label: labelOf(start, unit) }
}

/** Whether a value is a date that lies nowhere on the line of time: infinity, or a day beyond those that `Date` knows. */
export function isBeyondTime(value: JsonText): boolean {
  const text = jsonToPlain(value)
  return text === 'infinity' || text === '-infinity' || (readDay(text) !== null && momentOf(text) === null)
}

/** The period after the one that begins there; null where there are no periods, as between whole dates and times. */
export function nextPeriod(start: number, unit: DateUnit | null): number | null {
  const date = new Date(start)
  switch (unit) {
    case 'year':
      return date.setUTCFullYear(date.getUTCFullYear() + 1)
    case 'quarter':
      return date.setUTCMonth(date.getUTCMonth() + 3)
    case 'month':
      return date.setUTCMonth(date.getUTCMonth() + 1)
    case 'week':
      return start + 7 * DAY
    case 'day':
      return start + DAY
    case 'hour':
      return start + HOUR
    case 'weekday':
    case 'monthOfYear':
    case 'hourOfDay':
    case null:
      return null
  }
}

/** Whether values are parts of a date that come again: weekdays, hours of the day, and months or quarters without a year. */
export function comesAgain(values: readonly JsonText[], unit: DateUnit | null): boolean {
  const [from, to] = unit === null ? NOTHING : (AGAIN[unit] ?? NOTHING)
  const known = values.filter((value) => jsonKind(value) !== 'null')
  return known.length > 0 && known.every((value) => isBetween(jsonToPlain(value), from, to))
}

/** All parts of a date that come again, in their order, as the values that are there have them. */
export function cycleOf(values: readonly JsonText[], unit: DateUnit | null): readonly string[] {
  const numbers = values.map((value) => Number(jsonToPlain(value)))
  const [from, to] = unit === null ? NOTHING : (AGAIN[unit] ?? NOTHING)
  // Some count the days of the week from Sunday as 0, others to Sunday as 7.
  const first = unit === 'weekday' && !numbers.includes(0) ? 1 : from
  const last = unit === 'weekday' && first === 0 ? 6 : to
  return Array.from({ length: last - first + 1 }, (_, place) => String(first + place))
}

/** What an axis calls a part of a date that comes again: `Mon`, `Mar`, `Q2`, `14:00`. */
export function cycleLabel(part: string, unit: DateUnit | null): string {
  const number = Number(part)
  switch (unit) {
    case 'weekday':
      // 2 January 2000 was a Sunday.
      return formatted({ weekday: 'short' }, Date.UTC(2000, 0, 2 + number))
    case 'month':
    case 'monthOfYear':
      return formatted({ month: 'short' }, Date.UTC(2000, number - 1))
    case 'quarter':
      return `Q${part}`
    case 'hour':
    case 'hourOfDay':
      return `${part.padStart(2, '0')}:00`
    case 'year':
    case 'week':
    case 'day':
    case null:
      return part
  }
}

function startOf(text: string, unit: DateUnit | null): number | null {
  const clock = /^(\d\d):(\d\d)/.exec(text)
  if (clock !== null) return (Number(clock[1]) * 60 + Number(clock[2])) * 60_000
  const week = /^(\d{4})-?W(\d\d)$/.exec(text)
  if (week !== null) return weekStart(Number(week[1]), Number(week[2]))
  const quarter = /^(\d{4})-?Q([1-4])$/.exec(text)
  if (quarter !== null) return Date.UTC(Number(quarter[1]), (Number(quarter[2]) - 1) * 3)
  const [, year, month = '1', day = '1', time = '', before] = DATE.exec(text) ?? []
  if (year === undefined || (unit !== 'year' && text.length < 6)) return null
  const [, hours = '0', minutes = '0', seconds = '0'] = /(\d\d):(\d\d)(?::(\d\d(?:\.\d{1,3})?))?/.exec(time) ?? []
  const start = new Date(0)
  start.setUTCFullYear(before === undefined ? Number(year) : 1 - Number(year), Number(month) - 1, Number(day))
  start.setUTCHours(Number(hours), Number(minutes), 0, Math.round(Number(seconds) * 1000))
  return Number.isNaN(start.getTime()) ? null : start.getTime()
}

/** The Monday with which a week of ISO 8601 begins. */
function weekStart(year: number, week: number): number {
  const fourth = new Date(Date.UTC(year, 0, 4))
  return fourth.getTime() - ((fourth.getUTCDay() + 6) % 7) * DAY + (week - 1) * 7 * DAY
}

/** How an axis calls what begins there. */
export function labelOf(start: number, unit: DateUnit | null): string {
  const date = new Date(start)
  const year = yearText(date.getUTCFullYear())
  // A time without a day counts from the first day there is.
  if (start >= 0 && start < DAY && unit === 'hour') return date.toISOString().slice(11, 16)
  switch (unit) {
    case 'year':
      return year
    case 'quarter':
      return `${year} Q${Math.floor(date.getUTCMonth() / 3) + 1}`
    case 'month':
      return formatted({ month: 'short', year: 'numeric' }, start)
    case 'week':
    case 'day':
    case 'weekday':
      return formatted({ day: 'numeric', month: 'short', year: 'numeric' }, start)
    case 'hour':
    case 'monthOfYear':
    case 'hourOfDay':
    case null:
      return unit === null && start % DAY === 0
        ? labelOf(start, 'day')
        : formatted({ day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit' }, start)
  }
}

function formatted(options: Intl.DateTimeFormatOptions, start: number): string {
  const era = options.year !== undefined && new Date(start).getUTCFullYear() <= 0 ? ({ era: 'short' } as const) : {}
  return new Intl.DateTimeFormat(LOCALE.times, { ...options, ...era, timeZone: 'UTC' }).format(start)
}

function isBetween(text: string, from: number, to: number): boolean {
  return /^\d{1,2}$/.test(text) && Number(text) >= from && Number(text) <= to
}

const DATE = /^(-?\d{1,7})(?:-(\d\d)(?:-(\d\d)(?:[T ](\d.*?))?)?)?( BC)?$/

const NOTHING = [1, 0] as const

const AGAIN: Partial<Record<DateUnit, readonly [from: number, to: number]>> = {
  month: [1, 12],
  quarter: [1, 4],
  weekday: [0, 7],
  hour: [0, 23],
  monthOfYear: [1, 12],
  hourOfDay: [0, 23],
}

const HOUR = 3_600_000
const DAY = 24 * HOUR

import { dayText, utcDay } from './period.ts'

/** Earlier years can't be written as the others are: the last 3000 years begin here. */
const EARLIEST = '0001-01-01T00:00:00+00:00'

/** Units of `inLast`, as they stand in links. */
export const LATELY_UNITS = ['days', 'weeks', 'months', 'years'] as const

/** Names of periods that depend on the day, as they stand in links. Weeks begin on Monday (ISO 8601). */
export const NAMED_PERIODS = [
  'today',
  'yesterday',
  'this week',
  'last week',
  'this month',
  'last month',
  'this quarter',
  'last quarter',
  'this year',
  'last year',
] as const

/**
 * The last so many days, weeks, months or years, of which today is the last day, as a period `from/until`: `['30', 'days', zone]`.
 * Empty, which is no period, if that can't be read.
 */
export function lately([count = '', unit = '', zone = '']: readonly string[], now = new Date()): string {
  const number = /^\d{1,4}$/.test(count) ? Number(count) : NaN
  const today = dayIn(zone, now)
  if (today === null || Number.isNaN(number)) return ''
  const [year, month, day] = [today.getUTCFullYear(), today.getUTCMonth(), today.getUTCDate()]
  const soLongAgo = {
    days: () => utcDay(year, month, day - number),
    weeks: () => utcDay(year, month, day - 7 * number),
    months: () => monthsBefore(today, number),
    years: () => monthsBefore(today, 12 * number),
  }
  if (!isKey(soLongAgo, unit)) return ''
  const before = soLongAgo[unit]()
  // That day itself is one too many.
  const begin = number === 0 ? today : utcDay(before.getUTCFullYear(), before.getUTCMonth(), before.getUTCDate() + 1)
  const end = midnight(zone, utcDay(year, month, day + 1))
  return begin.getUTCFullYear() < 1 ? `${EARLIEST}/${end}` : `${midnight(zone, begin)}/${end}`
}

/** A named period as `from/until`: `['this year', zone]`. Empty, which is no period, if that can't be read. */
export function namedPeriod([name = '', zone = '']: readonly string[], now = new Date()): string {
  const today = dayIn(zone, now)
  if (today === null) return ''
  const [year, month, day] = [today.getUTCFullYear(), today.getUTCMonth(), today.getUTCDate()]
  const monday = day - ((today.getUTCDay() + 6) % 7)
  const quarter = month - (month % 3)
  const span = (parts: readonly [number, number, number], to: readonly [number, number, number]) =>
    stretch(zone, utcDay(...parts), utcDay(...to))
  const periods: Readonly<Record<(typeof NAMED_PERIODS)[number], () => string>> = {
    today: () => span([year, month, day], [year, month, day + 1]),
    yesterday: () => span([year, month, day - 1], [year, month, day]),
    'this week': () => span([year, month, monday], [year, month, monday + 7]),
    'last week': () => span([year, month, monday - 7], [year, month, monday]),
    'this month': () => span([year, month, 1], [year, month + 1, 1]),
    'last month': () => span([year, month - 1, 1], [year, month, 1]),
    'this quarter': () => span([year, quarter, 1], [year, quarter + 3, 1]),
    'last quarter': () => span([year, quarter - 3, 1], [year, quarter, 1]),
    'this year': () => span([year, 0, 1], [year + 1, 0, 1]),
    'last year': () => span([year - 1, 0, 1], [year, 0, 1]),
  }
  return isKey(periods, name) ? periods[name]() : ''
}

function isKey<T extends object>(object: T, key: string | number | symbol): key is keyof T {
  return Object.hasOwn(object, key)
}

/** The same day so many months before, or the last one of a month that is shorter. */
function monthsBefore(day: Date, months: number): Date {
  const [year, month] = [day.getUTCFullYear(), day.getUTCMonth() - months]
  const last = utcDay(year, month + 1, 0).getUTCDate()
  return utcDay(year, month, Math.min(day.getUTCDate(), last))
}

/**
 * With the offset of the zone at each midnight: a `timestamptz` is compared at that instant, a `date` and a `timestamp`,
 * for which PostgreSQL ignores the offset, by the calendar.
 */
function stretch(zone: string, from: Date, until: Date): string {
  return `${midnight(zone, from)}/${midnight(zone, until)}`
}

function midnight(zone: string, day: Date): string {
  const offsets = [offsetAt(zone, day.getTime() - DAY), offsetAt(zone, day.getTime() + DAY)]
  // On a day without midnight (clocks go forward then) the day begins where that midnight would have been.
  const minutes =
    offsets.find((offset) => offsetAt(zone, day.getTime() - offset * 60_000) === offset) ?? offsets[0] ?? 0
  const size = Math.abs(minutes)
  return `${dayText(day)}T00:00:00${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`
}

function two(number: number): string {
  return String(number).padStart(2, '0')
}

const DAY = 86_400_000

/** What day it is there, as midnight in UTC; null if there is no such zone. */
function dayIn(zone: string, now: Date): Date | null {
  try {
    const clock = now.getTime() + offsetAt(zone, now.getTime()) * 60_000
    return new Date(clock - (clock % DAY))
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

/** Minutes by which the clocks of a zone are ahead of UTC at that instant (ms). Throws a RangeError if there is no such zone. */
function offsetAt(zone: string, instant: number): number {
  const format = new Intl.DateTimeFormat('en', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  })
  const parts = new Map(format.formatToParts(instant).map(({ type, value }) => [type, Number(value)]))
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0
  const day = utcDay(part('year'), part('month') - 1, part('day')).getTime()
  const clock = day + (part('hour') * 60 + part('minute')) * 60_000
  return Math.round((clock - (instant - (instant % 60_000))) / 60_000)
}

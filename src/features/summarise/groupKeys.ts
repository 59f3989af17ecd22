import { fieldKind, integerRange } from '../../protocol/field.ts'
import { jsonToPlain, type JsonText } from '../../protocol/jsonText.ts'
import { isFloat } from '../../summary/groupingSql.ts'
import type { DateUnit, GroupBy } from '../../summary/summary.ts'
import { dayOfDays, readDay, writtenDay, writtenMoment, yearText } from '../../protocol/calendar.ts'
import { periodWith } from '../../query/dates/period.ts'
import { calendarWords } from '../../words/en/calendar.ts'
import { summariseWords } from '../../words/en/summarise.ts'

/** What a group's key is called: `2015 Q1`, `Monday`, `10 to 20`; a value or an element as it is. */
export function keyWords(by: GroupBy, key: JsonText): string {
  if (key === 'null') return summariseWords.null
  const text = jsonToPlain(key)
  if (by === 'value' || by === 'element') return text
  if (typeof by === 'object') return stepWords(text, by.step)
  if (by === 'weekday') return memberOf(calendarWords.weekdays, text)
  if (by === 'monthOfYear') return memberOf(calendarWords.months, text)
  if (by === 'hourOfDay') return calendarWords.hour(text.padStart(2, '0'))
  if (by === 'hour') return text.replace('T', ' ').replace(/:\d\d(?= BC$|$)/, '')
  const day = dayOfKey(key)
  if (day === null || by === 'week') return text
  if (by === 'quarter') return summariseWords.quarter(yearText(day.year), Math.ceil(day.month / 3))
  return by === 'year' ? yearText(day.year) : periodWith(day, by)
}

/** The day that a key begins with; null if it is none, as infinity. */
function dayOfKey(key: JsonText) {
  const read = readDay(jsonToPlain(key))
  return read === null ? null : dayOfDays(read.days)
}

/** The stretch of time that a key names, as `isIn` reads it; null if it is none, as a day of the week. */
export function periodOf(by: DateUnit, key: JsonText): string | null {
  const read = readDay(jsonToPlain(key))
  if (read === null) return null
  const { days, rest } = read
  switch (by) {
    case 'year':
    case 'quarter':
    case 'month':
    case 'day':
      return periodWith(dayOfDays(days), by)
    case 'week':
      return `${writtenDay(days)}/${writtenDay(days + 7)}`
    case 'hour':
      return /^\d\d:00:00$/.test(rest) ? `${writtenMoment(days, `T${rest}`)}/${endOfHour(days, rest)}` : null
    case 'weekday':
    case 'monthOfYear':
    case 'hourOfDay':
      return null
  }
}

/** The operator for records whose date has one of the parts that groups are; null if they are stretches of time. */
export function partOperator(by: GroupBy): string | null {
  if (by === 'weekday') return 'onWeekday'
  if (by === 'monthOfYear') return 'inMonth'
  return by === 'hourOfDay' ? 'atHour' : null
}

function endOfHour(days: number, time: string): string {
  const next = Number(time.slice(0, 2)) + 1
  return next < 24
    ? writtenMoment(days, `T${String(next).padStart(2, '0')}:00:00`)
    : writtenMoment(days + 1, 'T00:00:00')
}

function memberOf(names: Readonly<Record<string, string>>, text: string): string {
  return names[text] ?? text
}

/** Where a step ends and the next begins: its beginning and the step, added with all digits. */
export function endOfStep(from: string, step: string): string | null {
  if (!DECIMAL.test(from) || !DECIMAL.test(step)) return null
  const scale = Math.max(decimalsOf(from), decimalsOf(step))
  const sum = String(scaled(from, scale) + scaled(step, scale))
  if (scale === 0) return sum
  const digits = sum.replace('-', '').padStart(scale + 1, '0')
  const whole = `${digits.slice(0, -scale)}.${digits.slice(-scale)}`.replace(/\.?0+$/, '')
  return sum.startsWith('-') && whole !== '0' ? `-${whole}` : whole
}

/**
 * From which number on and below which a value lies in the steps from one to the end of another; null if it is in none, as
 * NaN. Of whole numbers both are whole and within the type, as no server compares these with any other; `until` is null
 * where all that the type holds are below.
 */
export function boundsOfSteps(
  [first, last]: readonly [string, string],
  step: string,
  type: string,
): { readonly from: string; readonly until: string | null } | null {
  const until = endOfStep(last, step)
  if (until === null || !DECIMAL.test(first)) return null
  // Of numbers this large a float has fewer digits than the step.
  if (isFloat(type) && Number(first) === Number(until)) return null
  if (fieldKind(type) !== 'integer') return { from: first, until }
  const { least, most } = integerRange(type)
  const [low, high] = [wholeFrom(first), wholeFrom(until)]
  return { from: String(low < least ? least : low), until: high > most ? null : String(high) }
}

/** The least whole number that is not below it. */
function wholeFrom(number: string): bigint {
  const scale = decimalsOf(number)
  const [digits, unit] = [scaled(number, scale), 10n ** BigInt(scale)]
  const whole = digits / unit
  return digits > whole * unit ? whole + 1n : whole
}

const DECIMAL = /^-?\d+(?:\.\d+)?$/

function stepWords(from: string, step: string): string {
  const until = endOfStep(from, step)
  return until === null ? from : summariseWords.stepFrom(from, until)
}

function decimalsOf(number: string): number {
  return number.includes('.') ? number.length - number.indexOf('.') - 1 : 0
}

function scaled(number: string, scale: number): bigint {
  return BigInt(number.replace('.', '') + '0'.repeat(scale - decimalsOf(number)))
}

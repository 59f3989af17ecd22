import { jsonToPlain, type JsonText } from '../../protocol/jsonText.ts'
import type { DateUnit, GroupBy } from '../../summary/summary.ts'
import { dayText, utcDay } from '../../query/dates/period.ts'
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
  if (by === 'hour') return text.replace('T', ' ').slice(0, -3)
  const period = periodOf(by, key)
  if (period === null) return text
  const [year = '', rest = ''] = period.split('-')
  if (by === 'quarter') return summariseWords.quarter(year, Number(rest.slice(1)))
  return by === 'week' ? text : period
}

/** The stretch of time that a key names, as `isIn` reads it; null if it is none, as a day of the week. */
export function periodOf(by: DateUnit, key: JsonText): string | null {
  const [, year, month = '', day = '', hour] = /^(\d{4})-(\d\d)-(\d\d)(?:T(\d\d):00:00)?$/.exec(jsonToPlain(key)) ?? []
  if (year === undefined) return null
  switch (by) {
    case 'year':
      return year
    case 'quarter':
      return `${year}-Q${Math.ceil(Number(month) / 3)}`
    case 'month':
      return `${year}-${month}`
    case 'week':
      return `${year}-${month}-${day}/${dayText(utcDay(Number(year), Number(month) - 1, Number(day) + 7))}`
    case 'day':
      return `${year}-${month}-${day}`
    case 'hour':
      return hour === undefined ? null : `${year}-${month}-${day}T${hour}:00:00/${endOfHour(year, month, day, hour)}`
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

function endOfHour(year: string, month: string, day: string, hour: string): string {
  const next = Number(hour) + 1
  if (next < 24) return `${year}-${month}-${day}T${String(next).padStart(2, '0')}:00:00`
  return `${dayText(utcDay(Number(year), Number(month) - 1, Number(day) + 1))}T00:00:00`
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

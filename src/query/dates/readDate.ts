import { calendarWords } from '../../words/en/calendar.ts'
import { typedWords } from '../../words/en/filter/typed.ts'
import { boundsOf, dayText, utcDay } from './period.ts'

/**
 * What a typed date or time means, as ISO 8601: one text, or two where day and month could be either, which has to be asked.
 * None if it is no date. `03.04.2024` has its day first wherever dates are written with dots; `03/04/2024` is written both ways.
 */
export function readDate(text: string, now = new Date()): readonly string[] {
  const typed = text.trim()
  if (boundsOf(typed) !== null) return [typed]
  if (AS_POSTGRESQL.test(typed)) return isDay(typed) ? [typed] : []
  const named = namedDay(typed, now)
  if (named !== null) return [named]
  const [, date = '', clock = ''] = /^(.*?)(?:(?:,?\s+|T)(\d\d?:\d\d(?::\d\d(?:\.\d+)?)?))?$/i.exec(typed) ?? []
  const days = [...new Set(daysIn(date))]
  const time = clock === '' ? '' : `T${clock.padStart(clock.indexOf(':') === 1 ? clock.length + 1 : 0, '0')}`
  return days.flatMap((day) => (time === '' ? [day] : day.length < 10 ? [] : [`${day}${time}`]))
}

/** ISO 8601 with a time, and what PostgreSQL alone knows: eras, long years and infinity. */
const AS_POSTGRESQL =
  /^(?:[+-]?infinity|\d{4,6}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,6})?)?(?:\s*(?:Z|[+-]\d\d(?::?\d\d)?))?)?(?:\s+BC)?)$/i

/** Whether there is such a day; of other years than those with four digits PostgreSQL knows. */
function isDay(typed: string): boolean {
  const [, day] = /^(\d{4}-\d\d-\d\d)(?!.*BC$)/i.exec(typed) ?? []
  return day === undefined || boundsOf(day) !== null
}

function namedDay(typed: string, now: Date): string | null {
  const { days } = typedWords
  const away = [days.yesterday, days.today, days.tomorrow].indexOf(typed.toLowerCase())
  return away === -1 ? null : dayText(utcDay(now.getFullYear(), now.getMonth(), now.getDate() + away - 1))
}

function daysIn(date: string): readonly string[] {
  const [, first, sign, second, third] = /^(\d{1,4})([./-])(\d\d?)\2(\d{1,4})$/.exec(date) ?? []
  if (first === undefined || second === undefined || third === undefined) return dayWithName(date)
  if (first.length === 4) return day(first, second, third)
  const year = fullYear(third)
  if (first.length > 2 || year === null) return []
  const [dayFirst, monthFirst] = [day(year, second, first), day(year, first, second)]
  if (sign === '.' && dayFirst.length > 0) return dayFirst
  return [...dayFirst, ...monthFirst]
}

/** `3 April 2024`, `Apr 3, 2024`, `3. April 2024`, `April 2024`. */
function dayWithName(date: string): readonly string[] {
  const [, before, name = '', after, year = ''] =
    /^(?:(\d\d?)(?:st|nd|rd|th|\.)?[\s-]+)?(\p{L}{3,})\.?[\s-]+(?:(\d\d?)(?:st|nd|rd|th)?,?\s+)?(\d{4})$/iu.exec(
      date,
    ) ?? []
  const months = Object.entries(calendarWords.months).filter(([, month]) =>
    month.toLowerCase().startsWith(name.toLowerCase()),
  )
  const [month] = months
  if (year === '' || month === undefined || months.length > 1 || (before !== undefined && after !== undefined))
    return []
  const number = before ?? after
  if (number !== undefined) return day(year, month[0], number)
  return [`${year}-${month[0].padStart(2, '0')}`]
}

function day(year: string, month: string, date: string): readonly string[] {
  const text = `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`
  return date.length <= 2 && boundsOf(text) !== null ? [text] : []
}

/** Of two digits as PostgreSQL has it: up to 69 it is this century. */
function fullYear(year: string): string | null {
  if (year.length === 4) return year
  return year.length === 2 ? `${Number(year) < 70 ? '20' : '19'}${year}` : null
}

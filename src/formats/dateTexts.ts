/** The order in which a column writes year, month and day. */
export type DateOrder = 'ymd' | 'dmy' | 'mdy'

/** The date as ISO writes it, 2024-01-31; null if the text is no date of this order or not in the calendar. */
export function isoDate(text: string, order: DateOrder): string | null {
  // Every cell of a file is asked for each order.
  if (text.length < SHORTEST || text.length > LONGEST || text.charCodeAt(0) > NINE) return null
  const found = (order === 'ymd' ? YEAR_FIRST : YEAR_LAST).exec(text)
  if (found === null) return null
  const [, first = '', , second = '', third = ''] = found
  const [year, month, day] = (
    order === 'ymd' ? [first, second, third] : order === 'dmy' ? [third, second, first] : [third, first, second]
  ).map((part) => part.padStart(2, '0'))
  if (year === undefined || month === undefined || day === undefined) return null
  return isInCalendar(Number(year), Number(month), Number(day)) ? `${year}-${month}-${day}` : null
}

/**
 * Date and time of day as ISO writes them, 2024-01-31T14:05:00, the time as it stands if it is complete; null if the text is
 * no such time. Hours may be followed by AM or PM.
 */
export function isoTimestamp(text: string, order: DateOrder): string | null {
  if (text.charCodeAt(0) > NINE) return null
  const at = text.search(order === 'ymd' ? /[T ]/ : / /)
  if (at < SHORTEST || at > LONGEST) return null
  const date = isoDate(text.slice(0, at), order)
  const time = timeOfDay(text.slice(at).trim().replace(/^T/, ''))
  return date === null || time === null ? null : `${date}${text.charAt(at)}${time}`
}

/** 1/2/2024 and 01/02/2024. */
const SHORTEST = 8
const LONGEST = 10

const NINE = '9'.charCodeAt(0)

const YEAR_FIRST = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})$/
const YEAR_LAST = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})$/

const TIME = /^(\d{1,2}):(\d\d)(?::(\d\d)(\.\d{1,6})?)?(?: ?([AP])\.?M\.?)?$/i

const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

function isInCalendar(year: number, month: number, day: number): boolean {
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
  const days = month === 2 && isLeap ? 29 : DAYS[month - 1]
  return year > 0 && days !== undefined && day >= 1 && day <= days
}

function timeOfDay(text: string): string | null {
  const [, hours = '', minutes = '', seconds = '00', fraction = '', half] = TIME.exec(text) ?? []
  if (hours === '' || Number(minutes) > 59 || Number(seconds) > 59) return null
  let hour = Number(hours)
  if (half !== undefined) {
    if (hour < 1 || hour > 12) return null
    hour = (hour % 12) + (half.toUpperCase() === 'P' ? 12 : 0)
  }
  return hour > 23 ? null : `${String(hour).padStart(2, '0')}:${minutes}:${seconds}${fraction}`
}

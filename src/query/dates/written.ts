import { boundsOf, utcDay, dayText, type Bounds } from './period.ts'

/**
 * What a written date or time covers: a year, quarter, month or day the whole of it, a time to the minute or the second that
 * whole minute or second. Null for a time with a fraction, which is that moment, and for all that is written otherwise.
 */
export function writtenBounds(text: string): Bounds | null {
  const written = text.trim()
  return written.includes('/') ? null : (boundsOf(written) ?? timeBounds(written))
}

/** Whether that is written as one day: `2020-01-31`. */
export function isWrittenDay(text: string): boolean {
  return /^\d{4}-\d\d?-\d\d?$/.test(text.trim()) && boundsOf(text.trim()) !== null
}

/** Whether that is written as a time to the minute or to the second. */
export function isWrittenTime(text: string): boolean {
  return timeBounds(text.trim()) !== null
}

/** The moment that a statement means by a day or time, so that nobody reads a whole day or second in it. */
export function asMoment(text: string): string {
  if (isWrittenDay(text)) return `${text.trim()}T00:00:00.000`
  const [, moment = '', second, zone = ''] = TIME.exec(text.trim()) === null ? [] : (PARTS.exec(text.trim()) ?? [])
  return moment === '' ? text : `${moment}${second ?? ':00'}.000${zone}`
}

const TIME = /^(\d{4})-(\d\d?)-(\d\d?)[T ](\d\d?):(\d\d)(?::(\d\d))?\s*(Z|[+-]\d\d(?::?\d\d)?)?$/i
const PARTS = /^(\S+?[T ]\d\d?:\d\d)(:\d\d)?\s*(Z|[+-]\d\d(?::?\d\d)?)?$/i

function timeBounds(written: string): Bounds | null {
  const [, year, month, day, hour, minute, second, zone = ''] = TIME.exec(written) ?? []
  if (year === undefined || boundsOf(`${year}-${month}-${day}`) === null) return null
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second ?? 0) > 59) return null
  const begin = utcDay(Number(year), Number(month) - 1, Number(day))
  begin.setUTCHours(Number(hour), Number(minute), Number(second ?? 0))
  const end = new Date(begin.getTime() + (second === undefined ? 60_000 : 1000))
  return { from: `${clockText(begin)}${zone}`, until: `${clockText(end)}${zone}` }
}

/** `2021-03-05T10:20:30`, of a moment in UTC. */
function clockText(moment: Date): string {
  return `${dayText(moment)}T${moment.toISOString().slice(-13, -5)}`
}

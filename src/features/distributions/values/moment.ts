import { DAY_MS, writtenDay } from '../../../protocol/calendar.ts'
import { momentOf as dayAndTimeOf, readTime } from '../../../protocol/timeOfDay.ts'

/** Milliseconds since 1970, or midnight, of a date or time as PostgreSQL writes it, by the clock it is written in; null for any other text. */
export function momentOf(text: string): number | null {
  const moment = dayAndTimeOf(text)
  if (moment !== null) return moment
  const time = readTime(text)
  return time === null ? null : Number(time.microseconds / 1000n)
}

/** What follows the clock: the zone, as it was written; empty if there is none. */
export function zoneOf(text: string): string {
  return /\d\d:\d\d.*?(Z|[+-]\d\d(?::?\d\d)?)(?: BC)?$/.exec(text)?.[1] ?? ''
}

/** A moment as a date: `2021-03-05`, `0044-03-15 BC`. */
export function dateText(moment: number): string {
  return writtenDay(Math.floor(moment / DAY_MS))
}

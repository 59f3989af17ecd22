import { calendarWords } from '../../words/en/calendar.ts'

/** The days of the week by their numbers, from Monday on, which is 1. */
export function weekdays(): ReadonlyMap<string, string> {
  return new Map(Object.entries(calendarWords.weekdays))
}

/** The months of a year by their numbers. */
export function months(): ReadonlyMap<string, string> {
  return new Map(Object.entries(calendarWords.months))
}

/** The hours of a day by their numbers. */
export function hours(): ReadonlyMap<string, string> {
  return new Map(
    Array.from({ length: 24 }, (_, hour) => [String(hour), calendarWords.hour(String(hour).padStart(2, '0'))]),
  )
}

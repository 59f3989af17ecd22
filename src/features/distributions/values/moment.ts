/** Milliseconds since 1970 of a date or time as PostgreSQL writes it, by the clock it is written in; null for any other text. */
export function momentOf(text: string): number | null {
  const [, year, month, day, hour = '0', minute = '0', second = '0'] = MOMENT.exec(text) ?? []
  if (year === undefined) {
    const [, hours, minutes, seconds = '0'] = TIME.exec(text) ?? []
    return hours === undefined ? null : ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000
  }
  // `Date.UTC` takes the years 0 to 99 for those of the last century.
  const date = new Date(Date.UTC(2000, Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second)))
  return date.setUTCFullYear(Number(year), Number(month) - 1, Number(day))
}

const MOMENT = /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:\.\d+)?)?(?:Z|[+-]\d\d(?::?\d\d)?)?)?$/
const TIME = /^(\d\d):(\d\d)(?::(\d\d)(?:\.\d+)?)?(?:Z|[+-]\d\d(?::?\d\d)?)?$/

/** What follows the clock: the zone, as it was written; empty if there is none. */
export function zoneOf(text: string): string {
  return /\d\d:\d\d.*?(Z|[+-]\d\d(?::?\d\d)?)$/.exec(text)?.[1] ?? ''
}

/** A moment as a date: `2021-03-05`. */
export function dateText(moment: number): string {
  return new Date(moment).toISOString().slice(0, 10)
}

/** A moment as a date and time, without a zone: `2021-03-05T14:00:00`. */
export function timestampText(moment: number): string {
  return new Date(moment).toISOString().slice(0, 19)
}

export const DAY_MS = 86_400_000

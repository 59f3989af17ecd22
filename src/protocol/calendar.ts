/** Days since 1970 of a day in the calendar of all times, as PostgreSQL counts; year 0 is 1 BC. */
export function daysOf(year: number, month: number, day: number): number {
  const shifted = month <= 2 ? year - 1 : year
  const era = Math.floor(shifted / 400)
  const ofEra = shifted - era * 400
  const ofYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1
  return era * 146_097 + ofEra * 365 + Math.floor(ofEra / 4) - Math.floor(ofEra / 100) + ofYear - 719_468
}

export interface Day {
  /** 0 is 1 BC. */
  readonly year: number
  readonly month: number
  readonly day: number
}

/** The day that is so many days after 1 January 1970. */
export function dayOfDays(days: number): Day {
  const shifted = days + 719_468
  const era = Math.floor(shifted / 146_097)
  const ofEra = shifted - era * 146_097
  const year = Math.floor(
    (ofEra - Math.floor(ofEra / 1460) + Math.floor(ofEra / 36_524) - Math.floor(ofEra / 146_096)) / 365,
  )
  const ofYear = ofEra - (365 * year + Math.floor(year / 4) - Math.floor(year / 100))
  const shiftedMonth = Math.floor((5 * ofYear + 2) / 153)
  const month = shiftedMonth + (shiftedMonth < 10 ? 3 : -9)
  return {
    year: year + era * 400 + (month <= 2 ? 1 : 0),
    month,
    day: ofYear - Math.floor((153 * shiftedMonth + 2) / 5) + 1,
  }
}

/** 1 (Monday) to 7. */
export function weekdayOf(days: number): number {
  return ((((days + 3) % 7) + 7) % 7) + 1
}

/** `2021-03-05`; years before 1 have ` BC` at the end of what is written, which is not here. */
export function dayText(days: number): { readonly text: string; readonly isBefore: boolean } {
  const { year, month, day } = dayOfDays(days)
  const isBefore = year <= 0
  return { text: `${String(isBefore ? 1 - year : year).padStart(4, '0')}-${two(month)}-${two(day)}`, isBefore }
}

/** A day as PostgreSQL writes it: `2021-03-05`, `0044-03-15 BC`, `10000-01-01`. */
export function writtenDay(days: number): string {
  return writtenMoment(days, '')
}

/** A day with what stands after it, as `T10:00:00`: years before the first end in ` BC`. */
export function writtenMoment(days: number, rest: string): string {
  const { text, isBefore } = dayText(days)
  return `${text}${rest}${isBefore ? ' BC' : ''}`
}

/** A year as one says it: `2019`, `79`, `44 BC`; 0 is 1 BC. */
export function yearText(year: number): string {
  return year <= 0 ? `${1 - year} BC` : String(year)
}

/** Milliseconds. */
export const DAY_MS = 86_400_000

function two(value: number): string {
  return String(value).padStart(2, '0')
}

/** Days since 1970 of `2021-03-05` or `0044-03-15 BC`, and what stands after the day; null if that is none. */
export function readDay(text: string): { readonly days: number; readonly rest: string } | null {
  const match = /^(\d{4,})-(\d\d?)-(\d\d?)(?:[T ](\d.*?))?( BC)?$/.exec(text.trim())
  if (match === null) return null
  const [, year = '', month = '', day = '', rest = '', before] = match
  const at = { year: before === undefined ? Number(year) : 1 - Number(year), month: Number(month), day: Number(day) }
  const days = daysOf(at.year, at.month, at.day)
  const back = dayOfDays(days)
  return back.year === at.year && back.month === at.month && back.day === at.day ? { days, rest } : null
}

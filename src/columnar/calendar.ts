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

function two(value: bigint | number): string {
  return String(value).padStart(2, '0')
}

/** `10:20:30.5`, of microseconds since midnight. */
export function timeText(microseconds: bigint): string {
  const seconds = microseconds / 1_000_000n
  const rest = String(microseconds % 1_000_000n)
    .padStart(6, '0')
    .replace(/0+$/, '')
  return `${two(seconds / 3600n)}:${two((seconds / 60n) % 60n)}:${two(seconds % 60n)}${rest === '' ? '' : `.${rest}`}`
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

/** Microseconds of `10:20:30.5` and of the zone after it (`+02`, `+02:00`, `Z`); null if that is none. */
export function readTime(text: string): { readonly microseconds: bigint; readonly zone: bigint | null } | null {
  const match = /^(\d\d?):(\d\d)(?::(\d\d)(?:\.(\d{1,6}))?)?\s*(Z|[+-]\d\d(?::?\d\d)?)?$/i.exec(text)
  if (match === null) return null
  const [, hours = '0', minutes = '0', seconds = '0', fraction = '', zone] = match
  if (Number(hours) > 24 || Number(minutes) > 59 || Number(seconds) > 60) return null
  const whole = BigInt(Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds))
  return {
    microseconds: whole * 1_000_000n + BigInt(fraction.padEnd(6, '0')),
    zone: zone === undefined ? null : zoneOf(zone),
  }
}

function zoneOf(zone: string): bigint {
  const [, sign, hours = '0', minutes = '0'] = /^([+-])(\d\d):?(\d\d)?$/.exec(zone) ?? []
  if (sign === undefined) return 0n
  return BigInt((Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -1 : 1)) * 60_000_000n
}

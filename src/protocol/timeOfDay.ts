import { DAY_MS, readDay, writtenMoment } from './calendar.ts'

/**
 * Milliseconds since 1970 of a date, or date and time, as PostgreSQL writes it, by the clock it is written in; null for
 * infinity, any other text, and where `Date` doesn't reach.
 */
export function momentOf(text: string): number | null {
  const day = readDay(text)
  if (day === null) return null
  const time = day.rest === '' ? null : readTime(day.rest)
  if (day.rest !== '' && time === null) return null
  const moment = day.days * DAY_MS + Number((time?.microseconds ?? 0n) / 1000n)
  return Math.abs(moment) <= FURTHEST_MS ? moment : null
}

/** A moment as a date and time with whole seconds, in a zone if one is given: `0044-03-15T10:00:00 BC`. */
export function writtenTime(moment: number, zone = ''): string {
  const days = Math.floor(moment / DAY_MS)
  const seconds = Math.floor((moment - days * DAY_MS) / 1000)
  return writtenMoment(days, `T${timeText(BigInt(seconds) * 1_000_000n)}${zone}`)
}

/** The furthest moment that `Date` knows, either way. */
const FURTHEST_MS = 8.64e15

/** `10:20:30.5`, of microseconds since midnight. */
export function timeText(microseconds: bigint): string {
  const seconds = microseconds / 1_000_000n
  const rest = String(microseconds % 1_000_000n)
    .padStart(6, '0')
    .replace(/0+$/, '')
  return `${two(seconds / 3600n)}:${two((seconds / 60n) % 60n)}:${two(seconds % 60n)}${rest === '' ? '' : `.${rest}`}`
}

function two(value: bigint): string {
  return String(value).padStart(2, '0')
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

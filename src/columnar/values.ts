import type { JsonText } from '../protocol/jsonText.ts'
import { readDecimal, type Decimal } from '../summary/decimal.ts'
import { scaledText } from './exactNumbers.ts'
import { dayText, readDay } from '../protocol/calendar.ts'
import { readTime, timeText } from '../protocol/timeOfDay.ts'
import { floatText } from './floatText.ts'
import { isFiniteAt, sizeOf, type ListValues, type NumberValues, type TextValues, type Values } from './columns.ts'

/** A value as text: of a number its digits, of a list its JSON. */
export function textAt(values: Values, place: number): string {
  if (values.kind === 'lists') return values.json[place] ?? ''
  return values.kind === 'texts' ? utf8.decode(bytesAt(values, place)) : numberText(values, place)
}

/** A value as JSON. */
export function jsonAt(values: Values, place: number): JsonText {
  const text = textAt(values, place)
  if (values.kind === 'lists' || (values.kind === 'texts' && values.isJson)) return text
  if (values.kind === 'texts') return JSON.stringify(text)
  const { unit } = values
  const isBare = unit === 'boolean' || unit === 'decimal' || unit === 'float4' || unit === 'float8'
  return isBare && isFiniteAt(values, place) ? text : `"${text}"`
}

/** The bytes of a text, not copied. */
export function bytesAt({ bytes, ends }: TextValues, place: number): Uint8Array {
  return bytes.subarray(place === 0 ? 0 : ends[place - 1], ends[place])
}

const utf8 = new TextDecoder('utf-8', { ignoreBOM: true })

/** A finite number exactly, as days or microseconds if it is a date or time; null for infinity and NaN. */
export function decimalAt(values: NumberValues, place: number): Decimal | null {
  const at = values.at[place] ?? Number.NaN
  if (!isFiniteAt(values, place)) return null
  if (values.unit === 'float4' || values.unit === 'float8') return readDecimal(floatText(at, values.unit === 'float4'))
  return { digits: values.bigs?.[place] ?? BigInt(at), scale: values.scale }
}

/** About what a number is; exact for floats. */
export function numberAt(values: NumberValues, place: number): number {
  const at = values.at[place] ?? Number.NaN
  return values.scale === 0 ? at : at / 10 ** values.scale
}

function numberText(values: NumberValues, place: number): string {
  const at = values.at[place] ?? Number.NaN
  switch (values.unit) {
    case 'boolean':
      return at === 1 ? 'true' : 'false'
    case 'float4':
    case 'float8':
      return floatText(at, values.unit === 'float4')
    case 'decimal': {
      if (!isFiniteAt(values, place)) return String(at)
      const digits = values.bigs?.[place] ?? BigInt(at)
      const scale = values.scales?.[place] ?? values.scale
      return scaledText({ digits: digits / 10n ** BigInt(values.scale - scale), scale })
    }
    case 'date':
    case 'timestamp':
    case 'timestamptz':
    case 'time':
      return momentText(values.unit, values.bigs?.[place] ?? at)
  }
}

const DAY = 86_400_000_000n

/** A date, time or timestamp as PostgreSQL writes it in JSON; what has a zone in UTC. */
export function momentText(unit: 'date' | 'timestamp' | 'timestamptz' | 'time', at: number | bigint): string {
  if (at === Infinity) return 'infinity'
  if (at === -Infinity) return '-infinity'
  if (unit === 'time') return timeText(BigInt(at))
  if (unit === 'date') {
    const { text, isBefore } = dayText(Number(at))
    return isBefore ? `${text} BC` : text
  }
  const microseconds = BigInt(at)
  const days = (microseconds - (((microseconds % DAY) + DAY) % DAY)) / DAY
  const { text, isBefore } = dayText(Number(days))
  const zone = unit === 'timestamptz' ? '+00:00' : ''
  return `${text}T${timeText(microseconds - days * DAY)}${zone}${isBefore ? ' BC' : ''}`
}

/** What a text means in that unit: a number, or a whole number that a double may not hold; null if it can't be read. */
export function readMoment(unit: 'date' | 'timestamp' | 'timestamptz' | 'time', text: string): number | bigint | null {
  const word = text.trim().toLowerCase()
  if (unit !== 'time' && /^[+]?inf(?:inity)?$/.test(word)) return Infinity
  if (unit !== 'time' && /^-inf(?:inity)?$/.test(word)) return -Infinity
  if (unit === 'time') return readTime(text.trim())?.microseconds ?? null
  const day = readDay(text)
  if (day === null) return null
  const time = day.rest === '' ? null : readTime(day.rest)
  if (day.rest !== '' && time === null) return null
  if (unit === 'date') return day.days
  const zone = unit === 'timestamptz' ? (time?.zone ?? 0n) : 0n
  return BigInt(day.days) * DAY + (time?.microseconds ?? 0n) - zone
}

/** A bound to compare values with: in front of it lie those below `at`; with `hasMore` also those that equal it. */
interface Bound {
  readonly at: number | bigint
  readonly hasMore: boolean
}

/** The bound that a text means for these numbers; null if it can't be read. */
function boundOf(values: NumberValues, text: string): Bound | null {
  const { unit, scale } = values
  if (unit === 'boolean') {
    const read = readBoolean(text)
    return read === null ? null : { at: read ? 1 : 0, hasMore: false }
  }
  if (unit === 'date' || unit === 'timestamp' || unit === 'timestamptz' || unit === 'time') {
    const at = readMoment(unit, text)
    return at === null ? null : { at, hasMore: false }
  }
  const special = readSpecial(text)
  if (special !== null) return { at: special, hasMore: false }
  const read = readDecimal(text.trim())
  if (read === null) return null
  if (unit === 'float8') return { at: Number(text), hasMore: false }
  if (unit === 'float4') return { at: Math.fround(Number(text)), hasMore: false }
  if (read.scale <= scale) return { at: read.digits * 10n ** BigInt(scale - read.scale), hasMore: false }
  const power = 10n ** BigInt(read.scale - scale)
  const rest = ((read.digits % power) + power) % power
  return { at: (read.digits - rest) / power, hasMore: rest !== 0n }
}

/** PostgreSQL's words for numbers that are none. */
export function readSpecial(text: string): number | null {
  const word = text.trim().toLowerCase()
  if (word === 'nan') return Number.NaN
  const [, sign] = /^([+-]?)inf(?:inity)?$/.exec(word) ?? []
  return sign === undefined ? null : sign === '-' ? -Infinity : Infinity
}

/** PostgreSQL's words for true and false, shortened ones too. */
export function readBoolean(text: string): boolean | null {
  const word = text.trim().toLowerCase()
  if (word === '') return null
  if (word === '1' || word === 'on' || 'true'.startsWith(word) || 'yes'.startsWith(word)) return true
  if (word === '0' || (word.length > 1 && 'off'.startsWith(word)) || 'false'.startsWith(word) || 'no'.startsWith(word))
    return false
  return null
}

/**
 * How many of the values are less than what the text means, and how many equal it (0 or 1). Null if the text is no such
 * value. Lists can't be found.
 */
export function placeOf(
  values: NumberValues | TextValues,
  text: string,
): { readonly below: number; readonly equal: number } | null {
  if (values.kind === 'texts') {
    const sought = new TextEncoder().encode(text)
    const below = firstWhere(sizeOf(values), (place) => compareBytes(bytesAt(values, place), sought) >= 0)
    return { below, equal: below < sizeOf(values) && compareBytes(bytesAt(values, below), sought) === 0 ? 1 : 0 }
  }
  const bound = boundOf(values, text)
  if (bound === null) return null
  const below = firstWhere(values.at.length, (place) => compareTo(values, place, bound) >= 0)
  return { below, equal: below < values.at.length && compareTo(values, below, bound) === 0 ? 1 : 0 }
}

function compareTo({ at, bigs }: NumberValues, place: number, bound: Bound): number {
  const value = bigs?.[place] ?? at[place] ?? 0
  if (Number.isNaN(value)) return Number.isNaN(bound.at) ? 0 : 1
  if (Number.isNaN(bound.at)) return -1
  return value < bound.at ? -1 : value > bound.at ? 1 : bound.hasMore ? -1 : 0
}

/** The first of so many places for which it holds; it holds for all after it, too. */
export function firstWhere(count: number, holds: (place: number) => boolean): number {
  let [from, to] = [0, count]
  while (from < to) {
    const middle = (from + to) >>> 1
    if (holds(middle)) to = middle
    else from = middle + 1
  }
  return from
}

function compareBytes(a: Uint8Array, b: Uint8Array): number {
  const length = Math.min(a.length, b.length)
  for (let at = 0; at < length; at += 1) {
    const difference = (a[at] ?? 0) - (b[at] ?? 0)
    if (difference !== 0) return difference
  }
  return a.length - b.length
}

/** How many elements a list has. */
export function lengthOfList({ starts }: ListValues, place: number): number {
  return (starts[place + 1] ?? 0) - (starts[place] ?? 0)
}

import type { FieldKind } from '../../../protocol/field.ts'
import type { JsonText } from '../../../protocol/jsonText.ts'
import { visibleLine } from '../../../words/visibleText.ts'
import { LOCALE } from '../../../words/language.ts'
import { about, decimalOf, decimalText } from './decimal.ts'

/** How the values of a column are read: years are numbers without separators. */
export type ReadKind = FieldKind | 'year'

/** The same for all values of a column, so that 1,234 never stands beside 1234: they are years if its ends are. */
export function readKind(kind: FieldKind, ends: readonly (JsonText | null)[]): ReadKind {
  const given = ends.filter((end) => end !== null && end !== 'null')
  return kind === 'integer' && given.length > 0 && given.every((end) => /^[12]\d{3}$/.test(end ?? '')) ? 'year' : kind
}

/** A value as it is read: numbers with all their digits and separators, years without, texts without quotes. */
export function valueWords(value: JsonText, kind?: ReadKind): string {
  if (kind === 'year') return value
  if (value.startsWith('"')) return visibleLine(String(JSON.parse(value)).replace(MIDNIGHT, '$1$2'))
  return numberWords(value) ?? visibleLine(value)
}

/** A number with all its digits, and separators; null for any other text. */
export function numberWords(value: string): string | null {
  const number = decimalOf(value)
  if (number === null) return null
  const text = decimalText(number)
  // A number of hundreds of digits is told as the server told it.
  if (text.length > LONGEST) return value
  const [whole = '0', fraction] = text.split('.')
  const grouped = whole.startsWith('-') ? `-${separated(whole.slice(1))}` : separated(whole)
  return fraction === undefined ? grouped : grouped + decimalSign() + fraction
}

const LONGEST = 60

/** The value of a condition as it is read. */
export function plainWords(value: string, kind?: ReadKind): string {
  if (kind === 'year') return value
  return numberWords(value) ?? value.replace(MIDNIGHT, '$1$2').replace(LAST_INSTANT, '$1')
}

/** A value in few characters, for the foot of a drawing: `10 million`, `1e20`, `2021-03-05`. */
export function shortWords(value: string, kind?: ReadKind): string {
  const plain = value.startsWith('"') ? String(JSON.parse(value)) : value
  const number = decimalOf(plain)
  // A day is told with its BC, but without its clock.
  if (number === null) return plain.replace(/(?<=\d)[T ]\d.*?( BC)?$/, '$1')
  const size = about(number)
  if (kind === 'year' || Math.abs(size) < 1_000_000) {
    return Math.abs(size) >= 1000 || number.scale === 0 ? plainWords(plain, kind) : String(Number(size.toPrecision(4)))
  }
  if (Math.abs(size) >= 1e15) return size.toExponential().replace('e+', 'e')
  compact ??= new Intl.NumberFormat(LOCALE.numbers, { notation: 'compact', compactDisplay: 'long' })
  return compact.format(size)
}

let compact: Intl.NumberFormat | undefined

/** The beginning of a day needs no clock. */
const MIDNIGHT = /^(\d{4,}-\d\d-\d\d)[T ]00:00:00( BC)?$/

/** The last part of a second is the end of a range. */
const LAST_INSTANT = /(:\d\d)\.999999(?=\D|$)/

function separated(digits: string): string {
  format ??= new Intl.NumberFormat(LOCALE.numbers)
  return format.format(BigInt(digits))
}

function decimalSign(): string {
  format ??= new Intl.NumberFormat(LOCALE.numbers)
  return format.formatToParts(0.5).find(({ type }) => type === 'decimal')?.value ?? '.'
}

let format: Intl.NumberFormat | undefined

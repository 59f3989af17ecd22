import type { FieldKind } from '../../../protocol/field.ts'
import type { JsonText } from '../../../protocol/jsonText.ts'
import { visibleLine } from '../../../grid/cells/visibleText.ts'
import { LOCALE } from '../../../words/language.ts'
import { about, decimalOf, decimalText } from './decimal.ts'

/** A value as it is read: numbers with all their digits and separators, years without, texts without quotes. */
export function valueWords(value: JsonText, kind?: FieldKind): string {
  if (isYear(value, kind)) return value
  if (value.startsWith('"')) return visibleLine(String(JSON.parse(value)).replace(MIDNIGHT, '$1'))
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
export function plainWords(value: string, kind?: FieldKind): string {
  if (isYear(value, kind)) return value
  return numberWords(value) ?? value.replace(MIDNIGHT, '$1')
}

function isYear(value: string, kind: FieldKind | undefined): boolean {
  return kind === 'integer' && /^[12]\d{3}$/.test(value)
}

/** A value in few characters, for the foot of a drawing: `10 million`, `1e20`, `2021-03-05`. */
export function shortWords(value: string, kind?: FieldKind): string {
  const plain = value.startsWith('"') ? String(JSON.parse(value)) : value
  const number = decimalOf(plain)
  if (number === null) return plain.replace(/[T ].*$/, '')
  const size = about(number)
  if (isYear(plain, kind) || Math.abs(size) < 1_000_000) {
    return Math.abs(size) >= 1000 || number.scale === 0 ? plainWords(plain, kind) : String(Number(size.toPrecision(4)))
  }
  if (Math.abs(size) >= 1e15) return size.toExponential().replace('e+', 'e')
  compact ??= new Intl.NumberFormat(LOCALE.numbers, { notation: 'compact', compactDisplay: 'long' })
  return compact.format(size)
}

let compact: Intl.NumberFormat | undefined

/** The beginning of a day needs no clock. */
const MIDNIGHT = /^(\d{4}-\d\d-\d\d)[T ]00:00:00$/

function separated(digits: string): string {
  format ??= new Intl.NumberFormat(LOCALE.numbers)
  return format.format(BigInt(digits))
}

function decimalSign(): string {
  format ??= new Intl.NumberFormat(LOCALE.numbers)
  return format.formatToParts(0.5).find(({ type }) => type === 'decimal')?.value ?? '.'
}

let format: Intl.NumberFormat | undefined

import type { FieldKind } from '../../protocol/field.ts'
import { jsonKind, jsonToPlain, type JsonText } from '../../protocol/jsonText.ts'
import type { ColumnFormat, DateFormat, NumberFormat } from '../../rows/columnFormat.ts'
import { monthWords } from '../../words/months.ts'

/** Whether a column of that kind can be shown so. */
export function formatFits(format: ColumnFormat, kind: FieldKind): boolean {
  if (kind === 'text') return true
  return format.as === 'number' ? kind === 'integer' || kind === 'numeric' : kind === 'date' || kind === 'timestamp'
}

/**
 * What is shown of a value; null if it can't be read as the format says, so that it is shown as it came: NaN, infinity,
 * and text that is no number or no day. Digits are worked on as text, so that none is lost but those that are rounded off.
 */
export function formatValue(value: JsonText, kind: FieldKind, format: ColumnFormat): string | null {
  const is = jsonKind(value)
  if ((is !== 'string' && is !== 'number') || value.length > LONGEST || !formatFits(format, kind)) return null
  const text = jsonToPlain(value)
  if (format.as === 'date') {
    const day = readDay(text) ?? (kind === 'text' ? readWrittenDay(text, format.monthFirst === true) : null)
    return day === null ? null : dayText(day, format)
  }
  const source = kind === 'text' ? plainNumber(text, format.commaFraction === true) : text
  const number = source === null ? null : readNumber(source)
  return number === null ? null : numberText(number, format)
}

/** Numbers and days are shorter; what is longer is another kind of text, or has more digits than can be looked at. */
const LONGEST = 400

interface ReadNumber {
  readonly isNegative: boolean
  readonly whole: string
  readonly fraction: string
}

function readNumber(text: string): ReadNumber | null {
  const parts = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,3}))?$/.exec(text)
  if (parts === null) return null
  const [, sign, whole = '', fraction = '', exponent = '0'] = parts
  if (whole === '' && fraction === '') return null
  return shifted({ isNegative: sign === '-', whole, fraction }, Number(exponent))
}

/** The number with its point so many digits to the right. */
function shifted({ isNegative, whole, fraction }: ReadNumber, by: number): ReadNumber {
  const point = whole.length + by
  const digits = `${'0'.repeat(Math.max(0, -point))}${whole}${fraction}`.padEnd(point, '0')
  const at = Math.max(0, point)
  return { isNegative, whole: digits.slice(0, at).replace(/^0+(?=\d)/, '') || '0', fraction: digits.slice(at) }
}

function numberText(number: ReadNumber, { thousands, decimals, percent }: NumberFormat): string {
  const scaled = percent === true ? shifted(number, 2) : number
  const { isNegative, whole, fraction } = decimals === undefined ? scaled : rounded(scaled, decimals)
  const grouped = thousands === true ? whole.replaceAll(/\B(?=(?:\d{3})+$)/g, ',') : whole
  const digits = fraction === '' ? grouped : `${grouped}.${fraction}`
  return `${isNegative ? '-' : ''}${digits}${percent === true ? '\u00a0%' : ''}`
}

/** Half goes away from zero, as PostgreSQL rounds its numerics. */
function rounded({ isNegative, whole, fraction }: ReadNumber, decimals: number): ReadNumber {
  const kept = fraction.padEnd(decimals, '0')
  const cut = (kept.charAt(decimals) || '0') >= '5' ? 1n : 0n
  const digits = (BigInt(`${whole}${kept.slice(0, decimals)}`) + cut).toString().padStart(decimals + 1, '0')
  const end = digits.length - decimals
  // What is rounded to zero has no sign, but a zero that came with one keeps it.
  const wasZero = /^0*$/.test(whole + fraction)
  const isZero = /^0+$/.test(digits)
  return {
    isNegative: isNegative && (wasZero || !isZero),
    whole: digits.slice(0, end),
    fraction: digits.slice(end),
  }
}

/** The number that people wrote, with a point and nothing between its digits; null for what is none. */
function plainNumber(text: string, commaFraction: boolean): string | null {
  const trimmed = text.trim().replace(/^\u2212/, '-')
  const written = commaFraction ? WITH_COMMA : WITH_POINT
  if (!written.test(trimmed)) return null
  const digits = trimmed.replaceAll(commaFraction ? /[.\s'’]/g : /[,\s'’]/g, '')
  return commaFraction ? digits.replace(',', '.') : digits
}

const WITH_POINT = /^[+-]?(?:\d{1,3}(?:([,\s'’])\d{3})(?:\1\d{3})*|\d+)?(?:\.\d+)?(?:[eE][+-]?\d{1,3})?$/
const WITH_COMMA = /^[+-]?(?:\d{1,3}(?:([.\s'’])\d{3})(?:\1\d{3})*|\d+)?(?:,\d+)?(?:[eE][+-]?\d{1,3})?$/

interface ReadDay {
  readonly year: string
  /** From 1. */
  readonly month: number
  readonly day: number
  /** The time of day with its zone, as it came; empty for none. */
  readonly time: string
  readonly era: string
}

/** A day or a time as servers write it. */
function readDay(text: string): ReadDay | null {
  const parts =
    /^(\d{4,7})-(\d\d)-(\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d(?::?\d\d)*)?))?( BC)?$/.exec(text)
  if (parts === null) return null
  const [, year = '', month, day, time = '', era = ''] = parts
  return known({ year, month: Number(month), day: Number(day), time, era })
}

/** A day as people write it, `5.3.2021` or `03/05/2021`; a year of two digits could be any. */
function readWrittenDay(text: string, isMonthFirst: boolean): ReadDay | null {
  const parts = /^(\d{1,2})([./-])(\d{1,2})\2(\d{4})(?:,?\s+(\d{1,2}:\d\d(?::\d\d)?))?$/.exec(text.trim())
  if (parts === null) return null
  const [, first, , second, year = '', time = ''] = parts
  const [month, day] = isMonthFirst ? [Number(first), Number(second)] : [Number(second), Number(first)]
  return known({ year, month, day, time, era: '' })
}

function known(read: ReadDay): ReadDay | null {
  const { year, month, day, era } = read
  if (month < 1 || month > 12 || day < 1) return null
  // The year before year 1 is 1 BC, which is a leap year as year 0 would be.
  const count = era === '' ? Number(year) : 1 - Number(year)
  const isLeap = (count % 4 === 0 && count % 100 !== 0) || count % 400 === 0
  const most = month === 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31
  return day <= most ? read : null
}

function dayText({ year, month, day, time, era }: ReadDay, { style }: DateFormat): string {
  const name = monthWords(month)
  if (style === 'year') return `${year}${era}`
  if (style === 'month') return `${name} ${year}${era}`
  const [mm, dd] = [month, day].map((part) => String(part).padStart(2, '0'))
  const date = {
    iso: `${year}-${mm}-${dd}`,
    long: `${day} ${name} ${year}`,
    dayFirst: `${dd}/${mm}/${year}`,
    monthFirst: `${mm}/${dd}/${year}`,
  }[style]
  return `${date}${era}${time === '' ? '' : `${style === 'iso' ? ' ' : ', '}${time}`}`
}

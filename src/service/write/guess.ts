import { jsonKind, jsonToPlain, type JsonText } from '../../protocol/jsonText.ts'

/**
 * Guesses a field's type from its value in the first record (protocol/README.md P20). Unlike in CKAN, booleans are `bool`,
 * integers too large for `int` get a type that holds them, text with leading zeros stays text, and a date counts as one
 * only if PostgreSQL can read it.
 */
export function guessType(value: JsonText): string {
  const kind = jsonKind(value)
  if (kind === 'string') return guessFromText(jsonToPlain(value))
  if (kind !== 'number') return OTHER_TYPES[kind]
  return /[.eE]/.test(value) ? 'float' : wholeType(value, 'int')
}

const OTHER_TYPES = { object: 'json', array: 'json', boolean: 'bool', null: 'text' } as const

function guessFromText(text: string): string {
  const trimmed = text.trim()
  if (/^[+-]?(0|[1-9]\d*)$/.test(trimmed)) return wholeType(trimmed, 'integer')
  if (/^[+-]?((0|[1-9]\d*)(\.\d*)?|\.\d+)([eE][+-]?\d{1,3})?$/.test(trimmed)) return 'numeric'
  if (/^([+-]?(nan|inf|infinity))$/i.test(trimmed) && !/^[+-]nan$/i.test(trimmed)) return 'numeric'
  return isDate(text) ? 'timestamp' : 'text'
}

function wholeType(digits: string, usual: string): string {
  const number = BigInt(digits.replace('+', ''))
  if (BigInt.asIntN(32, number) === number) return usual
  return BigInt.asIntN(64, number) === number ? 'bigint' : 'numeric'
}

/** CKAN's forms: `Y-m-d`, optionally with `H:M:S` after a blank or a T, and a Z; `m/d/Y` and `m-d-Y`. */
const ISO = /^(\d{4})-(\d{1,2})-(\d{1,2})(?: (\d{1,2}):(\d{1,2}):(\d{1,2})|T(\d{1,2}):(\d{1,2}):(\d{1,2})Z?)?$/
const MONTH_FIRST = /^(\d{1,2})([/-])(\d{1,2})\2(\d{4})$/

function isDate(text: string): boolean {
  const iso = ISO.exec(text)
  if (iso) {
    const [hour = 0, minute = 0, second = 0] = iso
      .slice(4)
      .filter((part) => part !== undefined)
      .map(Number)
    return isDay(Number(iso[1]), Number(iso[2]), Number(iso[3])) && hour < 24 && minute < 60 && second < 60
  }
  const monthFirst = MONTH_FIRST.exec(text)
  return monthFirst !== null && isDay(Number(monthFirst[4]), Number(monthFirst[1]), Number(monthFirst[3]))
}

function isDay(year: number, month: number, day: number): boolean {
  if (year < 1 || month < 1 || month > 12 || day < 1) return false
  return day <= new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate()
}

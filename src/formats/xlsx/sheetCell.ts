import { DAY_MS, daysOf, readDay } from '../../protocol/calendar.ts'
import { fieldKind, type Field, type FieldKind } from '../../protocol/field.ts'
import { jsonKind, jsonToPlain, type JsonText } from '../../protocol/jsonText.ts'
import { readTime } from '../../protocol/timeOfDay.ts'
import type { GuardCount } from '../guardCount.ts'

/** What a cell of a spreadsheet holds without change. */
export type SheetCell = string | number | boolean | Date | null

/**
 * How the values of a column become cells: numbers and days where a spreadsheet keeps them as they are, else their text, which is
 * counted. Null is an empty cell.
 */
export function sheetCells(field: Field, guards: GuardCount): (value: JsonText | undefined) => SheetCell {
  const kind = fieldKind(field.type)
  const isFloat = /^(?:float|real|double)/i.test(field.type)
  return (value) => {
    if (value === undefined) return null
    const is = jsonKind(value)
    if (is === 'null') return null
    if (is === 'boolean' && kind === 'boolean') return value === 'true'
    if (kind === 'integer' || kind === 'numeric') {
      const number = is === 'number' ? keptNumber(value, isFloat) : null
      if (number === null) guards.add('numbersAsText', field.id)
      return number ?? textCell(jsonToPlain(value), field, guards)
    }
    const text = kind === 'json' ? value : jsonToPlain(value)
    if (kind !== 'date' && kind !== 'timestamp') return textCell(text, field, guards)
    const date = keptDate(text)
    if (date === null) guards.add('timesAsText', field.id)
    return date ?? text
  }
}

/** How a spreadsheet shows the days and times of such a column; undefined for others. */
export function dateFormat(kind: FieldKind): string | undefined {
  return kind === 'date' ? 'yyyy-mm-dd' : kind === 'timestamp' ? 'yyyy-mm-dd hh:mm:ss' : undefined
}

/** The number, if a spreadsheet has all its digits: it keeps 15, and of floating point what it is. */
function keptNumber(source: JsonText, isFloat: boolean): number | null {
  const number = Number(source)
  if (!Number.isFinite(number) || Object.is(number, -0)) return null
  const digits = source.replace(/e.*$/i, '').replaceAll(/[-.]/g, '').replace(/^0+/, '')
  // What is too small for a number would be 0; float8 has no digits that a number has not.
  if (number === 0) return digits === '' ? 0 : null
  if (isFloat) return number
  return digits.replace(/0+$/, '').length <= KEPT_DIGITS ? number : null
}

/** A day or a time without a zone, to the millisecond, from when the days of spreadsheets are those of the calendar. */
function keptDate(text: string): Date | null {
  const day = readDay(text)
  if (day === null || day.days < FIRST_DAY || day.days > LAST_DAY) return null
  if (day.rest === '') return new Date(day.days * DAY_MS)
  const time = readTime(day.rest)
  if (time === null || time.zone !== null || time.microseconds % 1000n !== 0n) return null
  return new Date(day.days * DAY_MS + Number(time.microseconds / 1000n))
}

function textCell(text: string, field: Field, guards: GuardCount): string {
  const kept = sheetText(text)
  if (kept !== text) guards.add(text.length > MOST_CHARACTERS ? 'cut' : 'leftOut', field.id)
  return kept
}

/** The text without what XML has no sign for, and no longer than a cell takes. */
export function sheetText(text: string): string {
  const clean = /[\uFFFE\uFFFF\uD800-\uDFFF]/.test(text) ? text.replaceAll(NOT_XML, '') : text
  if (clean.length <= MOST_CHARACTERS) return clean
  const isHalf = /[\uD800-\uDBFF]/.test(clean.charAt(MOST_CHARACTERS - 1))
  return clean.slice(0, isHalf ? MOST_CHARACTERS - 1 : MOST_CHARACTERS)
}

/** Halves of characters, too: with `u`, two that belong together are none. */
const NOT_XML = /[\uFFFE\uFFFF\p{Cs}]/gu

const MOST_CHARACTERS = 32_767
const KEPT_DIGITS = 15
/** In Excel 1900 has a 29 February. */
const FIRST_DAY = daysOf(1900, 3, 1)
const LAST_DAY = daysOf(9999, 12, 31)

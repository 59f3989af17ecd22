import type { Cell, CellValue } from 'hucre/xlsx'

/** What a cell of a sheet says, and what a reader has to tell about it. */
export interface CellText {
  readonly text: string | null
  readonly kind: 'none' | 'text' | 'number' | 'boolean' | 'date' | 'timestamp'
  readonly note: 'errorCells' | 'roundedNumbers' | 'zerosShown' | 'formulasWithoutValue' | null
}

/**
 * A cell as text: numbers in all their digits, dates as PostgreSQL writes them, formulas by the value that the file has of
 * them, errors as nothing.
 */
export function cellText(value: CellValue, cell: Cell | undefined): CellText {
  if (cell?.type === 'error' || (cell?.formula !== undefined && typeof value === 'string' && ERROR.test(value)))
    return { text: null, kind: 'none', note: 'errorCells' }
  if (value === null || value === '')
    return {
      text: null,
      kind: 'none',
      note: cell?.formula !== undefined && value === null ? 'formulasWithoutValue' : null,
    }
  if (typeof value === 'string') return { text: value, kind: 'text', note: null }
  if (typeof value === 'boolean') return { text: String(value), kind: 'boolean', note: null }
  const format = cell?.style?.numFmt ?? ''
  return typeof value === 'number' ? numberText(value, format) : dateText(value, format)
}

const ERROR = /^#(?:DIV\/0!|N\/A|NAME\?|NULL!|NUM!|REF!|VALUE!|SPILL!|CALC!)$|^Err:\d+$/

function numberText(value: number, format: string): CellText {
  const plain = plainNumber(value)
  // A number that is shown with zeros before it is a code.
  if (/^0{2,}$/.test(format) && /^\d+$/.test(plain))
    return {
      text: plain.padStart(format.length, '0'),
      kind: 'text',
      note: plain.length < format.length ? 'zerosShown' : null,
    }
  if (isTimeOnly(format) && value >= 0) return { text: timeOf(value * DAY, format), kind: 'text', note: null }
  return { text: plain, kind: 'number', note: Math.abs(value) >= FIRST_ROUNDED ? 'roundedNumbers' : null }
}

/** Programs for spreadsheets keep 15 digits of a number. */
const FIRST_ROUNDED = 1e15
const DAY = 86_400_000

/** The shortest text that is the number again, without an exponent. */
export function plainNumber(value: number): string {
  const [digits = '', exponent] = String(value === 0 ? 0 : value).split('e')
  if (exponent === undefined) return digits
  const sign = digits.startsWith('-') ? '-' : ''
  const [whole = '', fraction = ''] = digits.replace('-', '').split('.')
  const places = Number(exponent)
  return places > 0
    ? `${sign}${whole}${fraction.padEnd(places, '0')}`
    : `${sign}0.${'0'.repeat(-places - 1)}${whole}${fraction}`
}

function dateText(value: Date, format: string): CellText {
  if (Number.isNaN(value.getTime())) return { text: null, kind: 'none', note: 'errorCells' }
  // A time without a day is stored as one of the first day that there is.
  if (isTimeOnly(format) || value.getTime() < FIRST_DAY)
    return { text: timeOf(value.getTime() - ZERO_DAY, format), kind: 'text', note: null }
  const [day = '', time = ''] = value.toISOString().replace('Z', '').split('T')
  const isDay = time === '00:00:00.000' && !shown(format).includes('h')
  return isDay
    ? { text: day, kind: 'date', note: null }
    : { text: `${day} ${time.replace('.000', '')}`, kind: 'timestamp', note: null }
}

const ZERO_DAY = Date.UTC(1899, 11, 31)
const FIRST_DAY = Date.UTC(1900, 0, 1)

function timeOf(milliseconds: number, format: string): string {
  const seconds = Math.round(milliseconds / 1000)
  const ofDay = ((seconds % 86_400) + 86_400) % 86_400
  const hours = /\[h/i.test(format) && seconds >= 0 ? Math.floor(seconds / 3600) : Math.floor(ofDay / 3600)
  return [hours, Math.floor(ofDay / 60) % 60, ofDay % 60].map((part) => String(part).padStart(2, '0')).join(':')
}

function isTimeOnly(format: string): boolean {
  const parts = shown(format)
  return /[hs]/.test(parts) && !/[yd]/.test(parts)
}

/** The format without what is literal in it, or a colour, a condition or a language. */
function shown(format: string): string {
  const [first = ''] = format.replaceAll(/"[^"]*"|\\.|\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, '').split(';')
  return first.toLowerCase()
}

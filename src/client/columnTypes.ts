import { parseJsonText, type JsonText } from '../protocol/jsonText.ts'

/** The types that a new column may have; `numeric_comma` is `numeric` written with a decimal comma. */
export const COLUMN_TYPES = [
  'text',
  'int4',
  'int8',
  'numeric',
  'numeric_comma',
  'bool',
  'date',
  'timestamp',
  'timestamptz',
  'json',
] as const
export type ColumnType = (typeof COLUMN_TYPES)[number]

/** The database's name of the type. */
export function databaseType(type: ColumnType): string {
  return type === 'numeric_comma' ? 'numeric' : type
}

/** A cell's text as it will be stored, as far as that is known before the database reads it. */
export function storedText(type: ColumnType, text: string): string {
  return type === 'numeric_comma' ? text.replace(',', '.') : text
}

/** Whether a cell's text may be stored in a column of the type, nothing of it lost. Empty text is null but for text. */
export function fits(type: ColumnType, text: string): boolean {
  return text === '' || FITS[type](text)
}

/** Whether the text is written as only values of that type are: what a guess goes by. `yes` and `1` are no `bool` here. */
export function isWrittenAs(type: ColumnType, text: string): boolean {
  if (!FITS[type](text)) return false
  if (type === 'bool') return /^(?:true|false)$/i.test(text)
  if (type === 'json') return /^[{[]/.test(text)
  // 1E5 is more often a code than a number.
  return (type !== 'numeric' && type !== 'numeric_comma') || !/^-?\d+[eE]/.test(text)
}

/**
 * The JSON that stores a cell's text. Whole numbers go as numbers, others as text, which services cast themselves: read
 * as a number, 1.50 would be 1.5 in many. The text has to fit.
 */
export function cellJson(type: ColumnType, cell: string | null): JsonText {
  if (cell === null || (cell === '' && type !== 'text')) return 'null'
  if (type === 'int4' || type === 'int8') return cell
  if (type === 'bool') return TRUE.test(cell) ? 'true' : 'false'
  return type === 'json' ? cell.trim() : JSON.stringify(storedText(type, cell))
}

/**
 * What a guess goes by in a column's whole text. A comma within numbers is guessed to be a decimal one only where the
 * file's separator says so: in others it more often parts thousands.
 */
export class ColumnGuess {
  #values = 0
  #hasFraction = false
  #hasLongWhole = false
  readonly #written = new Map<ColumnType, number>(GUESSED.map((type) => [type, 0]))

  constructor(decimalComma: boolean) {
    if (!decimalComma) this.#written.delete('numeric_comma')
  }

  add(text: string | null): void {
    if (text === null || text === '') return
    this.#values += 1
    for (const [type, count] of this.#written) {
      if (isWrittenAs(type, text)) this.#written.set(type, count + 1)
      else this.#written.delete(type)
    }
    if (/[.eE]/.test(text)) this.#hasFraction = true
    else if (!FITS.int8(text)) this.#hasLongWhole = true
  }

  /** The narrowest type that every value is written as; text where there are none. */
  type(): ColumnType {
    if (this.#values === 0) return 'text'
    const type = GUESSED.find((candidate) => this.#written.get(candidate) === this.#values) ?? 'text'
    // Whole numbers longer than int8 are codes, such as those of parcels and cards.
    return type === 'numeric' && this.#hasLongWhole && !this.#hasFraction ? 'text' : type
  }

  /** Values that are neither null nor empty. */
  get values(): number {
    return this.#values
  }
}

/** In the order in which they are tried; what fits none of them is text. */
const GUESSED = COLUMN_TYPES.filter((type) => type !== 'text')
const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
const TRUE = /^(?:t|true|y|yes|on|1)$/i
const FALSE = /^(?:f|false|n|no|off|0)$/i
const WHOLE = /^(?:0|-?[1-9]\d*)$/
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d{1,3})?$/
const NUMBER_COMMA = /^-?(?:0|[1-9]\d*)(?:,\d+)?(?:[eE][+-]?\d{1,3})?$/
const DATE = /^(\d{4})-(\d\d)-(\d\d)$/
const TIMESTAMP = /^(\d{4}-\d\d-\d\d)[T ](\d\d):(\d\d)(?::(\d\d)(?:\.\d{1,6})?)?$/
const ZONE = / ?(?:Z|[+-](?:0\d|1[0-5])(?::?[0-5]\d)?)$/

const FITS: Readonly<Record<ColumnType, (text: string) => boolean>> = {
  text: (text) => !text.includes('\0'),
  int4: (text) => isWhole(text, 31n),
  int8: (text) => isWhole(text, 63n),
  numeric: (text) => NUMBER.test(text),
  numeric_comma: (text) => NUMBER_COMMA.test(text),
  bool: (text) => TRUE.test(text) || FALSE.test(text),
  date: isDate,
  timestamp: isTimestamp,
  timestamptz: (text) => ZONE.test(text) && isTimestamp(text.replace(ZONE, '')),
  json: isJson,
}

function isWhole(text: string, bits: bigint): boolean {
  if (text.length > 20 || !WHOLE.test(text)) return false
  if (text.length < 10) return true
  const value = BigInt(text)
  return value >= -(1n << bits) && value < 1n << bits
}

function isDate(text: string): boolean {
  const [, year = '', month = '', day = ''] = DATE.exec(text) ?? []
  if (year === '' || year === '0000') return false
  const [y, m, d] = [Number(year), Number(month), Number(day)]
  const isLeap = y % 4 === 0 && (y % 100 !== 0 || y % 400 === 0)
  const days = m === 2 && isLeap ? 29 : DAYS[m - 1]
  return days !== undefined && d >= 1 && d <= days
}

function isTimestamp(text: string): boolean {
  const [, date = '', hours = '', minutes = '', seconds = '0'] = TIMESTAMP.exec(text) ?? []
  return isDate(date) && Number(hours) < 24 && Number(minutes) < 60 && Number(seconds) < 60
}

function isJson(text: string): boolean {
  // Most text is no JSON by its first character; to be told so by an exception would take a hundred times as long.
  const first = text.trimStart().charAt(0)
  if (first !== '{' && first !== '[' && first !== '"') return NUMBER.test(text) || text === 'true' || text === 'false'
  try {
    parseJsonText(text)
    return true
  } catch {
    return false
  }
}

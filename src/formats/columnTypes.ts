import { parseJsonText, type JsonText } from '../protocol/jsonText.ts'

/** All that a type of a new column is. To add one: an entry in `TYPES`, its cases in the test, its words in `words/en/create.ts`. */
interface TypeRules {
  /** What the database calls the type. */
  readonly database: string
  /** Whether this text can be stored without losing anything. */
  readonly fits: (text: string) => boolean
  /** Whether the type is guessed from a file: `ifDecimalComma` only if the file's separator leaves commas to numbers. */
  readonly guessed: 'always' | 'ifDecimalComma' | 'never'
  /** For a guess, if that asks for more than fitting: whether only values of this type are written like this. */
  readonly isTypical?: (text: string) => boolean
  /** The text that will be stored, as far as we know it before the database reads it; the same text if left out. */
  readonly stored?: (text: string) => string
  /** The JSON that stores the text; a JSON string if left out. */
  readonly json?: (text: string) => JsonText
  /** A text that two cells share if the database takes their values as equal; the cell's own text if left out. */
  readonly comparable?: (text: string) => string
}

const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
const TRUE = /^(?:t|true|y|yes|on|1)$/i
const FALSE = /^(?:f|false|n|no|off|0)$/i
const WHOLE = /^(?:0|-?[1-9]\d*)$/
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d{1,3})?$/
const NUMBER_COMMA = /^-?(?:0|[1-9]\d*)(?:,\d+)?(?:[eE][+-]?\d{1,3})?$/
/** 1E5 is more often a code than a number. */
const CODE = /^-?\d+[eE]/
const DATE = /^(\d{4})-(\d\d)-(\d\d)$/
const TIMESTAMP = /^(\d{4}-\d\d-\d\d)[T ](\d\d):(\d\d)(?::(\d\d)(?:\.\d{1,6})?)?$/
const ZONE = / ?(?:Z|[+-](?:0\d|1[0-5])(?::?[0-5]\d)?)$/

/** Guesses try the types in this order and take the first that all values are written as; text is the fallback. */
const TYPES = {
  text: { database: 'text', guessed: 'never', fits: (text) => !text.includes('\0') },
  int4: { database: 'int4', guessed: 'always', fits: (text) => isWhole(text, 31n), json: (text) => text },
  int8: { database: 'int8', guessed: 'always', fits: (text) => isWhole(text, 63n), json: (text) => text },
  // Sent as text, which services cast themselves: many would read the number 1.50 as 1.5.
  numeric: {
    database: 'numeric',
    guessed: 'always',
    fits: (text) => NUMBER.test(text),
    isTypical: (text) => !CODE.test(text),
    comparable: numberText,
  },
  /** `numeric`, written with a decimal comma. */
  numeric_comma: {
    database: 'numeric',
    guessed: 'ifDecimalComma',
    fits: (text) => NUMBER_COMMA.test(text),
    isTypical: (text) => !CODE.test(text),
    stored: withPoint,
    comparable: (text) => numberText(withPoint(text)),
  },
  bool: {
    database: 'bool',
    guessed: 'always',
    fits: (text) => TRUE.test(text) || FALSE.test(text),
    // `yes` and `1` are stored as true, but a column of them may well be something else.
    isTypical: (text) => /^(?:true|false)$/i.test(text),
    json: boolText,
    comparable: boolText,
  },
  date: { database: 'date', guessed: 'always', fits: isDate },
  timestamp: { database: 'timestamp', guessed: 'always', fits: isTimestamp, comparable: timestampText },
  // Compared as written: only the database knows which times are equal across zones.
  timestamptz: {
    database: 'timestamptz',
    guessed: 'always',
    fits: (text) => ZONE.test(text) && isTimestamp(text.replace(ZONE, '')),
  },
  json: {
    database: 'json',
    guessed: 'always',
    fits: isJson,
    isTypical: (text) => /^[{[]/.test(text),
    json: (text) => text.trim(),
  },
} as const satisfies Readonly<Record<string, TypeRules>>

export type ColumnType = keyof typeof TYPES

const RULES: Readonly<Record<ColumnType, TypeRules>> = TYPES

/** The types that a new column can have. */
export const COLUMN_TYPES: readonly ColumnType[] = Object.keys(TYPES).filter(isColumnType)

/** The types that a guess tries, in its order. */
export function guessedTypes(hasDecimalComma: boolean): readonly ColumnType[] {
  return COLUMN_TYPES.filter(
    (type) => RULES[type].guessed === 'always' || (hasDecimalComma && RULES[type].guessed === 'ifDecimalComma'),
  )
}

/** What the database calls the type. */
export function databaseType(type: ColumnType): string {
  return RULES[type].database
}

/** A cell's text as it will be stored, as far as we know it before the database reads it. */
export function storedText(type: ColumnType, text: string): string {
  return RULES[type].stored?.(text) ?? text
}

/** The text of a cell's value, null for null: in all columns but those of text, an empty cell is null too. */
export function valueText(type: ColumnType, cell: string | null): string | null {
  return cell === '' && type !== 'text' ? null : cell
}

/** Whether a column of the type can store this cell without losing anything. */
export function fits(type: ColumnType, text: string): boolean {
  return text === '' || RULES[type].fits(text)
}

/** Whether the text is written as only values of the type are, which is what a guess goes by. */
export function isTypical(type: ColumnType, text: string): boolean {
  const { fits: fitsType, isTypical: isTypicalOfType } = RULES[type]
  return fitsType(text) && (isTypicalOfType?.(text) ?? true)
}

/** The JSON that stores a cell's text, which has to fit. */
export function cellJson(type: ColumnType, cell: string | null): JsonText {
  const text = valueText(type, cell)
  if (text === null) return 'null'
  return RULES[type].json?.(text) ?? JSON.stringify(storedText(type, text))
}

/** A text that two cells share if the database takes their values as equal; null for null, which equals nothing. */
export function comparableText(type: ColumnType, cell: string | null): string | null {
  const text = valueText(type, cell)
  return text === null ? null : (RULES[type].comparable?.(text) ?? text)
}

function isColumnType(name: string): name is ColumnType {
  return name in TYPES
}

function isWhole(text: string, bits: bigint): boolean {
  if (text.length > 20 || !WHOLE.test(text)) return false
  if (text.length < 10) return true
  const value = BigInt(text)
  return value >= -(1n << bits) && value < 1n << bits
}

function withPoint(text: string): string {
  return text.replace(',', '.')
}

/** 1.50, 1.5 and 15e-1 as the same text. */
function numberText(text: string): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text) ?? []
  const digits = `${whole}${fraction}`.replace(/^0+/, '')
  const kept = digits.replace(/0+$/, '')
  if (kept === '') return '0'
  return `${sign}${kept}e${Number(exponent) - fraction.length + digits.length - kept.length}`
}

function boolText(text: string): string {
  return TRUE.test(text) ? 'true' : 'false'
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

/** 2025-01-31 12:00 and 2025-01-31T12:00:00.000 as the same text. */
function timestampText(text: string): string {
  const [, minute = '', second = '', fraction = ''] = /^(.{16})(:\d\d)?(?:\.(\d+))?$/.exec(text) ?? []
  return `${minute.replace(' ', 'T')}${second || ':00'}.${fraction.replace(/0+$/, '')}`
}

function isJson(text: string): boolean {
  // The first character rules out most text; an exception for each cell would take a hundred times as long.
  const first = text.trimStart().charAt(0)
  if (first !== '{' && first !== '[' && first !== '"') return NUMBER.test(text) || text === 'true' || text === 'false'
  try {
    parseJsonText(text)
    return true
  } catch {
    return false
  }
}

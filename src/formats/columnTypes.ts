import { parseJsonText, type JsonText } from '../protocol/jsonText.ts'
import { isoDate, isoTimestamp, type DateOrder } from './dateTexts.ts'
import { plainNumber, type NumberForm } from './numberTexts.ts'

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
  /** Offered for a column of text whose values all fit, as it may be what is meant. */
  readonly isOffered?: boolean
  /** The text that will be stored, as far as we know it before the database reads it; the same text if left out. */
  readonly stored?: (text: string) => string
  /** The JSON that stores the text; a JSON string if left out. */
  readonly json?: (text: string) => JsonText
  /** A text that two cells share if the database takes their values as equal; the cell's own text if left out. */
  readonly comparable?: (text: string) => string
}

const TRUE = /^(?:t|true|y|yes|on|1)$/i
const FALSE = /^(?:f|false|n|no|off|0)$/i
const WHOLE = /^(?:0|-?[1-9]\d*)$/
/** What only numbers are written like: `.5` may be one, and 1E5 is more often a code. */
const TYPICAL_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+(?:[eE][+-]?\d{1,3})?)?$/
const TYPICAL_NUMBER_COMMA = /^-?(?:0|[1-9]\d*)(?:,\d+(?:[eE][+-]?\d{1,3})?)?$/
const JSON_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d{1,3})?$/
const TYPICAL_DATE = /^\d{4}-\d\d-\d\d$/
const TYPICAL_TIMESTAMP = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,6})?)?$/
const ZONE = / ?(?:Z|[+-](?:0\d|1[0-5])(?::?[0-5]\d)?)$/

/** Guesses try the types in this order and take the first that all values are written as; text is the fallback. */
const TYPES = {
  text: { database: 'text', guessed: 'never', fits: (text) => !text.includes('\0') },
  int4: { database: 'int4', guessed: 'always', fits: (text) => isWhole(text, 31n), json: (text) => text },
  int8: { database: 'int8', guessed: 'always', fits: (text) => isWhole(text, 63n), json: (text) => text },
  // Sent as text, which services cast themselves: many would read the number 1.50 as 1.5.
  numeric: {
    guessed: 'always',
    isTypical: (text) => TYPICAL_NUMBER.test(text),
    isOffered: true,
    ...numberRules({ decimal: '.', hasGroups: false, isPercent: false }),
  },
  /** `numeric`, written 1,234.5. */
  numeric_grouped: {
    guessed: 'never',
    isOffered: true,
    ...numberRules({ decimal: '.', hasGroups: true, isPercent: false }),
  },
  /** `numeric`, written 1234,5 or 1.234,5. */
  numeric_comma: {
    guessed: 'ifDecimalComma',
    isTypical: (text) => TYPICAL_NUMBER_COMMA.test(text),
    isOffered: true,
    ...numberRules({ decimal: ',', hasGroups: true, isPercent: false }),
  },
  /** `numeric`, written 12.5 %, stored as 12.5. */
  percent: {
    guessed: 'never',
    isOffered: true,
    ...numberRules({ decimal: '.', hasGroups: true, isPercent: true }),
  },
  percent_comma: {
    guessed: 'never',
    isOffered: true,
    ...numberRules({ decimal: ',', hasGroups: true, isPercent: true }),
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
  date: {
    guessed: 'always',
    isTypical: (text) => TYPICAL_DATE.test(text),
    isOffered: true,
    ...dateRules('ymd'),
  },
  /** `date`, written 31/01/2024. */
  date_dmy: { guessed: 'never', isOffered: true, ...dateRules('dmy') },
  /** `date`, written 01/31/2024. */
  date_mdy: { guessed: 'never', isOffered: true, ...dateRules('mdy') },
  timestamp: {
    guessed: 'always',
    isTypical: (text) => TYPICAL_TIMESTAMP.test(text),
    isOffered: true,
    ...timestampRules('ymd'),
    // What needs no change is sent as it stands.
    stored: (text) => (TYPICAL_TIMESTAMP.test(text) ? text : (isoTimestamp(text, 'ymd') ?? text)),
  },
  timestamp_dmy: { guessed: 'never', isOffered: true, ...timestampRules('dmy') },
  timestamp_mdy: { guessed: 'never', isOffered: true, ...timestampRules('mdy') },
  // Compared as written: only the database knows which times are equal across zones.
  timestamptz: {
    database: 'timestamptz',
    guessed: 'always',
    fits: (text) => {
      const time = text.replace(ZONE, '')
      return ZONE.test(text) && TYPICAL_TIMESTAMP.test(time) && isoTimestamp(time, 'ymd') !== null
    },
  },
  json: {
    database: 'json',
    guessed: 'always',
    fits: isJson,
    isTypical: (text) => /^[{[]/.test(text),
    json: (text) => text,
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

/** The types that are offered for a column of text if all its values fit, in the order of the offers. */
export const OFFERED_TYPES: readonly ColumnType[] = COLUMN_TYPES.filter((type) => RULES[type].isOffered === true)

/** What the database calls the type. */
export function databaseType(type: ColumnType): string {
  return RULES[type].database
}

/** A cell's text as it will be stored, as far as we know it before the database reads it. */
export function storedText(type: ColumnType, text: string): string {
  const bare = bareText(type, text)
  return RULES[type].stored?.(bare) ?? bare
}

/** The text of a cell's value, null for null: in all columns but those of text, an empty or blank cell is null too. */
export function valueText(type: ColumnType, cell: string | null): string | null {
  return cell !== null && type !== 'text' && cell.trim() === '' ? null : cell
}

/** Whether a column of the type can store this cell without losing anything but blanks around a value that is no text. */
export function fits(type: ColumnType, text: string): boolean {
  const bare = bareText(type, text)
  return bare === '' || RULES[type].fits(bare)
}

/** Whether the text is written as only values of the type are, which is what a guess goes by. */
export function isTypical(type: ColumnType, text: string): boolean {
  const { fits: fitsType, isTypical: isTypicalOfType } = RULES[type]
  const bare = bareText(type, text)
  return (isTypicalOfType?.(bare) ?? true) && fitsType(bare)
}

/** The JSON that stores a cell's text, which has to fit. */
export function cellJson(type: ColumnType, cell: string | null): JsonText {
  const text = valueText(type, cell)
  if (text === null) return 'null'
  return RULES[type].json?.(bareText(type, text)) ?? JSON.stringify(storedText(type, text))
}

/** A text that two cells share if the database takes their values as equal; null for null, which equals nothing. */
export function comparableText(type: ColumnType, cell: string | null): string | null {
  const text = valueText(type, cell)
  if (text === null) return null
  const bare = bareText(type, text)
  return RULES[type].comparable?.(bare) ?? bare
}

/** Blanks around a value mean something in texts only. */
function bareText(type: ColumnType, text: string): string {
  return type === 'text' ? text : text.trim()
}

function numberRules(form: NumberForm) {
  const stored = (text: string) => plainNumber(text, form) ?? text
  return {
    database: 'numeric',
    fits: (text: string) => plainNumber(text, form) !== null,
    stored,
    comparable: (text: string) => numberText(stored(text)),
  }
}

function dateRules(order: DateOrder) {
  const stored = (text: string) => isoDate(text, order) ?? text
  return { database: 'date', fits: (text: string) => isoDate(text, order) !== null, stored, comparable: stored }
}

function timestampRules(order: DateOrder) {
  const stored = (text: string) => isoTimestamp(text, order) ?? text
  return {
    database: 'timestamp',
    fits: (text: string) => isoTimestamp(text, order) !== null,
    stored,
    comparable: (text: string) => timestampText(stored(text)),
  }
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

/** 1.50 and 1.5 as the same text. */
function numberText(plain: string): string {
  const bare = plain.includes('.') ? plain.replace(/\.?0+$/, '') : plain
  return bare === '-0' ? '0' : bare
}

function boolText(text: string): string {
  return TRUE.test(text) ? 'true' : 'false'
}

/** 2025-01-31 12:00 and 2025-01-31T12:00:00.000 as the same text. */
function timestampText(text: string): string {
  const [, minute = '', second = '', fraction = ''] = /^(.{16})(:\d\d)?(?:\.(\d+))?$/.exec(text) ?? []
  return `${minute.replace(' ', 'T')}${second || ':00'}.${fraction.replace(/0+$/, '')}`
}

function isJson(text: string): boolean {
  // The first character rules out most text; an exception for each cell would take a hundred times as long.
  const first = text.trimStart().charAt(0)
  if (first !== '{' && first !== '[' && first !== '"')
    return JSON_NUMBER.test(text) || text === 'true' || text === 'false'
  try {
    parseJsonText(text)
    return true
  } catch {
    return false
  }
}

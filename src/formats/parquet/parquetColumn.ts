import type { ParquetWriter } from 'hyparquet-writer'
import { DAY_MS, readDay } from '../../protocol/calendar.ts'
import { fieldKind, type Field } from '../../protocol/field.ts'
import { jsonKind, jsonToPlain, type JsonText } from '../../protocol/jsonText.ts'
import { readTime } from '../../protocol/timeOfDay.ts'

/** A column as the writer declares it. */
export type SchemaElement = ConstructorParameters<typeof ParquetWriter>[0]['schema'][number]

/** How a column is stored: its type in the file, and each value as the writer takes it. */
export interface ParquetColumn {
  readonly element: Omit<SchemaElement, 'name' | 'repetition_type'>
  readonly read: (value: JsonText) => unknown
}

/** Learns from all values of a column what type holds every one of them as it is. */
export class ColumnProof {
  readonly #field: Field
  /** How many values are no number, day or time that the type could hold. */
  #unfit = 0
  #values = 0
  #whole = 1
  #scale = 0

  constructor(field: Field) {
    this.#field = field
  }

  see(value: JsonText | undefined): void {
    if (value === undefined || jsonKind(value) === 'null') return
    this.#values += 1
    const kind = fieldKind(this.#field.type)
    if (kind === 'numeric' && !isFloat(this.#field)) {
      const decimal = jsonKind(value) === 'number' ? decimalOf(value) : null
      if (decimal === null) this.#unfit += 1
      else {
        this.#whole = Math.max(this.#whole, decimal.whole)
        this.#scale = Math.max(this.#scale, decimal.scale)
      }
    } else if (typed(this.#field)?.read(value) === null) this.#unfit += 1
  }

  /** The type that holds all that was seen; text if there is none, and then how many values could have been of another. */
  column(): { readonly column: ParquetColumn; readonly asText: number } {
    const kind = fieldKind(this.#field.type)
    const isDecimal = kind === 'numeric' && !isFloat(this.#field)
    const isLong = isDecimal && this.#whole + this.#scale > MOST_DIGITS
    const column = isDecimal ? decimals(this.#whole, this.#scale) : typed(this.#field)
    if (column === null) return { column: texts(this.#field), asText: 0 }
    return this.#unfit > 0 || isLong ? { column: texts(this.#field), asText: this.#values } : { column, asText: 0 }
  }
}

/** The type of the field in the file, if every value turns out to fit: `read` gives null for one that doesn't. */
function typed(field: Field): ParquetColumn | null {
  const { type } = field
  switch (fieldKind(type)) {
    case 'integer':
      return /^(?:int2|int4|int|integer|smallint|serial)$/i.test(type)
        ? { element: { type: 'INT32' }, read: (value) => wholeNumber(value, 32) }
        : { element: { type: 'INT64' }, read: (value) => wholeNumber(value, 64) }
    case 'numeric':
      return { element: { type: /^(?:float4|real)$/i.test(type) ? 'FLOAT' : 'DOUBLE' }, read: floatNumber }
    case 'boolean':
      return {
        element: { type: 'BOOLEAN' },
        read: (value) => (jsonKind(value) === 'boolean' ? value === 'true' : null),
      }
    case 'date':
      return { element: { type: 'INT32', converted_type: 'DATE' }, read: (value) => dayNumber(jsonToPlain(value)) }
    case 'timestamp': {
      const isAdjustedToUTC = /tz$|with time zone/i.test(type)
      return {
        element: { type: 'INT64', logical_type: { type: 'TIMESTAMP', isAdjustedToUTC, unit: 'MICROS' } },
        read: (value) => moment(jsonToPlain(value), isAdjustedToUTC),
      }
    }
    case 'text':
    case 'time':
    case 'json':
    case 'array':
    case 'other':
      return null
  }
}

function texts({ type }: Field): ParquetColumn {
  const isJson = fieldKind(type) === 'json'
  return {
    element: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
    read: (value) => (isJson ? value : jsonToPlain(value)),
  }
}

function decimals(whole: number, scale: number): ParquetColumn {
  const precision = whole + scale
  return {
    element: { type: 'FIXED_LEN_BYTE_ARRAY', type_length: 16, converted_type: 'DECIMAL', precision, scale },
    read: (value) => decimalOf(value)?.scaled(scale) ?? null,
  }
}

function isFloat({ type }: Field): boolean {
  return /^(?:float[48]|float|real|double)/i.test(type)
}

function wholeNumber(value: JsonText, bits: 32 | 64): number | bigint | null {
  if (!/^-?\d{1,20}$/.test(value)) return null
  const number = BigInt(value)
  if (BigInt.asIntN(bits, number) !== number) return null
  return bits === 32 ? Number(number) : number
}

/** NaN and infinity come as texts. */
function floatNumber(value: JsonText): number | null {
  const text = jsonToPlain(value)
  if (!/^(?:NaN|-?Infinity|-?\d+(?:\.\d+)?(?:e[+-]?\d+)?)$/i.test(text)) return null
  return Number(text)
}

/** Digits before and after the point, and the whole number that it is with so many after it. */
function decimalOf(value: JsonText) {
  const match = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d{1,3}))?$/i.exec(value)
  if (match === null) return null
  const [, sign = '', before = '', after = '', power = '0'] = match
  const digits = BigInt(before + after)
  const scale = Math.max(0, after.length - Number(power))
  const zeros = Math.max(0, Number(power) - after.length)
  const number = (sign === '-' ? -digits : digits) * 10n ** BigInt(zeros)
  const whole = Math.max(1, String(digits).length + zeros - scale)
  return { whole, scale, scaled: (places: number) => number * 10n ** BigInt(places - scale) }
}

function dayNumber(text: string): number | null {
  const day = readDay(text)
  return day === null || day.rest !== '' || Math.abs(day.days) > 2 ** 31 - 1 ? null : day.days
}

/** Microseconds since 1970; of a time with a zone in UTC, else as the clock showed. */
function moment(text: string, hasZone: boolean): bigint | null {
  const day = readDay(text)
  if (day === null) return null
  const time = day.rest === '' ? { microseconds: 0n, zone: null } : readTime(day.rest)
  if (time === null || (time.zone !== null) !== hasZone) return null
  return BigInt(day.days) * BigInt(DAY_MS) * 1000n + time.microseconds - (time.zone ?? 0n)
}

const MOST_DIGITS = 38

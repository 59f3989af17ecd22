import type { FileMetaData, SchemaElement } from 'hyparquet'
import type { ColumnType } from '../columnTypes.ts'

/** A column of a Parquet file: its type in a table, and how its values are written as text. */
export interface ParquetColumn {
  readonly name: string
  readonly type: ColumnType
  readonly textOf: (value: unknown) => string | null
}

/**
 * The columns of a file, and its metadata without what makes a reader round: decimals and times come as the whole numbers
 * that are stored, and `textOf` writes them in all their digits.
 */
export function plainValues(metadata: FileMetaData): {
  readonly metadata: FileMetaData
  readonly columns: readonly ParquetColumn[]
} {
  const columns: ParquetColumn[] = []
  const schema: SchemaElement[] = metadata.schema.slice(0, 1)
  for (let at = 1; at < metadata.schema.length;) {
    const element = metadata.schema[at]
    if (element === undefined) break
    const end = endOf(metadata.schema, at)
    if (end - at > 1 || element.repetition_type === 'REPEATED') {
      columns.push({ name: element.name, type: 'json', textOf: jsonOf })
      schema.push(...metadata.schema.slice(at, end))
    } else {
      const { type, textOf } = plainType(element)
      columns.push({ name: element.name, type, textOf: (value) => (isNothing(value) ? null : textOf(value)) })
      const { converted_type: _, logical_type: __, ...bare } = element
      schema.push(element.type === 'INT96' || isText(element) ? element : bare)
    }
    at = end
  }
  return { metadata: { ...metadata, schema }, columns }
}

function endOf(schema: readonly SchemaElement[], at: number): number {
  let end = at + 1
  for (let left = schema[at]?.num_children ?? 0; left > 0; left -= 1) end = endOf(schema, end)
  return end
}

type PlainType = Pick<ParquetColumn, 'type'> & { readonly textOf: (value: unknown) => string }

function plainType(element: SchemaElement): PlainType {
  const { type, converted_type: converted, logical_type: logical } = element
  if (converted === 'DECIMAL' || logical?.type === 'DECIMAL') {
    const scale = logical?.type === 'DECIMAL' ? logical.scale : (element.scale ?? 0)
    return { type: 'numeric', textOf: (value) => decimalText(wholeOf(value), scale) }
  }
  if (converted === 'DATE' || logical?.type === 'DATE')
    return { type: 'date', textOf: (value) => timeText(wholeOf(value) * NANOS_OF_DAY).slice(0, -9) }
  const time = timeOf(element)
  if (time !== null) return time
  if (type === 'INT96') return { type: 'timestamp', textOf: (value) => timeText(wholeOf(value)) }
  if (type === 'BOOLEAN') return { type: 'bool', textOf: String }
  if (type === 'INT32' || type === 'INT64') return wholeType(element)
  if (type === 'FLOAT') return { type: 'numeric', textOf: (value) => floatText(Number(value)) }
  if (type === 'DOUBLE') return { type: 'numeric', textOf: (value) => String(value) }
  if (logical?.type === 'UUID') return { type: 'text', textOf: uuidText }
  if (converted === 'JSON' || logical?.type === 'JSON') return { type: 'json', textOf: textOfBytes }
  return { type: 'text', textOf: isText(element) || type === 'BYTE_ARRAY' ? textOfBytes : hexText }
}

function timeOf({ converted_type: converted, logical_type: logical }: SchemaElement): PlainType | null {
  if (logical?.type === 'TIMESTAMP' || converted === 'TIMESTAMP_MILLIS' || converted === 'TIMESTAMP_MICROS') {
    const unit =
      logical?.type === 'TIMESTAMP' ? NANOS[logical.unit] : converted === 'TIMESTAMP_MILLIS' ? 1_000_000n : 1000n
    const hasZone = logical?.type === 'TIMESTAMP' && logical.isAdjustedToUTC
    return {
      type: hasZone ? 'timestamptz' : 'timestamp',
      textOf: (value) => timeText(wholeOf(value) * unit) + (hasZone ? 'Z' : ''),
    }
  }
  if (logical?.type !== 'TIME' && converted !== 'TIME_MILLIS' && converted !== 'TIME_MICROS') return null
  const unit = logical?.type === 'TIME' ? NANOS[logical.unit] : converted === 'TIME_MILLIS' ? 1_000_000n : 1000n
  return { type: 'text', textOf: (value) => timeText(wholeOf(value) * unit).slice(11) }
}

const NANOS = { MILLIS: 1_000_000n, MICROS: 1000n, NANOS: 1n } as const
const NANOS_OF_DAY = 86_400_000_000_000n

function wholeType({ type, converted_type: converted, logical_type: logical }: SchemaElement): PlainType {
  const isUnsigned = converted?.startsWith('UINT') === true || (logical?.type === 'INTEGER' && !logical.isSigned)
  if (!isUnsigned) return { type: type === 'INT32' ? 'int4' : 'int8', textOf: String }
  const bits = type === 'INT32' ? 32 : 64
  return { type: bits === 32 ? 'int8' : 'numeric', textOf: (value) => String(BigInt.asUintN(bits, wholeOf(value))) }
}

function isText({ converted_type: converted, logical_type: logical }: SchemaElement): boolean {
  return converted === 'UTF8' || converted === 'ENUM' || logical?.type === 'STRING' || logical?.type === 'ENUM'
}

function isNothing(value: unknown): boolean {
  return value === null || value === undefined
}

/** A whole number of any length, also from the bytes that store it, the greatest first. */
function wholeOf(value: unknown): bigint {
  if (typeof value === 'bigint') return value
  if (typeof value === 'number') return BigInt(value)
  if (value instanceof Date) return BigInt(value.getTime()) * 1_000_000n
  if (!(value instanceof Uint8Array)) throw new TypeError(`A number was expected, not ${typeof value}`)
  let whole = 0n
  for (const byte of value) whole = whole * 256n + BigInt(byte)
  return BigInt.asIntN(value.length * 8, whole)
}

/** The number divided by 10 so many times. */
function decimalText(unscaled: bigint, scale: number): string {
  const digits = String(unscaled < 0n ? -unscaled : unscaled).padStart(scale + 1, '0')
  const sign = unscaled < 0n ? '-' : ''
  return scale === 0 ? sign + digits : `${sign}${digits.slice(0, -scale)}.${digits.slice(-scale)}`
}

/** Nanoseconds since 1970 as a day and a time, with as many decimals as are not 0. */
function timeText(nanos: bigint): string {
  const milliseconds = nanos / 1_000_000n - (nanos % 1_000_000n < 0n ? 1n : 0n)
  const iso = new Date(Number(milliseconds)).toISOString()
  const fraction = String(((nanos % 1_000_000_000n) + 1_000_000_000n) % 1_000_000_000n).padStart(9, '0')
  const decimals = fraction.replace(/0+$/, '')
  return `${iso.slice(0, -5).replace('T', ' ')}${decimals === '' ? '' : `.${decimals}`}`
}

/** The shortest text that is the same number of 32 bits. */
function floatText(value: number): string {
  for (let digits = 1; digits < 10; digits += 1) {
    const text = value.toPrecision(digits)
    if (Math.fround(Number(text)) === value) return String(Number(text))
  }
  return String(value)
}

function textOfBytes(value: unknown): string {
  return value instanceof Uint8Array ? new TextDecoder().decode(value) : String(value)
}

function hexText(value: unknown): string {
  return value instanceof Uint8Array ? `\\x${hexOf(value)}` : String(value)
}

function uuidText(value: unknown): string {
  if (!(value instanceof Uint8Array)) return String(value)
  return hexOf(value).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Lists and structures as JSON; whole numbers keep their digits, times are those of JSON. */
function jsonOf(value: unknown): string | null {
  return isNothing(value) ? null : jsonText(value)
}

function jsonText(value: unknown): string {
  if (typeof value === 'bigint') return String(value)
  if (value instanceof Date) return JSON.stringify(value.toISOString())
  if (value instanceof Uint8Array) return JSON.stringify(textOfBytes(value))
  if (Array.isArray(value)) return `[${value.map(jsonText).join(',')}]`
  if (typeof value === 'object' && value !== null)
    return `{${Object.entries(value)
      .map(([name, each]) => `${JSON.stringify(name)}:${jsonText(each)}`)
      .join(',')}}`
  return JSON.stringify(value) ?? 'null'
}

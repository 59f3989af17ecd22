import type { Field, FieldKind } from '../protocol/field.ts'
import type { JsonText } from '../protocol/jsonText.ts'

/**
 * Records as columns. Every column is a list of its different values, in PostgreSQL's order, and for each record the place of
 * its value in that list: so what is asked about values is worked out once for each value, and exactly, and what is asked
 * about records is counting.
 */
export interface Columns {
  readonly records: number
  readonly of: ReadonlyMap<string, Column>
}

export interface Column {
  readonly field: Field
  readonly kind: FieldKind
  /** For each record 0 if it has null, else one more than the place of its value. */
  readonly codes: Codes
  readonly values: Values
}

export type Codes = Uint8Array | Uint16Array | Uint32Array

/** Different values in ascending order. */
export type Values = NumberValues | TextValues | ListValues

/** What the numbers of `NumberValues` count: the number itself, days since 1970, or microseconds since 1970 or midnight. */
export type Unit = 'decimal' | 'float4' | 'float8' | 'boolean' | 'date' | 'timestamp' | 'timestamptz' | 'time'

/** Numbers, dates, times and booleans. Infinity and NaN stand where PostgreSQL sorts them. */
export interface NumberValues {
  readonly kind: 'numbers'
  readonly unit: Unit
  /** Decimals are whole numbers here: the value times ten to the power of `scale`. */
  readonly scale: number
  /** How many digits after the point each value was written with; null if all have `scale`. */
  readonly scales: Uint16Array | null
  /** Exact, because the others are `bigs`. */
  readonly at: Float64Array
  /** The finite values, where a double can't hold all of them; `at` is then about what they are. */
  readonly bigs: readonly (bigint | null)[] | null
}

/** Texts by code point, which is the order of the copies' database: UTF-8, one after the other. */
export interface TextValues {
  readonly kind: 'texts'
  readonly bytes: Uint8Array
  /** Where each ends; the first begins at 0. */
  readonly ends: Uint32Array
  /** The texts are the source of JSON values. */
  readonly isJson: boolean
}

/** Lists, each as the places of its elements among the different elements. */
export interface ListValues {
  readonly kind: 'lists'
  /** The lists as JSON. */
  readonly json: readonly JsonText[]
  /** Where the elements of each list begin; one more than there are lists. */
  readonly starts: Uint32Array
  /** 0 is a null among the elements. */
  readonly elements: Codes
  readonly of: NumberValues | TextValues
}

/** Some of the records: 1 for each of them, 0 for the others. */
export interface Mask {
  readonly flags: Uint8Array
  readonly count: number
  /** The records themselves, where they are few: then they are counted without looking at the others. */
  readonly chosen: Uint32Array | null
  /** The records that are left out, where these are few. */
  readonly left: Uint32Array | null
}

/** A mask of these flags. */
export function maskOfFlags(flags: Uint8Array): Mask {
  let count = 0
  for (let record = 0; record < flags.length; record += 1) count += flags[record]!
  const areFew = count * 4 <= flags.length
  const areMost = count * 4 >= flags.length * 3
  return {
    flags,
    count,
    chosen: areFew ? recordsWith(flags, 1, count) : null,
    left: areMost && !areFew ? recordsWith(flags, 0, flags.length - count) : null,
  }
}

function recordsWith(flags: Uint8Array, flag: number, count: number): Uint32Array {
  const records = new Uint32Array(count)
  for (let record = 0, at = 0; at < count; record += 1) {
    records[at] = record
    if (flags[record] === flag) at += 1
  }
  return records
}

/** How many different values there are. */
export function sizeOf(values: Values): number {
  if (values.kind === 'numbers') return values.at.length
  return values.kind === 'texts' ? values.ends.length : values.json.length
}

/** Whether it is neither infinity nor NaN. What a double can't hold may look so in `at`, and is a number. */
export function isFiniteAt({ at, bigs }: NumberValues, place: number): boolean {
  return Number.isFinite(at[place]) || (bigs?.[place] ?? null) !== null
}

/** The column of that name. Throws if there is none: who asks has loaded it. */
export function columnOf(columns: Columns, field: string): Column {
  const column = columns.of.get(field)
  if (column === undefined) throw new Error(`There is no column ${field}`)
  return column
}

/** Room for places among so many values. */
export function codesFor(values: number, records: number): Codes {
  if (values < 256) return new Uint8Array(records)
  return values < 65_536 ? new Uint16Array(records) : new Uint32Array(records)
}

/** The room that a column takes, in bytes, with how often each of its values occurs. */
export function bytesOf({ codes, values }: Column): number {
  return codes.byteLength + sizeOf(values) * 4 + bytesOfValues(values)
}

/** What a small text or a big number takes beside its contents, about. */
const OBJECT_BYTES = 32

function bytesOfValues(values: Values): number {
  if (values.kind === 'texts') return values.bytes.byteLength + values.ends.byteLength
  if (values.kind === 'numbers')
    return values.at.byteLength + (values.scales?.byteLength ?? 0) + (values.bigs?.length ?? 0) * OBJECT_BYTES
  const texts = values.json.reduce((sum, text) => sum + text.length + OBJECT_BYTES, 0)
  return texts + values.starts.byteLength + values.elements.byteLength + bytesOfValues(values.of)
}

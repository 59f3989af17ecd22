import { fieldKind, type Field } from '../protocol/field.ts'
import type { JsonText } from '../protocol/jsonText.ts'
import type { Column, NumberValues, TextValues, Unit } from './columns.ts'
import { elementTypeOf, makeLists, makeNumbers, makeTexts, unitOf, type Encoded } from './makeColumn.ts'
import { readNumeric } from './readNumeric.ts'
import { jsonAt } from './values.ts'

/** Takes the values of a column as PostgreSQL's binary COPY writes them, one record after the other. */
export interface ColumnReader {
  /** The value of `length` bytes at a place; -1 is null. */
  take(view: DataView, at: number, length: number): void
  column(): Column
}

/** A reader for a field whose values come in the form of that type. */
export function columnReader(field: Field, type: string): ColumnReader {
  if (fieldKind(type) === 'array') return listReader(field, elementTypeOf(type))
  const scalars = scalarReader(type)
  return {
    take: (view, at, length) => scalars.take(view, at, length),
    column: () => ({ field, kind: fieldKind(field.type), ...scalars.encoded() }),
  }
}

interface ScalarReader {
  take(view: DataView, at: number, length: number): void
  readonly count: () => number
  encoded(): Encoded<NumberValues | TextValues>
}

function scalarReader(type: string): ScalarReader {
  const unit = unitOf(type)
  return unit === null ? textReader(fieldKind(type) === 'json') : numberReader(unit, type)
}

/** Microseconds and days from 1970 to 2000, from where PostgreSQL counts. */
const EPOCH_DAYS = 10_957
const EPOCH_MICROSECONDS = 946_684_800_000_000n

const SMALLEST = -(2n ** 63n)
const GREATEST = 2n ** 63n - 1n

function numberReader(unit: Unit, type: string): ScalarReader {
  let count = 0
  let numbers = new Float64Array(1024)
  let isNull = new Uint8Array(1024)
  let scales: Uint16Array | null = null
  const bigs = new Map<number, bigint>()
  const whole = (digits: bigint): number => {
    const number = Number(digits)
    if (BigInt(number) !== digits) bigs.set(count, digits)
    return number
  }
  const moment = (digits: bigint, epoch: bigint): number =>
    digits === GREATEST ? Infinity : digits === SMALLEST ? -Infinity : whole(digits + epoch)
  const read = (view: DataView, at: number, length: number): number => {
    switch (unit) {
      case 'boolean':
        return view.getUint8(at)
      case 'float4':
        return view.getFloat32(at)
      case 'float8':
        return view.getFloat64(at)
      case 'date': {
        const days = view.getInt32(at)
        return days === 2 ** 31 - 1 ? Infinity : days === -(2 ** 31) ? -Infinity : days + EPOCH_DAYS
      }
      case 'time':
        return Number(view.getBigInt64(at))
      case 'timestamp':
      case 'timestamptz': {
        // Most are whole numbers of two halves that a double holds: a bigint for each would take ten times as long.
        const high = view.getInt32(at)
        if (high > -2_000_000 && high < 2_000_000)
          return high * 2 ** 32 + view.getUint32(at + 4) + Number(EPOCH_MICROSECONDS)
        return moment(view.getBigInt64(at), EPOCH_MICROSECONDS)
      }
      case 'decimal':
        if (type === 'oid') return view.getUint32(at)
        if (fieldKind(type) === 'numeric') {
          const numeric = readNumeric(view, at)
          scales ??= new Uint16Array(numbers.length)
          scales[count] = numeric.scale
          if (numeric.digits !== null) bigs.set(count, numeric.digits)
          return numeric.number
        }
        if (length === 2) return view.getInt16(at)
        if (length === 4) return view.getInt32(at)
        return whole(view.getBigInt64(at))
    }
  }
  return {
    count: () => count,
    take(view, at, length) {
      if (count === numbers.length) {
        numbers = grown(numbers, new Float64Array(count * 2))
        isNull = grown(isNull, new Uint8Array(count * 2))
        if (scales !== null) scales = grown(scales, new Uint16Array(count * 2))
      }
      if (length < 0) isNull[count] = 1
      else numbers[count] = read(view, at, length)
      count += 1
    },
    encoded: () => encodedNumbers(unit, numbers.subarray(0, count), isNull, scales?.subarray(0, count) ?? null, bigs),
  }
}

/** Numbers of one scale, made of those that were read with scales of their own. */
function encodedNumbers(
  unit: Unit,
  numbers: Float64Array,
  isNull: Uint8Array,
  scales: Uint16Array | null,
  bigs: Map<number, bigint>,
): Encoded<NumberValues> {
  let scale = 0
  if (scales !== null)
    for (let record = 0; record < numbers.length; record += 1) scale = Math.max(scale, scales[record]!)
  if (scale === 0) return makeNumbers({ unit, numbers, bigs, isNull, scale, scales: null })
  for (let record = 0; record < numbers.length; record += 1) {
    const missing = scale - scales![record]!
    if (missing === 0 || isNull[record] === 1 || !Number.isFinite(numbers[record])) continue
    const scaled = numbers[record]! * 10 ** missing
    const big = bigs.get(record)
    if (big === undefined && Math.abs(scaled) <= Number.MAX_SAFE_INTEGER) numbers[record] = scaled
    else {
      const digits = (big ?? BigInt(numbers[record]!)) * 10n ** BigInt(missing)
      bigs.set(record, digits)
      numbers[record] = Number(digits)
    }
  }
  return makeNumbers({ unit, numbers, bigs, isNull, scale, scales })
}

function textReader(isJson: boolean): ScalarReader {
  let count = 0
  let used = 0
  let bytes = new Uint8Array(16_384)
  let starts = new Int32Array(1024)
  let ends = new Int32Array(1024)
  return {
    count: () => count,
    take(view, at, length) {
      if (count === starts.length) {
        starts = grown(starts, new Int32Array(count * 2))
        ends = grown(ends, new Int32Array(count * 2))
      }
      starts[count] = length < 0 ? -1 : used
      if (length > 0) {
        if (used + length > bytes.length) bytes = grown(bytes, new Uint8Array((used + length) * 2))
        // For a few bytes a loop is quicker than a view of them.
        for (let byte = 0; byte < length; byte += 1) bytes[used + byte] = view.getUint8(at + byte)
        used += length
      }
      ends[count] = used
      count += 1
    },
    encoded: () => makeTexts({ bytes, starts: starts.subarray(0, count), ends: ends.subarray(0, count) }, isJson),
  }
}

function listReader(field: Field, elementType: string): ColumnReader {
  const elements = scalarReader(elementType)
  const starts: number[] = []
  const ends: number[] = []
  /** The lengths of the lists within lists, by record. */
  const shapes = new Map<number, readonly number[]>()
  return {
    take(view, at, length) {
      const record = starts.length
      starts.push(length < 0 ? -1 : elements.count())
      if (length > 0) {
        const dimensions = view.getInt32(at)
        const sizes = Array.from({ length: dimensions }, (_, place) => view.getInt32(at + 12 + place * 8))
        if (dimensions > 1) shapes.set(record, sizes)
        let place = at + 12 + dimensions * 8
        const count = dimensions === 0 ? 0 : sizes.reduce((product, size) => product * size, 1)
        for (let element = 0; element < count; element += 1) {
          const size = view.getInt32(place)
          elements.take(view, place + 4, size)
          place += 4 + Math.max(0, size)
        }
      }
      ends.push(elements.count())
    },
    column() {
      const encoded = elements.encoded()
      const json = (record: number): JsonText => {
        const parts: JsonText[] = []
        for (let at = starts[record] ?? 0; at < (ends[record] ?? 0); at += 1) {
          const code = encoded.codes[at] ?? 0
          parts.push(code === 0 ? 'null' : jsonAt(encoded.values, code - 1))
        }
        return nested(parts, shapes.get(record) ?? [parts.length])
      }
      return makeLists(field, { starts: Int32Array.from(starts), ends: Int32Array.from(ends), elements: encoded, json })
    },
  }
}

function nested(parts: readonly JsonText[], [first = 0, ...inner]: readonly number[]): JsonText {
  if (inner.length === 0) return `[${parts.join(',')}]`
  const size = parts.length / first
  return `[${Array.from({ length: first }, (_, at) => nested(parts.slice(at * size, (at + 1) * size), inner)).join(',')}]`
}

function grown<A extends Float64Array | Uint8Array | Uint16Array | Int32Array>(from: A, to: A): A {
  to.set(from)
  return to
}

import { fieldKind, type Field } from '../protocol/field.ts'
import type { JsonText } from '../protocol/jsonText.ts'
import { codesFor, type Codes, type Column, type NumberValues, type TextValues, type Unit } from './columns.ts'
import { encodeBigs, encodeNumbers, encodeTexts, type Stretches } from './encode.ts'

/** Values and, for each record, the place of its value among them. */
export interface Encoded<V> {
  readonly values: V
  readonly codes: Codes
}

/** What a type's values are as numbers; null if they are texts or lists. */
export function unitOf(type: string): Unit | null {
  switch (fieldKind(type)) {
    case 'integer':
      return 'decimal'
    case 'numeric':
      return FLOATS.get(type.toLowerCase()) ?? 'decimal'
    case 'boolean':
      return 'boolean'
    case 'date':
      return 'date'
    case 'timestamp':
      return isZoned(type) ? 'timestamptz' : 'timestamp'
    case 'time':
      // A time with a zone is compared by both, so it is none of these.
      return isZoned(type) ? null : 'time'
    case 'text':
    case 'json':
    case 'array':
    case 'other':
      return null
  }
}

function isZoned(type: string): boolean {
  return /tz$|with time zone$/i.test(type)
}

const FLOATS: ReadonlyMap<string, Unit> = new Map<string, Unit>([
  ['float', 'float8'],
  ['float8', 'float8'],
  ['double precision', 'float8'],
  ['float4', 'float4'],
  ['real', 'float4'],
])

/** The type of an array's elements. */
export function elementTypeOf(type: string): string {
  return type.replace(/^_/, '').replace(/\[\]$/, '')
}

/** Numbers of any unit: whole ones, of which some may be more than a double holds; special ones are infinity and NaN. */
export interface RawNumbers {
  readonly unit: Unit
  readonly numbers: Float64Array
  /** Of the records whose number a double can't hold. */
  readonly bigs: ReadonlyMap<number, bigint>
  readonly isNull: Uint8Array
  readonly scale: number
  /** How many digits after the point each record's value has; null if all have `scale`. */
  readonly scales: Uint16Array | null
}

export function makeNumbers(raw: RawNumbers): Encoded<NumberValues> {
  const { unit, scale } = raw
  if (raw.bigs.size > 0) return makeBigs(raw)
  const { at, codes } = encodeNumbers(raw.numbers, raw.isNull)
  return { values: { kind: 'numbers', unit, scale, scales: scalesOf(raw, codes, at.length), at, bigs: null }, codes }
}

function makeBigs(raw: RawNumbers): Encoded<NumberValues> {
  const { numbers, isNull, unit, scale } = raw
  const isSpecial = (record: number) => !Number.isFinite(numbers[record])
  const whole = Array.from(numbers, (number, record) =>
    isNull[record] === 1 || (isSpecial(record) && !raw.bigs.has(record))
      ? null
      : (raw.bigs.get(record) ?? BigInt(number)),
  )
  const finite = encodeBigs(whole)
  const present = new Set<number>()
  for (const [record, value] of whole.entries())
    if (value === null && isNull[record] === 0) present.add(numbers[record] ?? 0)
  const before = present.has(-Infinity) ? 1 : 0
  const after = [Infinity, Number.NaN].filter((each) => present.has(each))
  const count = before + finite.at.length + after.length
  const codes = codesFor(count, numbers.length)
  for (let record = 0; record < numbers.length; record += 1) {
    if (isNull[record] === 1) continue
    const number = numbers[record] ?? 0
    if (whole[record] !== null) codes[record] = (finite.codes[record] ?? 0) + before
    else
      codes[record] =
        number === -Infinity ? 1 : before + finite.at.length + 1 + after.findIndex((each) => Object.is(each, number))
  }
  const bigs = [...(before === 1 ? [null] : []), ...finite.at, ...after.map(() => null)]
  const at = Float64Array.from([...(before === 1 ? [-Infinity] : []), ...finite.at.map(Number), ...after])
  return { values: { kind: 'numbers', unit, scale, scales: scalesOf(raw, codes, count), at, bigs }, codes }
}

/** How each value was written first. */
function scalesOf({ scale, scales }: RawNumbers, codes: Codes, count: number): Uint16Array | null {
  if (scales === null) return null
  const of = new Uint16Array(count).fill(scale)
  for (let record = codes.length - 1; record >= 0; record -= 1) {
    const code = codes[record] ?? 0
    if (code > 0) of[code - 1] = scales[record] ?? scale
  }
  return of.every((each) => each === scale) ? null : of
}

export function makeTexts(stretches: Stretches, isJson: boolean): Encoded<TextValues> {
  const { bytes, ends, codes } = encodeTexts(stretches)
  return { values: { kind: 'texts', bytes, ends, isJson }, codes }
}

/** Lists of a field, one after the other: for each record where its elements begin, -1 for null. */
export interface RawLists {
  readonly starts: Int32Array
  readonly ends: Int32Array
  readonly elements: Encoded<NumberValues | TextValues>
  /** The JSON of a record's list. */
  readonly json: (record: number) => JsonText
}

/** Lists in PostgreSQL's order: by the first element that differs, null after all others; then the shorter one first. */
export function makeLists(field: Field, raw: RawLists): Column {
  const places = new Map<JsonText, number>()
  const firsts: number[] = []
  const seen = new Uint32Array(raw.starts.length)
  for (let record = 0; record < raw.starts.length; record += 1) {
    if ((raw.starts[record] ?? -1) < 0) continue
    const json = raw.json(record)
    let place = places.get(json)
    if (place === undefined) {
      place = firsts.push(record)
      places.set(json, place)
    }
    seen[record] = place
  }
  const elementAt = (at: number) => {
    const code = raw.elements.codes[at] ?? 0
    return code === 0 ? Infinity : code
  }
  const order = [...firsts.keys()].toSorted((a, b) => {
    const [x, y] = [firsts[a] ?? 0, firsts[b] ?? 0]
    const [fromX, fromY] = [raw.starts[x] ?? 0, raw.starts[y] ?? 0]
    const [lengthX, lengthY] = [(raw.ends[x] ?? 0) - fromX, (raw.ends[y] ?? 0) - fromY]
    for (let at = 0; at < lengthX && at < lengthY; at += 1) {
      const [left, right] = [elementAt(fromX + at), elementAt(fromY + at)]
      if (left !== right) return left - right
    }
    return lengthX - lengthY
  })
  const ranks = new Uint32Array(firsts.length)
  const starts = new Uint32Array(firsts.length + 1)
  const json: JsonText[] = []
  const elements: number[] = []
  for (const [rank, place] of order.entries()) {
    const first = firsts[place] ?? 0
    ranks[place] = rank + 1
    json.push(raw.json(first))
    for (let at = raw.starts[first] ?? 0; at < (raw.ends[first] ?? 0); at += 1)
      elements.push(raw.elements.codes[at] ?? 0)
    starts[rank + 1] = elements.length
  }
  const codes = codesFor(order.length, seen.length)
  for (const [record, place] of seen.entries()) if (place > 0) codes[record] = ranks[place - 1] ?? 0
  const packed =
    raw.elements.codes instanceof Uint8Array
      ? Uint8Array
      : raw.elements.codes instanceof Uint16Array
        ? Uint16Array
        : Uint32Array
  return {
    field,
    kind: 'array',
    codes,
    values: { kind: 'lists', json, starts, elements: packed.from(elements), of: raw.elements.values },
  }
}

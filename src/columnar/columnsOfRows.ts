import { fieldKind, type Field } from '../protocol/field.ts'
import { jsonElements, jsonKind, jsonToPlain, type JsonText } from '../protocol/jsonText.ts'
import { digitsAt, readDecimal, type Decimal } from '../summary/decimal.ts'
import type { Column, Columns, NumberValues, TextValues, Unit } from './columns.ts'
import type { Stretches } from './encode.ts'
import { elementTypeOf, makeLists, makeNumbers, makeTexts, unitOf, type Encoded } from './makeColumn.ts'
import { jsonAt, readBoolean, readMoment, readSpecial } from './values.ts'

/**
 * The columns of records that came as JSON. A value that is none of its field's type, as some servers send, makes texts of
 * the column.
 */
export function columnsOfRows(fields: readonly Field[], rows: readonly (readonly (JsonText | undefined)[])[]): Columns {
  const of = new Map<string, Column>()
  for (const [place, field] of fields.entries()) {
    const texts = rows.map((row) => {
      const value = row[place]
      return value === undefined || value === 'null' ? null : value
    })
    of.set(field.id, columnOfTexts(field, texts))
  }
  return { records: rows.length, of }
}

type Given = readonly (JsonText | null)[]

function columnOfTexts(field: Field, given: Given): Column {
  const kind = fieldKind(field.type)
  if (kind === 'array' && given.every((value) => value === null || jsonKind(value) === 'array'))
    return lists(field, given)
  const { values, codes } = scalars(field.type, given)
  const isAsNamed = values.kind === 'numbers' || unitOf(field.type) === null
  return { field, kind: kind === 'array' ? 'other' : isAsNamed ? kind : 'text', values, codes }
}

/** Values that are no lists, as numbers if all of them are. */
function scalars(type: string, given: Given): Encoded<NumberValues | TextValues> {
  const unit = unitOf(type)
  const numbers = unit === null ? null : numbersOf(unit, given)
  if (numbers !== null) return numbers
  const isJson = fieldKind(type) === 'json'
  return makeTexts(stretchesOf(given.map((value) => (value === null || isJson ? value : jsonToPlain(value)))), isJson)
}

function numbersOf(unit: Unit, given: Given): Encoded<NumberValues> | null {
  const numbers = new Float64Array(given.length)
  const isNull = new Uint8Array(given.length)
  const wide = new Map<number, Decimal>()
  const scales = new Uint16Array(given.length)
  let scale = 0
  for (const [record, value] of given.entries()) {
    // As PostgreSQL has it where a server takes an empty text for a number.
    const text = value === null ? '' : jsonToPlain(value)
    if (text === '') {
      isNull[record] = 1
      continue
    }
    const read = readOne(unit, text)
    if (read === null) return null
    if (typeof read === 'number') numbers[record] = read
    else {
      wide.set(record, read)
      scales[record] = read.scale
      scale = Math.max(scale, read.scale)
    }
  }
  const bigs = new Map<number, bigint>()
  for (const [record, decimal] of wide) {
    const digits = digitsAt(decimal, scale)
    numbers[record] = Number(digits)
    if (!isExact(digits)) bigs.set(record, digits)
  }
  return makeNumbers({ unit, numbers, bigs, isNull, scale, scales: unit === 'decimal' && scale > 0 ? scales : null })
}

function isExact(digits: bigint): boolean {
  return BigInt(Math.trunc(Number(digits))) === digits && digits < 2n ** 62n && digits > -(2n ** 62n)
}

/** A number, or one that may be more than a double holds; null if the text is none. */
function readOne(unit: Unit, text: string): number | Decimal | null {
  switch (unit) {
    case 'boolean': {
      const read = readBoolean(text)
      return read === null ? null : Number(read)
    }
    case 'float4':
    case 'float8': {
      const special = readSpecial(text)
      if (special !== null) return special
      if (readDecimal(text) === null) return null
      return unit === 'float4' ? Math.fround(Number(text)) : Number(text)
    }
    case 'decimal':
      return readSpecial(text) ?? readDecimal(text)
    case 'date':
    case 'timestamp':
    case 'timestamptz':
    case 'time': {
      const read = readMoment(unit, text)
      return typeof read === 'bigint' ? { digits: read, scale: 0 } : read
    }
  }
}

/** Texts one after the other as UTF-8. */
export function stretchesOf(texts: readonly (string | null)[]): Stretches {
  const encoder = new TextEncoder()
  const starts = new Int32Array(texts.length)
  const ends = new Int32Array(texts.length)
  let bytes = new Uint8Array(1024)
  let at = 0
  for (const [record, text] of texts.entries()) {
    starts[record] = text === null ? -1 : at
    if (text !== null) {
      if (bytes.length < at + text.length * 3) {
        const more = new Uint8Array((at + text.length * 3) * 2)
        more.set(bytes)
        bytes = more
      }
      at += encoder.encodeInto(text, bytes.subarray(at)).written
    }
    ends[record] = at
  }
  return { bytes, starts, ends }
}

function lists(field: Field, given: Given): Column {
  const starts = new Int32Array(given.length)
  const ends = new Int32Array(given.length)
  const elements: (JsonText | null)[] = []
  for (const [record, value] of given.entries()) {
    starts[record] = value === null ? -1 : elements.length
    if (value !== null) addElements(value, elements)
    ends[record] = elements.length
  }
  const encoded = scalars(elementTypeOf(field.type), elements)
  const json = (record: number): JsonText => {
    const value = given[record] ?? '[]'
    if (value.includes('[', 1)) return value
    const parts: JsonText[] = []
    for (let at = starts[record] ?? 0; at < (ends[record] ?? 0); at += 1) {
      const code = encoded.codes[at] ?? 0
      parts.push(code === 0 ? 'null' : jsonAt(encoded.values, code - 1))
    }
    return `[${parts.join(',')}]`
  }
  return makeLists(field, { starts, ends, elements: encoded, json })
}

/** The elements of a list, those of lists within it among them, as `unnest` gives them. */
function addElements(list: JsonText, elements: (JsonText | null)[]): void {
  for (const element of jsonElements(list)) {
    if (jsonKind(element) === 'array') addElements(element, elements)
    else elements.push(element === 'null' ? null : element)
  }
}

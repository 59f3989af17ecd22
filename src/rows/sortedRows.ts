import type { Row } from '../protocol/answers.ts'
import { fieldKind, type Field, type FieldKind } from '../protocol/field.ts'
import { jsonKind, jsonToPlain, type JsonText } from '../protocol/jsonText.ts'

/** By which column rows are sorted, by its place among the fields. */
export interface RowSort {
  readonly place: number
  readonly descending: boolean
}

/** The rows in another order, equal ones as they were: numbers by all their digits, nulls last whichever way. */
export function sortedRows(
  { fields, rows }: { fields: readonly Field[]; rows: readonly Row[] },
  sort: readonly RowSort[],
): readonly Row[] {
  if (sort.length === 0) return rows
  const keys = sort.map(({ place, descending }) => ({
    values: rows.map((row) => plainOf(row[place])),
    compare: comparing(fieldKind(fields[place]?.type ?? '')),
    sign: descending ? -1 : 1,
  }))
  return rows
    .map((_, at) => at)
    .toSorted((a, b) => {
      for (const { values, compare, sign } of keys) {
        const [x = null, y = null] = [values[a], values[b]]
        const order = x === null || y === null ? Number(x === null) - Number(y === null) : sign * compare(x, y)
        if (order !== 0) return order
      }
      return 0
    })
    .flatMap((at) => (rows[at] === undefined ? [] : [rows[at]]))
}

function plainOf(value: JsonText | undefined): string | null {
  return value === undefined || jsonKind(value) === 'null' ? null : jsonToPlain(value)
}

function comparing(kind: FieldKind): (a: string, b: string) => number {
  if (kind === 'integer' || kind === 'numeric') return compareNumbers
  return kind === 'text' ? compareText : compareSigns
}

/** Of doubles that are equal, the digits decide. NaN is the greatest, as in PostgreSQL. */
function compareNumbers(a: string, b: string): number {
  const [x, y] = [Number(a), Number(b)]
  if (Number.isNaN(x) || Number.isNaN(y)) return Number(Number.isNaN(x)) - Number(Number.isNaN(y))
  if (x !== y) return x < y ? -1 : 1
  if (!DIGITS.test(a) || !DIGITS.test(b)) return 0
  const scale = Math.max(decimalsOf(a), decimalsOf(b))
  const [m, n] = [scaled(a, scale), scaled(b, scale)]
  return m === n ? 0 : m < n ? -1 : 1
}

const DIGITS = /^-?\d+(?:\.\d+)?$/

function decimalsOf(number: string): number {
  return number.includes('.') ? number.length - number.indexOf('.') - 1 : 0
}

function scaled(number: string, scale: number): bigint {
  return BigInt(number.replace('.', '') + '0'.repeat(scale - decimalsOf(number)))
}

/** In the reader's order. The collator is made when it is first used: that takes as long as drawing a screen of rows. */
function compareText(a: string, b: string): number {
  collator ??= new Intl.Collator()
  return collator.compare(a, b)
}

let collator: Intl.Collator | undefined

/** Dates and times are written so that their signs have the order of time. */
function compareSigns(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1
}

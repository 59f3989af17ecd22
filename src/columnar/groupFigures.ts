import type { JsonText } from '../protocol/jsonText.ts'
import { decimalText } from '../summary/decimal.ts'
import { shareOf, type Figure } from '../summary/summary.ts'
import { withoutEndingZeros } from '../summary/plainNumber.ts'
import { columnOf, sizeOf, type Column, type Columns, type NumberValues } from './columns.ts'
import { middleText, partBetween, quotient, scaledText } from './exactNumbers.ts'
import { floatText } from './floatText.ts'
import { finiteCodes, orderedEnd } from './tally.ts'
import { decimalAt, jsonAt } from './values.ts'

/** Records put into groups: a record stands here once for each of its groups. */
export interface Assigned {
  readonly records: Uint32Array
  /** The group of each of them, by its number. */
  readonly groups: Uint32Array
  readonly count: number
}

/** The figures of every group, in the order of the summary's; `all` is how many records the query has. */
export function figuresOfGroups(
  columns: Columns,
  assigned: Assigned,
  figures: readonly Figure[],
  all: number,
): readonly (readonly JsonText[])[] {
  const counts = new Uint32Array(assigned.count)
  for (const group of assigned.groups) counts[group] = (counts[group] ?? 0) + 1
  const sorted = new Map<string, SortedGroups>()
  const made = figures.map((figure): ((group: number) => JsonText) => {
    if (!('field' in figure))
      return figure.kind === 'count'
        ? (group) => String(counts[group] ?? 0)
        : (group) => shareOf(counts[group] ?? 0, all)
    const column = columnOf(columns, figure.field)
    switch (figure.kind) {
      case 'min':
      case 'max':
        return extremes(column, assigned, figure.kind)
      case 'sum':
      case 'mean':
        return sums(column, assigned, figure.kind)
      case 'distinct':
      case 'median': {
        const groups = sorted.get(figure.field) ?? sortedCodes(column, assigned)
        sorted.set(figure.field, groups)
        return figure.kind === 'distinct'
          ? (group) => String(distinctOf(groups, group))
          : (group) => medianOf(column, groups, group)
      }
    }
  })
  return Array.from({ length: assigned.count }, (_, group) => made.map((figure) => figure(group)))
}

function extremes({ codes, values }: Column, { records, groups, count }: Assigned, kind: 'min' | 'max') {
  const found = new Uint32Array(count)
  const end = orderedEnd(values)
  for (let at = 0; at < records.length; at += 1) {
    const code = codes[records[at] ?? 0] ?? 0
    const group = groups[at] ?? 0
    const before = found[group] ?? 0
    if (code > 0 && code <= end && (before === 0 || (kind === 'min' ? code < before : code > before)))
      found[group] = code
  }
  return (group: number): JsonText => {
    const code = found[group] ?? 0
    return code === 0 ? 'null' : jsonAt(values, code - 1)
  }
}

function sums(column: Column, assigned: Assigned, kind: 'sum' | 'mean'): (group: number) => JsonText {
  const { values } = column
  if (values.kind !== 'numbers' || !isNumber(values)) return () => 'null'
  return values.unit === 'decimal'
    ? decimalSums(column, values, assigned, kind)
    : floatSums(column, values, assigned, kind)
}

/** Whether these are numbers, and not days or truth. */
export function isNumber({ unit }: NumberValues): boolean {
  return unit === 'decimal' || unit === 'float4' || unit === 'float8'
}

/** In the order of the records, as PostgreSQL adds doubles. */
function floatSums(
  { codes }: Column,
  values: NumberValues,
  { records, groups, count }: Assigned,
  kind: 'sum' | 'mean',
) {
  const { at: numbers } = values
  const [first, last] = finiteCodes(values)
  const sum = new Float64Array(count)
  const given = new Uint32Array(count)
  for (let at = 0; at < records.length; at += 1) {
    const code = codes[records[at]!]!
    if (code < first || code > last) continue
    const group = groups[at]!
    sum[group]! += numbers[code - 1]!
    given[group]! += 1
  }
  return (group: number): JsonText => {
    const times = given[group] ?? 0
    if (times === 0) return 'null'
    return floatJson(kind === 'sum' ? (sum[group] ?? 0) : (sum[group] ?? 0) / times)
  }
}

export function floatJson(value: number): JsonText {
  return Number.isFinite(value) ? floatText(value, false) : `"${value}"`
}

/** Up to here doubles add whole numbers exactly. */
const EXACT = 2 ** 53

function decimalSums(
  { codes }: Column,
  values: NumberValues,
  { records, groups, count }: Assigned,
  kind: 'sum' | 'mean',
) {
  const { at: numbers, bigs, scale, scales } = values
  const [first, last] = finiteCodes(values)
  const small = new Float64Array(count)
  const large = new Map<number, bigint>()
  const given = new Uint32Array(count)
  const digits = new Uint16Array(count)
  const add = (group: number, value: bigint) => large.set(group, (large.get(group) ?? 0n) + value)
  for (let at = 0; at < records.length; at += 1) {
    const code = codes[records[at]!]!
    if (code < first || code > last) continue
    const group = groups[at]!
    const number = numbers[code - 1]!
    given[group]! += 1
    if (scales !== null && digits[group]! < scales[code - 1]!) digits[group] = scales[code - 1]!
    const next = small[group]! + number
    if (bigs === null && next <= EXACT && next >= -EXACT) small[group] = next
    else add(group, bigs?.[code - 1] ?? BigInt(number))
  }
  return (group: number): JsonText => {
    const times = given[group] ?? 0
    if (times === 0) return 'null'
    const sum = (large.get(group) ?? 0n) + BigInt(small[group] ?? 0)
    const shown = scales === null ? scale : (digits[group] ?? 0)
    const exact = { digits: sum / 10n ** BigInt(scale - shown), scale: shown }
    if (kind === 'sum') return scaledText(exact)
    return decimalText(quotient(exact, { digits: BigInt(times), scale: 0 }))
  }
}

/** The codes of each group in their order, those without a value left out. */
interface SortedGroups {
  readonly codes: Uint32Array
  readonly starts: Uint32Array
}

function sortedCodes({ codes, values }: Column, { records, groups, count }: Assigned): SortedGroups {
  const size = sizeOf(values) + 1
  const keys = new Float64Array(records.length)
  const starts = new Uint32Array(count + 1)
  let given = 0
  for (let at = 0; at < records.length; at += 1) {
    const code = codes[records[at]!]!
    if (code === 0) continue
    const group = groups[at]!
    keys[given] = group * size + code
    starts[group + 1]! += 1
    given += 1
  }
  for (let group = 0; group < count; group += 1) starts[group + 1]! += starts[group]!
  const sorted = keys.subarray(0, given).toSorted()
  return { codes: Uint32Array.from(sorted, (key) => key % size), starts }
}

function distinctOf({ codes, starts }: SortedGroups, group: number): number {
  let distinct = 0
  for (let at = starts[group]!, before = 0; at < starts[group + 1]!; at += 1) {
    const code = codes[at]!
    if (code !== before) distinct += 1
    before = code
  }
  return distinct
}

function medianOf({ values }: Column, { codes, starts }: SortedGroups, group: number): JsonText {
  let [from, to] = [starts[group] ?? 0, starts[group + 1] ?? 0]
  // Infinity and NaN are none of the numbers: they come first and last.
  const [first, last] = finiteCodes(values)
  while (to > from && (codes[to - 1] ?? 0) > last) to -= 1
  while (from < to && (codes[from] ?? 0) < first) from += 1
  if (from === to) return 'null'
  const lower = (codes[from + Math.ceil((to - from) / 2) - 1] ?? 1) - 1
  if (values.kind !== 'numbers' || !isNumber(values)) return jsonAt(values, lower)
  return middleOf(values, lower, (codes[from + Math.floor((to - from) / 2)] ?? 1) - 1)
}

/** What lies so many quarters of the way (0.25, 0.5 or 0.75) from one number to another, given by their places. */
export function betweenOf(values: NumberValues, lower: number, upper: number, part: number): JsonText {
  if (lower === upper) return withoutEndingZeros(jsonAt(values, lower))
  const [low = 0, high = 0] = [values.at[lower], values.at[upper]]
  if (values.unit !== 'decimal') return floatJson(low + part * (high - low))
  const [a, b] = [decimalAt(values, lower), decimalAt(values, upper)]
  return a === null || b === null ? 'null' : partBetween(a, b, BigInt(part * 4))
}

/** What lies in the middle of two numbers, given by their places. */
export function middleOf(values: NumberValues, lower: number, upper: number): JsonText {
  if (lower === upper) return withoutEndingZeros(jsonAt(values, lower))
  if (values.unit !== 'decimal') return floatJson((values.at[lower] ?? 0) / 2 + (values.at[upper] ?? 0) / 2)
  const [a, b] = [decimalAt(values, lower), decimalAt(values, upper)]
  return a === null || b === null ? 'null' : middleText(a, b)
}

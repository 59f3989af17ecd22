import { hasQuartiles } from '../summary/profileSql.ts'
import { isZoned } from '../summary/distributionSql.ts'
import { mayBeInfinite } from '../summary/groupingSql.ts'
import { isNearlyDistinct } from '../summary/nearlyDistinct.ts'
import { timeOfSeconds } from '../summary/timeScale.ts'
import { farOutBounds, NONE_FAR_OUT } from '../summary/farOut.ts'
import type { Bars, ColumnProfile, CountedValue, Distribution, FarOut } from '../summary/figures.ts'
import type { Coverage } from '../summary/summary.ts'
import { jsonToPlain, type JsonText } from '../protocol/jsonText.ts'
import { decimalText } from '../summary/decimal.ts'
import { columnOf, type Column, type Columns, type Mask, type NumberValues } from './columns.ts'
import { distributionIn, givenIn } from './distribution.ts'
import { quotient } from './exactNumbers.ts'
import { betweenOf, floatJson, isNumber, middleOf } from './groupFigures.ts'
import { partsOf } from './groups.ts'
import {
  distinctIn,
  mostFrequent,
  numbersIn,
  placeOfRank,
  recordsIn,
  tallyOf,
  type NumbersIn,
  type Tally,
} from './tally.ts'
import { decimalAt, jsonAt, lengthOfList, placeOf, textAt } from './values.ts'

/** What there is to know about a field's values in the records of the mask; null is all records. */
export function profileOf(columns: Columns, mask: Mask | null, field: string, coverage: Coverage): ColumnProfile {
  const column = columnOf(columns, field)
  const { values } = column
  const all = tallyOf(column, mask)
  const numbersOf = numbersIn(column, all)
  const { finite: tally, ordered, nan, infinite, infiniteBelow } = numbersOf
  const distribution = distributionIn(column, all, recordsIn(mask, columns.records), coverage)
  const jsonOf = (place: number): JsonText | null => (place < 0 ? null : jsonAt(values, place))
  const isOrdered = column.kind === 'text' || hasQuartiles(column.field)
  const numbers = values.kind === 'numbers' && isNumber(values) ? values : null
  const zero = numbers === null ? null : placeOf(numbers, '0')
  return {
    distribution,
    distinct: distinctIn(all),
    min: isOrdered ? jsonOf(placeOfRank(ordered, 1)) : null,
    max: isOrdered ? jsonOf(placeOfRank(ordered, Math.max(1, givenIn(ordered)))) : null,
    mean: numbers === null ? null : meanOf(column, numbers, mask, tally),
    negative: zero && countOf(ordered, 0, zero.below),
    zero: zero && countOf(tally, zero.below, zero.below + zero.equal),
    nan: column.kind === 'numeric' && numbers !== null ? nan : null,
    infinite: values.kind === 'numbers' && mayBeInfinite(column.field) ? infinite : null,
    infiniteBelow: values.kind === 'numbers' && mayBeInfinite(column.field) ? infiniteBelow : null,
    ...textFigures(column, tally),
    top: topOf(column, all, distribution),
    patterns: patternsOf(column, tally),
    periods: periodsOf(column, tally),
    ...quartileFigures(column, mask, numbersOf, distribution),
    missing: [],
    coverage,
  }
}

/** How many values are shown as the most frequent ones. */
const TOP_MOST = 10

function topOf({ values }: Column, tally: Tally, { shape }: Distribution): readonly CountedValue[] {
  if (shape.kind === 'values') return shape.values
  if (shape.kind !== 'bars') return []
  if (isNearlyDistinct(distinctIn(tally), givenIn(tally))) return []
  return mostFrequent(tally, TOP_MOST).map((place) => ({ value: jsonAt(values, place), count: tally[place + 1] ?? 0 }))
}

/** How many records have one of the values from a place to another. */
function countOf(tally: Tally, from: number, to: number): number {
  let count = 0
  for (let place = from; place < to; place += 1) count += tally[place + 1] ?? 0
  return count
}

function quartileFigures(
  column: Column,
  mask: Mask | null,
  numbersOf: NumbersIn,
  { shape }: Distribution,
): Pick<ColumnProfile, 'lowerQuartile' | 'median' | 'upperQuartile' | 'farOut'> {
  const { values, field } = column
  const tally = numbersOf.finite
  const given = givenIn(tally)
  if (given === 0 || values.kind !== 'numbers' || !hasQuartiles(field))
    return { lowerQuartile: null, median: null, upperQuartile: null, farOut: null }
  const middle = quantile(tally, given, 0.5)
  return {
    lowerQuartile: quartile(values, tally, given, 0.25),
    median: isNumber(values)
      ? middleOf(values, middle, placeOfRank(tally, Math.floor(given / 2) + 1))
      : jsonAt(values, middle),
    upperQuartile: quartile(values, tally, given, 0.75),
    farOut: farOutOf(column, values, mask, numbersOf, shape.kind === 'bars' ? shape.bars : null),
  }
}

/** Between two numbers, as `percentile_cont` has it; of times the least that is at or above so large a share of them. */
function quartile(values: NumberValues, tally: Tally, given: number, share: number): JsonText {
  if (!isNumber(values)) return jsonAt(values, quantile(tally, given, share))
  const before = share * (given - 1)
  const [lower, upper] = [Math.floor(before), Math.ceil(before)].map((rank) => placeOfRank(tally, rank + 1))
  return betweenOf(values, lower ?? -1, upper ?? -1, before - Math.floor(before))
}

/** The place of the least value that is at or above so large a share of the given ones. */
function quantile(tally: Tally, given: number, share: number): number {
  return placeOfRank(tally, Math.max(1, Math.ceil(share * given)))
}

/** The tally of the values outside of some places. */
function without(tally: Tally, ...stretches: readonly (readonly [from: number, to: number])[]): Tally {
  const left = tally.slice()
  for (const [from, to] of stretches) if (from < to) left.fill(0, from + 1, to + 1)
  return left
}

/** The mean of the values that occur in the tally; null if there are none. */
function meanOf(column: Column, values: NumberValues, mask: Mask | null, tally: Tally): JsonText | null {
  const given = givenIn(tally)
  if (given === 0) return null
  if (values.unit !== 'decimal') return floatJson(floatSum(column, values, mask, tally) / given)
  let [sum, digits] = [0n, 0]
  let small = 0
  for (let place = 0; place < values.at.length; place += 1) {
    const times = tally[place + 1]!
    if (times === 0) continue
    const at = values.at[place]!
    const more = at * times
    digits = Math.max(digits, values.scales?.[place] ?? values.scale)
    if (values.bigs === null && Math.abs(more) < 2 ** 52 && Math.abs(small) < 2 ** 52) small += more
    else sum += (values.bigs?.[place] ?? BigInt(at)) * BigInt(times)
  }
  const scaled = (sum + BigInt(small)) / 10n ** BigInt(values.scale - digits)
  return decimalText(quotient({ digits: scaled, scale: digits }, { digits: BigInt(given), scale: 0 }))
}

/** In the order of the records, as PostgreSQL adds doubles. */
function floatSum({ codes }: Column, { at }: NumberValues, mask: Mask | null, tally: Tally): number {
  let sum = 0
  for (let record = 0; record < codes.length; record += 1) {
    const code = codes[record]!
    if (code > 0 && tally[code] !== 0 && (mask === null || mask.flags[record] === 1)) sum += at[code - 1]!
  }
  return sum
}

function farOutOf(
  column: Column,
  values: NumberValues,
  mask: Mask | null,
  { finite, ordered }: NumbersIn,
  bars: Bars | null,
): FarOut | null {
  const { unit } = values
  const isTime = !isNumber(values)
  const isFloat = unit === 'float4' || unit === 'float8'
  const isZeroInside = bars?.afterZero !== undefined
  // What is beside 0, which has a place of its own, is extreme among the others.
  const zero = isZeroInside ? placeOf(values, '0') : null
  const [toZero, afterZero] = zero === null ? [0, 0] : [zero.below, zero.below + zero.equal]
  const told = without(finite, [0, afterZero])
  const given = givenIn(told)
  const ends = [0.25, 0.75].map((share) => {
    if (isTime) return secondsText(values, quantile(told, given, share))
    return given === 0 ? '' : quartile(values, told, given, share)
  })
  const found = farOutBounds(ends[0] ?? '', ends[1] ?? '', { isLog: bars?.isLog === true, isTime, isFloat })
  if (found === null) return null
  const { kind, type } = { kind: column.kind, type: column.field.type }
  const jsonOf = (bound: string) => (isTime ? timeOfSeconds(kind, isZoned(type), Number(bound)) : bound)
  const bounds = { below: jsonOf(found.below), above: jsonOf(found.above) }
  const from = bounds.below === null ? 0 : (placeOf(values, jsonToPlain(bounds.below))?.below ?? 0)
  const above = bounds.above === null ? null : placeOf(values, jsonToPlain(bounds.above))
  const to = above === null ? values.at.length : above.below + above.equal
  const below = countOf(ordered, 0, toZero) + countOf(ordered, afterZero, from)
  const beyond = countOf(ordered, to, values.at.length)
  if (below + beyond === 0) return NONE_FAR_OUT
  return {
    below: below === 0 ? null : bounds.below,
    above: beyond === 0 ? null : bounds.above,
    count: below + beyond,
    countBelow: below,
    meanWithout: isTime
      ? null
      : meanOf(column, values, mask, without(finite, [0, toZero], [afterZero, from], [to, values.at.length])),
    ...(isZeroInside ? { isZeroInside } : {}),
  }
}

/** Seconds since 1970 or midnight, exactly. */
function secondsText(values: NumberValues, place: number): string {
  const at = decimalAt(values, place)
  if (at === null) return ''
  return values.unit === 'date' ? String(at.digits * 86_400n) : decimalText({ digits: at.digits, scale: 6 })
}

function textFigures({ kind, values }: Column, tally: Tally): Pick<ColumnProfile, 'empty' | 'longest'> {
  if (values.kind === 'lists') {
    const longest = values.json.reduce(
      (most, _, place) => (tally[place + 1] === 0 ? most : Math.max(most, lengthOfList(values, place))),
      0,
    )
    return { empty: null, longest }
  }
  if (values.kind !== 'texts' || kind !== 'text') return { empty: null, longest: null }
  const { bytes, ends } = values
  let longest = 0
  for (let place = 0; place < ends.length; place += 1) {
    if (tally[place + 1] === 0) continue
    const [from, to] = [place === 0 ? 0 : ends[place - 1]!, ends[place]!]
    if (to - from <= longest) continue
    let characters = 0
    // All bytes of a character but its first begin with the bits 10.
    for (let at = from; at < to; at += 1) if ((bytes[at]! & 0xc0) !== 0x80) characters += 1
    longest = Math.max(longest, characters)
  }
  return { empty: ends[0] === 0 ? (tally[1] ?? 0) : 0, longest }
}

/** Patterns are those of codes: what is longer is cut here. */
const PATTERN_LENGTH = 40
const PATTERNS_MOST = 10

function patternsOf({ kind, values }: Column, tally: Tally): ColumnProfile['patterns'] {
  if (values.kind !== 'texts' || kind !== 'text') return []
  const counts = new Map<string, number>()
  for (let place = 0; place < values.ends.length; place += 1) {
    const count = tally[place + 1] ?? 0
    if (count === 0) continue
    const text = textAt(values, place)
    const start = text.length <= PATTERN_LENGTH ? text : Array.from(text).slice(0, PATTERN_LENGTH).join('')
    const pattern = start.replaceAll(/[A-Z]/g, 'A').replaceAll(/[a-z]/g, 'a').replaceAll(/[0-9]/g, '9')
    counts.set(pattern, (counts.get(pattern) ?? 0) + count)
  }
  return [...counts]
    .map(([pattern, count]) => ({ pattern, count }))
    .toSorted((a, b) => b.count - a.count || (a.pattern < b.pattern ? -1 : 1))
    .slice(0, PATTERNS_MOST)
}

/** Counts by year, by month of the year, by day of the month and by weekday, where there is more than one of them. */
function periodsOf(column: Column, tally: Tally): ColumnProfile['periods'] {
  const { values } = column
  if (values.kind !== 'numbers' || (column.kind !== 'date' && column.kind !== 'timestamp')) return []
  const units = [
    ['year', 'year'],
    ['month', 'monthOfYear'],
    ['day', 'dayOfMonth'],
    ['weekday', 'weekday'],
  ] as const
  return units.flatMap(([unit, by]) => {
    const { keys, of } = partsOf(values, by)
    const counts = new Float64Array(keys.length)
    for (let code = 1; code < of.length; code += 1) counts[of[code]!]! += tally[code]!
    const groups = keys.flatMap((value, at) =>
      counts[at] === 0 || /null|infinity/.test(value) ? [] : [{ value, count: counts[at] ?? 0 }],
    )
    return groups.length < 2 ? [] : [{ unit, groups }]
  })
}

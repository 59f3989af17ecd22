import '../../../query/operators/all.ts'
import type { Field } from '../../../protocol/field.ts'
import type { JsonText } from '../../../protocol/jsonText.ts'
import type { Condition, Where } from '../../../query/query.ts'
import { allParts, newConditionId } from '../../../query/where.ts'
import type { ColumnProfile, FarOut } from '../../../summary/figures.ts'
import { isFloat } from '../../../summary/groupingSql.ts'
import type { View } from '../../../workspace/view.ts'
import { about, decimalOf } from '../values/decimal.ts'

/** How far the mean is from the median: so many times, or nothing that can be said in times. */
export interface Misleading {
  readonly times: number | null
}

/** From how many times the median on a mean misleads. */
const MISLEADS = 2
/** More than a few values far out are no slips: the column is spread like that. */
const MOST_SHARE = 0.05

/**
 * Whether the mean says something else than the column holds because of a few values far out: it is some times the median,
 * and without them it is much nearer. Null if it does not.
 */
export function misleadingMean({ mean, median, farOut, distribution }: ColumnProfile): Misleading | null {
  const values = distribution.records - distribution.nulls
  if (farOut === null || farOut.count === 0 || farOut.count > Math.max(1, values * MOST_SHARE)) return null
  const [is, middle, without] = [mean, median, farOut.meanWithout].map(numberOf)
  if (is === null || middle === null || is === undefined || middle === undefined) return null
  const distance = Math.abs(is - middle)
  // Twice the median, whatever the signs; a median of nothing is told from by a mean of something.
  if (distance < Math.abs(middle) * (MISLEADS - 1) || distance === 0) return null
  if (without !== null && without !== undefined && Math.abs(without - middle) > distance / 2) return null
  const times = middle === 0 ? null : is / middle
  return { times: times !== null && times >= MISLEADS ? Math.round(times) : null }
}

function numberOf(value: JsonText | null): number | null {
  const decimal = value === null ? null : decimalOf(value)
  return decimal === null ? null : about(decimal)
}

/** How many records have other values: NaN, and what is below 0. */
export interface OtherValues {
  readonly nan: number
  readonly negative: number
}

/** The views of only the records whose value lies far out, the best first. */
export function viewsOfFarOut(
  view: View,
  field: Field,
  farOut: FarOut,
  { nan, negative }: OtherValues,
): readonly View[] {
  const { below, above, isZeroInside } = farOut
  const condition = farCondition(field.id, farOut)
  if (condition === null) return []
  // A server that can't be asked for all but 0 may be asked for more than that, if nothing is less.
  const notZero = negative > 0 ? made(field.id, 'isNot', ['0']) : made(field.id, 'greaterThan', ['0'])
  const parts = [condition, ...(below !== null && isZeroInside === true ? [notZero] : [])]
  // PostgreSQL has NaN above all numbers.
  if (above === null || nan === 0) return [withParts(view, parts)]
  const noNan = made(field.id, 'isNot', ['NaN'])
  // Where no server can be asked for that, a float may be infinite at most.
  const most = isFloat(field.type) && below === null ? [made(field.id, 'atMost', ['Infinity'])] : []
  return [[...parts, noNan], ...most.map((end) => [...parts, end])].map((all) => withParts(view, all))
}

/**
 * The views without the records whose value lies far out, the best first: those with null or NaN are kept, or, where no server
 * can be asked for that, left out as well.
 */
export function viewsWithoutFarOut(
  view: View,
  field: string,
  farOut: FarOut,
  others: { readonly nulls: number; readonly nan: number },
): readonly View[] {
  const rest = restCondition(field, farOut)
  if (rest === null) return []
  const { below, above, isZeroInside } = farOut
  const zero = below !== null && isZeroInside === true ? [made(field, 'is', ['0'])] : []
  const kept = [
    ...zero,
    ...(others.nan > 0 && above !== null ? [made(field, 'is', ['NaN'])] : []),
    ...(others.nulls > 0 ? [made(field, 'isNull', [])] : []),
  ]
  const only = withParts(view, [rest])
  if (kept.length === 0) return [only]
  const all = withParts(view, [{ any: [rest, ...kept] }])
  // Without 0 too little would be left.
  return zero.length > 0 ? [all] : [all, only]
}

function farCondition(field: string, { below, above }: FarOut): Condition | null {
  const [low, high] = [plain(below), plain(above)]
  if (low !== null && high !== null) return made(field, 'outside', [low, high])
  if (high !== null) return made(field, 'greaterThan', [high])
  return low === null ? null : made(field, 'lessThan', [low])
}

function restCondition(field: string, { below, above }: FarOut): Condition | null {
  const [low, high] = [plain(below), plain(above)]
  if (low !== null && high !== null) return made(field, 'between', [low, high])
  if (high !== null) return made(field, 'atMost', [high])
  return low === null ? null : made(field, 'atLeast', [low])
}

function made(field: string, op: string, values: readonly string[]): Condition {
  return { id: newConditionId(), field, op, values }
}

function plain(value: JsonText | null): string | null {
  if (value === null) return null
  return value.startsWith('"') ? String(JSON.parse(value)) : value
}

function withParts(view: View, parts: readonly Where[]): View {
  return { ...view, where: { all: [...allParts(view.where), ...parts] } }
}

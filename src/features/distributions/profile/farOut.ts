import '../../../query/operators/all.ts'
import type { JsonText } from '../../../protocol/jsonText.ts'
import type { Condition, Where } from '../../../query/query.ts'
import { allParts, newConditionId } from '../../../query/where.ts'
import type { ColumnProfile, FarOut } from '../../../summary/figures.ts'
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

/** The view of only the records whose value lies far out. */
export function withFarOut(view: View, field: string, { below, above }: FarOut): View | null {
  const condition = farCondition(field, below, above)
  return condition === null ? null : withPart(view, condition)
}

/**
 * The views without the records whose value lies far out, the best first: those with null are kept, or, where no server
 * can be asked for that, left out as well.
 */
export function viewsWithoutFarOut(
  view: View,
  field: string,
  { below, above }: FarOut,
  nulls: number,
): readonly View[] {
  const rest = restCondition(field, below, above)
  if (rest === null) return []
  const plain = withPart(view, rest)
  if (nulls === 0) return [plain]
  const orNull = { any: [rest, { id: newConditionId(), field, op: 'isNull', values: [] }] }
  return [withPart(view, orNull), plain]
}

function farCondition(field: string, below: JsonText | null, above: JsonText | null): Condition | null {
  const [low, high] = [plain(below), plain(above)]
  const id = newConditionId()
  if (low !== null && high !== null) return { id, field, op: 'outside', values: [low, high] }
  if (high !== null) return { id, field, op: 'greaterThan', values: [high] }
  return low === null ? null : { id, field, op: 'lessThan', values: [low] }
}

function restCondition(field: string, below: JsonText | null, above: JsonText | null): Condition | null {
  const [low, high] = [plain(below), plain(above)]
  const id = newConditionId()
  if (low !== null && high !== null) return { id, field, op: 'between', values: [low, high] }
  if (high !== null) return { id, field, op: 'atMost', values: [high] }
  return low === null ? null : { id, field, op: 'atLeast', values: [low] }
}

function plain(value: JsonText | null): string | null {
  if (value === null) return null
  return value.startsWith('"') ? String(JSON.parse(value)) : value
}

function withPart(view: View, part: Where): View {
  return { ...view, where: { all: [...allParts(view.where), part] } }
}

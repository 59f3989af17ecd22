import { fieldKind } from '../protocol/field.ts'
import { barsOf } from '../summary/barsDistribution.ts'
import { evenScale, logScale, NUMBER_MAX, showsLittle, type BarScale } from '../summary/barScale.ts'
import { hasBars, isZoned } from '../summary/distributionSql.ts'
import type { Distribution } from '../summary/figures.ts'
import type { Coverage } from '../summary/summary.ts'
import { isNearlyDistinct } from '../summary/nearlyDistinct.ts'
import { timeScale } from '../summary/timeScale.ts'
import { jsonToPlain } from '../protocol/jsonText.ts'
import { columnOf, type Column, type Columns, type Mask, type NumberValues } from './columns.ts'
import { distinctIn, mostFrequent, recordsIn, tallyOf, type Tally } from './tally.ts'
import { scaleOfBars } from './likeScale.ts'
import { jsonAt, placeOf, textAt } from './values.ts'

/** Which of a column's values are shown together: in the steps of bars, or each for itself. */
export type Shape =
  /** `starts`: the place of the first value of each bar, and at the end that of the first one beyond. */
  | { readonly kind: 'bars'; readonly scale: BarScale; readonly starts: readonly number[] }
  | { readonly kind: 'values'; readonly places: readonly number[]; readonly distinct: number }
  | { readonly kind: 'allDistinct'; readonly distinct: number }
  | { readonly kind: 'nothing' }

/** How a field's values are spread over the records of the mask; null is all records. `like`: as in `DistributionOptions`. */
export function distributionOf(
  columns: Columns,
  mask: Mask | null,
  field: string,
  coverage: Coverage,
  like?: Distribution,
): Distribution {
  const column = columnOf(columns, field)
  return distributionIn(column, tallyOf(column, mask), recordsIn(mask, columns.records), coverage, like)
}

/** The same of records whose values are counted already. */
export function distributionIn(
  column: Column,
  tally: Tally,
  records: number,
  coverage: Coverage,
  like?: Distribution,
): Distribution {
  const own = shapeOf(column, tally, records)
  const shape = like === undefined ? own : (shapeLike(column, like, own) ?? own)
  return { records, nulls: tally[0] ?? 0, shape: shownShape(column, tally, shape), coverage }
}

/** The shape of another distribution of the column; null if it has none of its own. */
function shapeLike({ field, values }: Column, { shape }: Distribution, own: Shape): Shape | null {
  if (shape.kind === 'bars' && values.kind === 'numbers') {
    const scale = scaleOfBars(field, shape.bars)
    return scale && { kind: 'bars', scale, starts: startsOf(values, scale) }
  }
  if (shape.kind !== 'values') return null
  const places = shape.values.flatMap(({ value }) => {
    if (values.kind === 'lists') return values.json.indexOf(value)
    const place = placeOf(values, values.kind === 'texts' && values.isJson ? value : jsonToPlain(value))
    return place?.equal === 1 ? place.below : []
  })
  const distinct = own.kind === 'values' || own.kind === 'allDistinct' ? own.distinct : 0
  return { kind: 'values', places: places.filter((place) => place >= 0), distinct }
}

/** The most values that a distribution names. */
const VALUES_MOST = 10

/** How values that occur so often are best shown. */
export function shapeOf({ field, values }: Column, tally: Tally, records: number): Shape {
  const given = records - (tally[0] ?? 0)
  if (given === 0) return { kind: 'nothing' }
  if (values.kind === 'numbers' && hasBars(field)) {
    const scale = scaleOf(field.type, values, tally)
    if (scale !== null) return { kind: 'bars', scale, starts: startsOf(values, scale) }
  }
  const distinct = distinctIn(tally)
  const places = isNearlyDistinct(distinct, given) ? [] : mostFrequent(tally, VALUES_MOST)
  if (distinct === given && distinct > places.length) return { kind: 'allDistinct', distinct }
  return { kind: 'values', places, distinct }
}

function shownShape({ values }: Column, tally: Tally, shape: Shape): Distribution['shape'] {
  switch (shape.kind) {
    case 'nothing':
    case 'allDistinct':
      return shape
    case 'bars':
      return { kind: 'bars', bars: barsOf(shape.scale, countsIn(tally, shape), givenIn(tally)) }
    case 'values': {
      const { places, distinct } = shape
      const counted = places.map((place) => ({ value: jsonAt(values, place), count: tally[place + 1] ?? 0 }))
      const others = counted.reduce((rest, { count }) => rest - count, givenIn(tally))
      return { kind: 'values', values: counted, others, distinct }
    }
  }
}

/** How many records have a value. */
export function givenIn(tally: Tally): number {
  let given = 0
  for (let code = 1; code < tally.length; code += 1) given += tally[code] ?? 0
  return given
}

/** The steps of bars for values that occur so often; null if none can be drawn. */
function scaleOf(type: string, values: NumberValues, tally: Tally): BarScale | null {
  const spread = spreadIn(values, tally)
  if (spread === null) return null
  const { first, last, positive } = spread
  const { unit, at } = values
  if (unit === 'decimal' || unit === 'float4' || unit === 'float8') {
    const isWhole = fieldKind(type) === 'integer'
    const ends = { min: textAt(values, first), max: textAt(values, last), isWhole }
    const even = evenScale(ends)
    if (even === null) return null
    const counts = countsIn(tally, { scale: even, starts: startsOf(values, even) })
    if (!showsLittle(ends, counts)) return even
    return logScale(ends, positive < 0 ? null : textAt(values, positive), even) ?? even
  }
  if (unit === 'boolean') return null
  const seconds = (place: number) => (unit === 'date' ? (at[place] ?? 0) * 86_400 : (at[place] ?? 0) / 1_000_000)
  return timeScale(
    unit === 'date' ? 'date' : unit === 'time' ? 'time' : 'timestamp',
    isZoned(type),
    seconds(first),
    seconds(last),
  )
}

/** The places of the least and the greatest value that can be drawn, and of the least above 0 (-1 if there is none). */
function spreadIn(values: NumberValues, tally: Tally): { first: number; last: number; positive: number } | null {
  const { at, scale, unit } = values
  const most =
    unit === 'decimal' || unit === 'float4' || unit === 'float8' ? Number(NUMBER_MAX) * 10 ** scale : Infinity
  let [first, last, positive] = [-1, -1, -1]
  for (let place = 0; place < at.length; place += 1) {
    const value = at[place] ?? 0
    if ((tally[place + 1] ?? 0) === 0 || !(value > -most && value < most)) continue
    if (first < 0) first = place
    if (positive < 0 && value > 0) positive = place
    last = place
  }
  return first < 0 ? null : { first, last, positive }
}

function startsOf(values: NumberValues, { edges }: BarScale): readonly number[] {
  return edges.map((edge) => placeOf(values, jsonToPlain(edge))?.below ?? 0)
}

/** How many values lie in each step. */
function countsIn(tally: Tally, { scale: { edges }, starts }: Pick<BarsShape, 'scale' | 'starts'>): readonly number[] {
  // A step without width holds one value.
  if (edges.length === 2 && edges[0] === edges[1]) return [tally[(starts[0] ?? 0) + 1] ?? 0]
  return starts.slice(1).map((end, bar) => countBetween(tally, starts[bar] ?? 0, end))
}

type BarsShape = Extract<Shape, { kind: 'bars' }>

function countBetween(tally: Tally, from: number, to: number): number {
  let count = 0
  for (let place = from; place < to; place += 1) count += tally[place + 1] ?? 0
  return count
}

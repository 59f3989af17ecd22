import { fieldKind } from '../protocol/field.ts'
import { numberScale, NUMBER_MAX, type BarScale } from '../summary/barScale.ts'
import { hasBars, isZoned } from '../summary/distributionSql.ts'
import type { Bars, Distribution } from '../summary/figures.ts'
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
      return { kind: 'bars', bars: barsOf(tally, shape) }
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
  const { first, last, mean } = spread
  const { unit, at } = values
  if (unit === 'decimal' || unit === 'float4' || unit === 'float8') {
    const isWhole = fieldKind(type) === 'integer'
    return numberScale({ min: textAt(values, first), max: textAt(values, last), mean, isWhole })
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

/** The places of the least and the greatest value that can be drawn, and about their mean. */
function spreadIn(values: NumberValues, tally: Tally): { first: number; last: number; mean: number } | null {
  const { at, scale, unit } = values
  const most =
    unit === 'decimal' || unit === 'float4' || unit === 'float8' ? Number(NUMBER_MAX) * 10 ** scale : Infinity
  let [first, last, count, sum] = [-1, -1, 0, 0]
  for (let place = 0; place < at.length; place += 1) {
    const times = tally[place + 1] ?? 0
    const value = at[place] ?? 0
    if (times === 0 || !(value > -most && value < most)) continue
    if (first < 0) first = place
    last = place
    count += times
    sum += times * value
  }
  return first < 0 ? null : { first, last, mean: sum / count / 10 ** scale }
}

function startsOf(values: NumberValues, { edges }: BarScale): readonly number[] {
  return edges.map((edge) => placeOf(values, jsonToPlain(edge))?.below ?? 0)
}

function barsOf(tally: Tally, { scale, starts }: Extract<Shape, { kind: 'bars' }>): Bars {
  const { edges, isLog } = scale
  const [from = 'null'] = edges
  const to = edges.at(-1) ?? from
  const given = givenIn(tally)
  if (edges.length === 2 && to === from) {
    const [place = 0] = starts
    const count = tally[place + 1] ?? 0
    return { from, to, isLog, counts: [count], beside: given - count }
  }
  const counts = starts.slice(1).map((end, bar) => countBetween(tally, starts[bar] ?? 0, end))
  return { from, to, isLog, counts, beside: counts.reduce((rest, count) => rest - count, given) }
}

function countBetween(tally: Tally, from: number, to: number): number {
  let count = 0
  for (let place = from; place < to; place += 1) count += tally[place + 1] ?? 0
  return count
}

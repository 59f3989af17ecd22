import { jsonKind, type JsonText } from '../protocol/jsonText.ts'
import { chartWords } from '../words/en/chart.ts'
import { countWords } from '../words/figures.ts'
import { axisOf, type Place } from './axis.ts'
import { fieldOf, type ChartData, type ChartField, type ChartSpec } from './chartData.ts'
import { logEdgesOf } from './bins.ts'
import { drawable } from './exact.ts'

/** The spread of one group's numbers. Whiskers end at the last number within one and a half times the middle half, on the scale that is drawn. */
export interface Box {
  readonly place: Place
  readonly least: number
  readonly from: number
  readonly lower: number
  readonly median: number
  readonly upper: number
  readonly to: number
  readonly most: number
  readonly far: readonly number[]
  readonly rows: readonly number[]
}

/** What box plots are drawn from. */
export interface Boxes {
  readonly measure: ChartField
  /** The field of the groups; null if all rows are one. */
  readonly by: ChartField | null
  readonly boxes: readonly Box[]
  /** Where a logarithmic scale begins and ends, which is drawn where the histogram of the measure would have one; else null. */
  readonly log: LogAxis | null
  readonly notDrawn: readonly string[]
}

/** A logarithmic axis between two powers of ten; 0 has a place of its own before it. */
export interface LogAxis {
  readonly from: number
  readonly to: number
  readonly hasZero: boolean
}

/** The spread of a measure in each group, the largest groups first. Null if the data has no such field. */
export function boxesOf(data: ChartData, spec: ChartSpec): Boxes | null {
  const up = fieldOf(data, spec.y)
  const along = fieldOf(data, spec.x)
  if (up === null) return null
  const keyOf = (row: readonly JsonText[]) => (along === null ? '' : (row[along.at] ?? 'null'))
  const axis = along === null ? null : axisOf(along.field, data.rows.map(keyOf))
  const places = axis?.places ?? [{ label: up.field.name, name: up.field.name, kind: 'value', keys: [''], at: null }]
  const placeOf = new Map(places.flatMap((place) => place.keys.map((key) => [key, place] as const)))
  const numbers = new Map<Place, { value: number; row: number }[]>()
  let without = 0
  let noNumbers = 0
  data.rows.forEach((row, at) => {
    const value = drawable(row[up.at] ?? 'null')
    const place = placeOf.get(keyOf(row))
    if (jsonKind(row[up.at] ?? 'null') === 'null') return void (without += 1)
    if (value === null || place === undefined) return void (noNumbers += 1)
    const there = numbers.get(place)
    if (there === undefined) numbers.set(place, [{ value, row: at }])
    else there.push({ value, row: at })
  })
  const groups = places.flatMap((place) => {
    const there = numbers.get(place)
    return there === undefined ? [] : [{ place, there }]
  })
  const sorted = axis?.kind === 'groups' ? groups.toSorted((a, b) => b.there.length - a.there.length) : groups
  const notDrawn: string[] = []
  if (without > 0) notDrawn.push(chartWords.notDrawn.withoutCounted(countWords(without), up.field.source))
  if (noNumbers > 0) notDrawn.push(chartWords.notDrawn.noNumbers(noNumbers, up.field.name))
  if (sorted.length > MOST_BOXES && along !== null)
    notDrawn.push(chartWords.notDrawn.more(sorted.length - MOST_BOXES, along.field.name))
  const shown = sorted.slice(0, MOST_BOXES)
  const log = logAxisOf(shown.flatMap(({ there }) => there.map(({ value }) => value)))
  const boxes = shown.map(({ place, there }) => boxOf(place, there, log !== null))
  return { measure: up.field, by: along?.field ?? null, boxes, log, notDrawn }
}

function logAxisOf(numbers: readonly number[]): LogAxis | null {
  const edges = logEdgesOf(numbers)?.map(Number)
  if (edges === undefined) return null
  const hasZero = edges[0] === 0
  return { from: edges[hasZero ? 1 : 0] ?? 1, to: edges.at(-1) ?? 1, hasZero }
}

function boxOf(place: Place, numbers: readonly { value: number; row: number }[], isLog: boolean): Box {
  const values = numbers.map(({ value }) => value).toSorted((a, b) => a - b)
  const at = (share: number) => quantile(values, share)
  const [lower, median, upper] = [at(0.25), at(0.5), at(0.75)]
  const isWithin = isLog ? withinOfLog(values) : withinOf(lower, upper)
  const within = values.filter((value) => isWithin(value))
  const outside = values.filter((value) => !isWithin(value))
  const every = Math.ceil(outside.length / MOST_FAR)
  return {
    place,
    least: at(0),
    from: within[0] ?? lower,
    lower,
    median,
    upper,
    to: within.at(-1) ?? upper,
    most: at(1),
    far: every <= 1 ? outside : outside.filter((_, place) => place % every === 0 || place === outside.length - 1),
    rows: numbers.map(({ row }) => row),
  }
}

function withinOf(lower: number, upper: number): (value: number) => boolean {
  const reach = 1.5 * (upper - lower)
  return (value) => value >= lower - reach && value <= upper + reach
}

/** What is beside 0, which has a place of its own, is far out among the others. */
function withinOfLog(sorted: readonly number[]): (value: number) => boolean {
  const positive = sorted.filter((value) => value > 0).map(Math.log10)
  const isNear = withinOf(quantile(positive, 0.25), quantile(positive, 0.75))
  return (value) => value === 0 || isNear(Math.log10(value))
}

function quantile(sorted: readonly number[], share: number): number {
  const place = (sorted.length - 1) * share
  const below = sorted[Math.floor(place)] ?? 0
  return below + ((sorted[Math.ceil(place)] ?? below) - below) * (place - Math.floor(place))
}

const MOST_BOXES = 20
const MOST_FAR = 300

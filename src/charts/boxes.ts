import { jsonKind, type JsonText } from '../protocol/jsonText.ts'
import { chartWords } from '../words/en/chart.ts'
import { countWords } from '../words/figures.ts'
import { axisOf, type Place } from './axis.ts'
import { fieldOf, type ChartData, type ChartField, type ChartSpec } from './chartData.ts'
import { drawable } from './exact.ts'

/** The spread of one group's numbers. Whiskers end at the last number within one and a half times the middle half. */
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
  readonly notDrawn: readonly string[]
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
  const boxes = sorted.slice(0, MOST_BOXES).map(({ place, there }) => boxOf(place, there))
  return { measure: up.field, by: along?.field ?? null, boxes, notDrawn }
}

function boxOf(place: Place, numbers: readonly { value: number; row: number }[]): Box {
  const values = numbers.map(({ value }) => value).toSorted((a, b) => a - b)
  const at = (share: number) => quantile(values, share)
  const [lower, median, upper] = [at(0.25), at(0.5), at(0.75)]
  const reach = 1.5 * (upper - lower)
  const within = values.filter((value) => value >= lower - reach && value <= upper + reach)
  const outside = values.filter((value) => value < lower - reach || value > upper + reach)
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

function quantile(sorted: readonly number[], share: number): number {
  const place = (sorted.length - 1) * share
  const below = sorted[Math.floor(place)] ?? 0
  return below + ((sorted[Math.ceil(place)] ?? below) - below) * (place - Math.floor(place))
}

const MOST_BOXES = 20
const MOST_FAR = 300

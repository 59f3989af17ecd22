import { jsonKind, type JsonText } from '../protocol/jsonText.ts'
import { chartWords } from '../words/en/chart.ts'
import { axisOf, restPlace, takesNull, type Axis, type Place } from './axis.ts'
import { fieldOf, type ChartData, type ChartField, type ChartSpec } from './chartData.ts'
import { drawable, exactWords, sumOf } from './exact.ts'

/**
 * How a series is drawn: one of the colours in the order of size; those of one series, the rest and null; or, where series
 * have an order of their own, how far from the weak end to the strong one (0 to 1).
 */
export type Ink = 1 | 2 | 3 | 4 | 5 | 'strong' | 'rest' | 'null' | { readonly ramp: number }

export interface Series extends Place {
  readonly ink: Ink
  /** Of all that is drawn of it; null where figures can't be added up. */
  readonly total: JsonText | null
}

/** One value of a picture. */
export interface Cell {
  /** Its place along the axis and among the series. */
  readonly x: number
  readonly series: number
  readonly value: number
  readonly exact: JsonText
  /** The rows of the data that it was made of. */
  readonly rows: readonly number[]
}

/** What bars, lines, areas, heat maps and small multiples are drawn from. */
export interface Groups {
  readonly axis: Axis
  readonly series: readonly Series[]
  readonly cells: readonly Cell[]
  /** All series of each place together; empty where figures can't be added up. */
  readonly totals: readonly (JsonText | null)[]
  /** What the values are. */
  readonly measure: { readonly name: string; readonly measuredIn: string | null; readonly isAdditive: boolean }
  /** The field of the series; null if there is one series only. */
  readonly by: ChartField | null
  /** What is left out of the picture, in sentences. */
  readonly notDrawn: readonly string[]
}

/** The most places of groups along an axis, and the most series of a kind of chart. */
export interface Limits {
  readonly places: number
  readonly series: number
}

/** The values of a chart, put together by its axis and its series. Null if it names no axis of the data. */
export function groupsOf(data: ChartData, spec: ChartSpec, limits: Limits): Groups | null {
  const along = fieldOf(data, spec.x)
  if (along === null) return null
  const by = fieldOf(data, spec.series)
  const up = fieldOf(data, spec.y)
  const isAdditive = up?.field.isAdditive ?? true
  const column = (at: number) => data.rows.map((row) => row[at] ?? 'null')
  const notDrawn: string[] = []

  const rawAxis = axisOf(along.field, column(along.at))
  const rawSeries = by === null ? null : axisOf(by.field, column(by.at))
  const xOf = placeFinder(rawAxis.places)
  const seriesOf = rawSeries === null ? () => 0 : placeFinder(rawSeries.places)

  const gathered = new Map<string, { x: number; series: number; values: JsonText[]; rows: number[] }>()
  let noNumbers = 0
  const lost: JsonText[] = []
  // Infinity and NaN lie on no axis of times or steps.
  const beyond: JsonText[] = []
  data.rows.forEach((row, at) => {
    const value = up === null ? '1' : (row[up.at] ?? 'null')
    if (jsonKind(value) === 'null') return
    if (drawable(value) === null) return void (noNumbers += 1)
    const x = xOf(row[along.at] ?? 'null')
    const series = seriesOf(by === null ? '' : (row[by.at] ?? 'null'))
    if (x === undefined || series === undefined) {
      const isNull = x === undefined && jsonKind(row[along.at] ?? 'null') === 'null'
      return void (isNull || x !== undefined ? lost : beyond).push(value)
    }
    const key = `${x} ${series}`
    const there = gathered.get(key)
    if (there === undefined) gathered.set(key, { x, series, values: [value], rows: [at] })
    else {
      there.values.push(value)
      there.rows.push(at)
    }
  })
  const counts = up === null || up.field.isCount
  const { source } = along.field
  const { withoutCounted, without, beyondCounted, beyond: beyondAxis } = chartWords.notDrawn
  if (lost.length > 0 && !takesNull(rawAxis))
    notDrawn.push(counts ? withoutCounted(exactWords(sumOf(lost)), source) : without(source))
  if (beyond.length > 0) {
    const isTime = rawAxis.kind === 'time'
    notDrawn.push(counts ? beyondCounted(exactWords(sumOf(beyond)), source, isTime) : beyondAxis(source, isTime))
  }
  if (noNumbers > 0) notDrawn.push(chartWords.notDrawn.noNumbers(noNumbers, up?.field.name ?? ''))

  const all = [...gathered.values()]
  const single = isAdditive ? all : all.filter(({ values }) => values.length === 1)
  if (single.length < all.length) notDrawn.push(chartWords.notDrawn.several(all.length - single.length))
  const raw = single.map(({ x, series, values, rows }): Cell => {
    const exact = values.length === 1 ? (values[0] ?? '0') : sumOf(values)
    return { x, series, value: drawable(exact) ?? 0, exact, rows }
  })

  const axis = limited(rawAxis, sizes(raw, 'x'), limits.places, isAdditive, notDrawn)
  const places = axis.axis.places
  const grouped =
    rawSeries === null ? null : limited(rawSeries, sizes(raw, 'series'), limits.series, isAdditive, notDrawn)
  const cells = merged(
    raw.flatMap((cell) => {
      const x = axis.to(cell.x)
      const series = grouped === null ? 0 : grouped.to(cell.series)
      return x === null || series === null ? [] : [{ ...cell, x, series }]
    }),
  )
  const totalOf = (which: (cell: Cell) => boolean) => {
    const values = cells.filter(which).map(({ exact }) => exact)
    return isAdditive && values.length > 0 ? sumOf(values) : null
  }
  const name = up === null ? (data.isGrouped ? chartWords.records : chartWords.count) : up.field.name
  const isSum = up !== null && !up.field.isCount && cells.some(({ rows }) => rows.length > 1)
  return {
    axis: axis.axis,
    series:
      grouped === null
        ? [{ label: name, name, kind: 'value', keys: [], at: null, ink: 'strong', total: totalOf(() => true) }]
        : inked(grouped.axis.places, grouped.axis.kind !== 'groups').map((series, at) => ({
            ...series,
            total: totalOf((cell) => cell.series === at),
          })),
    cells,
    totals: places.map((_, at) => totalOf((cell) => cell.x === at)),
    measure: {
      name: isSum ? chartWords.sumOf(name) : name,
      measuredIn: up?.field.measuredIn ?? null,
      isAdditive,
    },
    by: by?.field ?? null,
    notDrawn,
  }
}

/** The number of a cell, a total or a series in full, with its unit. */
export function valueWords(exact: JsonText, measuredIn: string | null): string {
  return measuredIn === null ? exactWords(exact) : `${exactWords(exact)} ${measuredIn}`
}

function placeFinder(places: readonly Place[]): (key: JsonText) => number | undefined {
  const found = new Map(places.flatMap(({ keys }, at) => keys.map((key) => [key, at] as const)))
  return (key) => found.get(key)
}

function sizes(cells: readonly Cell[], by: 'x' | 'series'): ReadonlyMap<number, number> {
  const sums = new Map<number, number>()
  for (const cell of cells) sums.set(cell[by], (sums.get(cell[by]) ?? 0) + Math.abs(cell.value))
  return sums
}

/** An axis with its groups in the order of size and so many of them at most; what else there is becomes the rest. */
function limited(
  axis: Axis,
  size: ReadonlyMap<number, number>,
  most: number,
  isAdditive: boolean,
  notDrawn: string[],
): { readonly axis: Axis; readonly to: (raw: number) => number | null } {
  if (axis.kind !== 'groups') return { axis, to: (raw) => raw }
  const numbered = axis.places.map((place, raw) => ({ place, raw, size: size.get(raw) ?? 0 }))
  const values = numbered.filter(({ place, size: of }) => place.kind === 'value' && of > 0)
  // Codes and grades have an order of their own, which is kept while all of them are seen.
  const isNamed = axis.field.kind === 'text' || values.length > most
  const sorted = isNamed ? values.toSorted((a, b) => b.size - a.size) : values
  const kept = sorted.slice(0, most)
  const dropped = sorted.slice(most)
  const nulls = numbered.filter(({ place }) => place.kind === 'null')
  const rests = numbered.filter(({ place }) => place.kind === 'rest')
  if (dropped.length > 0 && !isAdditive) notDrawn.push(chartWords.notDrawn.more(dropped.length, axis.field.name))
  const inRest = [...rests, ...(isAdditive ? dropped : [])]
  const ordered = [...kept, ...nulls]
  const places = [
    ...ordered.map(({ place }) => place),
    ...(inRest.length === 0 ? [] : [restPlace(inRest.flatMap(({ place }) => place.keys))]),
  ]
  const to = new Map<number, number>([
    ...ordered.map(({ raw }, at) => [raw, at] as const),
    ...inRest.map(({ raw }) => [raw, ordered.length] as const),
  ])
  return { axis: { ...axis, places }, to: (raw) => to.get(raw) ?? null }
}

function merged(cells: readonly Cell[]): readonly Cell[] {
  const places = new Map<string, Cell>()
  for (const cell of cells) {
    const key = `${cell.x} ${cell.series}`
    const there = places.get(key)
    const exact = there === undefined ? cell.exact : sumOf([there.exact, cell.exact])
    places.set(
      key,
      there === undefined ? cell : { ...cell, exact, value: drawable(exact) ?? 0, rows: [...there.rows, ...cell.rows] },
    )
  }
  return [...places.values()].toSorted((a, b) => a.x - b.x || a.series - b.series)
}

/** The colours go by size, so that the largest has the strongest. */
function inked(places: readonly Place[], isOrdered: boolean): Omit<Series, 'total'>[] {
  return places.map((place, at) => {
    if (place.kind === 'null' || place.kind === 'rest') return { ...place, ink: place.kind }
    return { ...place, ink: isOrdered ? { ramp: at / Math.max(1, places.length - 1) } : (INKS[at] ?? 'rest') }
  })
}

const INKS = [1, 2, 3, 4, 5] as const

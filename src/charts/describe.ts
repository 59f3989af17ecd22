import { DAY_MS, writtenDay } from '../protocol/calendar.ts'
import { chartWords } from '../words/en/chart.ts'
import type { Boxes } from './boxes.ts'
import { exactWords } from './exact.ts'
import { valueWords, type Groups } from './groups.ts'
import type { Points } from './points.ts'

/** Bars, lines, areas and heat maps in words: the largest, the smallest, the trend, the series. */
export function describeGroups(groups: Groups, kind: string, byPlace: boolean): string {
  const { axis, series, cells, measure } = groups
  const values = byPlace || series.length === 1 ? sumsOf(groups) : cellsOf(groups)
  const most = values.toSorted((a, b) => b.value - a.value)[0]
  const least = values.toSorted((a, b) => a.value - b.value)[0]
  if (most === undefined || least === undefined) return chartWords.described.empty(kind)
  if (values.length === 1) return chartWords.described.single(kind, most.name)
  const sentences = [chartWords.described.extremes(kind, most.name, least.name)]
  if (axis.kind === 'time' && (series.length === 1 || byPlace)) {
    const [first, last] = [values[0], values.at(-1)]
    if (first !== undefined && last !== undefined) sentences.push(trend(first, last, most.value - least.value))
  }
  if (series.length > 1) {
    const bySize = series
      .map((each, at) => ({ each, size: cells.reduce((sum, cell) => sum + (cell.series === at ? cell.value : 0), 0) }))
      .toSorted((a, b) => b.size - a.size)
    const named = bySize.map(({ each }) =>
      each.total === null ? each.name : chartWords.part(each.name, valueWords(each.total, measure.measuredIn)),
    )
    sentences.push(chartWords.described.series(named.join(', ')))
  }
  return sentences.join(' ')
}

/** Scatter plots and maps in words: how many points, and from where to where. */
export function describePoints({ x, y, points }: Points, kind: string): string {
  if (points.length === 0) return chartWords.described.empty(kind)
  return chartWords.described.points(
    kind,
    points.length,
    between(
      x.name,
      x.kind === 'time',
      points.map((point) => point.x),
    ),
    between(
      y.name,
      y.kind === 'time',
      points.map((point) => point.y),
    ),
  )
}

function between(name: string, isTime: boolean, values: readonly number[]): string {
  const words = (value: number) =>
    isTime ? writtenDay(Math.floor(value / DAY_MS)) : exactWords(String(Number(value.toPrecision(12))))
  const [least, most] = [values.reduce((a, b) => Math.min(a, b)), values.reduce((a, b) => Math.max(a, b))]
  return chartWords.described.between(name, words(least), words(most))
}

/** Box plots in words: each box, and of many the first ones. */
export function describeBoxes({ boxes }: Boxes, named: readonly string[]): string {
  const kind = chartWords.kinds.box
  return boxes.length === 0
    ? chartWords.described.empty(kind)
    : chartWords.described.boxes(kind, named.slice(0, MOST_BOXES_SAID).join('; '))
}

interface Value {
  readonly name: string
  readonly value: number
  readonly words: string
}

/** The places as wholes, or each value where they can't be added up. */
function sumsOf(groups: Groups): readonly Value[] {
  const { axis, totals, measure } = groups
  if (!measure.isAdditive) return cellsOf(groups)
  return totals.flatMap((total, x) => {
    if (total === null) return []
    const words = valueWords(total, measure.measuredIn)
    return [{ name: chartWords.value([axis.places[x]?.name ?? ''], words), value: Number(total), words }]
  })
}

function cellsOf({ axis, series, cells, measure, by }: Groups): readonly Value[] {
  return cells.map(({ x, series: at, value, exact }) => {
    const place = [axis.places[x]?.name ?? '', ...(by === null ? [] : [series[at]?.name ?? ''])]
    const words = valueWords(exact, measure.measuredIn)
    return { name: chartWords.value(place, words), value, words }
  })
}

function trend(first: Value, last: Value, range: number): string {
  const rise = last.value - first.value
  if (Math.abs(rise) < range / 10) return chartWords.described.level(first.words, last.words)
  return rise > 0
    ? chartWords.described.rises(first.words, last.words)
    : chartWords.described.falls(first.words, last.words)
}

const MOST_BOXES_SAID = 5

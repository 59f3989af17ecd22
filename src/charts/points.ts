import { jsonToPlain } from '../protocol/jsonText.ts'
import { chartWords } from '../words/en/chart.ts'
import { fieldOf, type ChartData, type ChartField, type ChartSpec } from './chartData.ts'
import { drawable, exactWords } from './exact.ts'
import { groupsOf, type Series } from './groups.ts'
import { periodOf } from './periods.ts'

export interface Point {
  readonly x: number
  readonly y: number
  readonly series: number
  readonly row: number
  /** Its values in full. */
  readonly name: string
}

/** What scatter plots and maps are drawn from. */
export interface Points {
  readonly x: ChartField
  readonly y: ChartField
  readonly series: readonly Series[]
  readonly by: ChartField | null
  readonly points: readonly Point[]
  readonly notDrawn: readonly string[]
}

/** The rows that have both values, as many as can be drawn, evenly taken from all. Null if there are no such fields. */
export function pointsOf(data: ChartData, spec: ChartSpec): Points | null {
  const x = fieldOf(data, spec.x)
  const y = fieldOf(data, spec.y)
  if (x === null || y === null) return null
  const isMap = spec.kind === 'map'
  const by = fieldOf(data, spec.series)
  const grouped =
    by === null
      ? null
      : groupsOf({ ...data, isGrouped: false }, { ...spec, x: by.field.id, y: null, series: by.field.id }, LIMITS)
  const seriesOf = new Map((grouped?.series ?? []).flatMap(({ keys }, at) => keys.map((key) => [key, at] as const)))
  const notDrawn: string[] = []
  const all: Point[] = []
  let offMap = 0
  data.rows.forEach((row, at) => {
    const along = positionOf(row[x.at] ?? 'null', x.field)
    const up = positionOf(row[y.at] ?? 'null', y.field)
    if (along === null || up === null) return
    if (isMap && (Math.abs(up) > 90 || Math.abs(along) > 180)) return void (offMap += 1)
    const series = by === null ? 0 : seriesOf.get(row[by.at] ?? 'null')
    if (series === undefined) return
    const shown = [x, y, ...(by === null || by.at === x.at || by.at === y.at ? [] : [by])]
    const parts = shown.map(({ field, at: place }) => chartWords.part(field.name, exactWords(row[place] ?? 'null')))
    all.push({ x: along, y: up, series, row: at, name: chartWords.point(parts) })
  })
  const without = data.rows.length - all.length - offMap
  if (without > 0) notDrawn.push(chartWords.notDrawn.noPlaces(without))
  if (offMap > 0) notDrawn.push(chartWords.notDrawn.offMap(offMap))
  const every = Math.ceil(all.length / MOST_POINTS)
  const points = every <= 1 ? all : all.filter((_, at) => at % every === 0)
  if (points.length < all.length) notDrawn.push(chartWords.notDrawn.morePoints(points.length, all.length))
  return {
    x: x.field,
    y: y.field,
    series: grouped?.series ?? [
      { label: '', name: '', kind: 'value', keys: [], at: null, ink: 'strong', total: String(all.length) },
    ],
    by: by?.field ?? null,
    points,
    notDrawn,
  }
}

function positionOf(value: string, { kind, unit }: ChartField): number | null {
  return kind === 'time' ? (periodOf(value, unit)?.start ?? null) : drawable(jsonToPlain(value))
}

/** More circles make the page slow, and cover each other. */
const MOST_POINTS = 4000

const LIMITS = { places: 5, series: 5 }

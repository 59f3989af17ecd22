import { writtenTime } from '../protocol/timeOfDay.ts'
import { chartWords } from '../words/en/chart.ts'
import { binned, BIN_COUNT } from './bins.ts'
import { boxesOf, type Boxes } from './boxes.ts'
import type { ChartData, ChartField, ChartKind, ChartSpec } from './chartData.ts'
import { describeBoxes, describeGroups, describePoints } from './describe.ts'
import { exactWords } from './exact.ts'
import { groupsOf, valueWords, type Groups } from './groups.ts'
import { pointsOf, type Points } from './points.ts'

/** One value of a picture: what it says, and the rows of the data behind it. */
export interface Mark {
  readonly name: string
  readonly rows: readonly number[]
  /** Its place along the axis, where there are places. */
  readonly x: number | null
  readonly series: number
}

/** A table of words and numbers. */
export interface DrawnTable {
  readonly head: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

/** All that a picture shows, before it has a size and colours. */
export interface Drawing {
  readonly spec: ChartSpec
  readonly shape:
    | { readonly kind: 'groups'; readonly groups: Groups }
    | { readonly kind: 'points'; readonly points: Points }
    | { readonly kind: 'boxes'; readonly boxes: Boxes }
  readonly title: string
  readonly subtitle: string
  /** What is written in amber: cut, or from a sample. */
  readonly amber: string | null
  readonly notDrawn: readonly string[]
  /** The picture in a sentence or two. */
  readonly description: string
  readonly marks: readonly Mark[]
  /** What is drawn as a table. */
  readonly table: DrawnTable
}

/** What a chart of the data shows; null if the data has not what the chart names. */
export function drawingOf(data: ChartData, spec: ChartSpec): Drawing | null {
  const given = { spec, subtitle: data.subtitle, amber: amberOf(data) }
  if (spec.kind === 'scatter' || spec.kind === 'map') {
    const points = pointsOf(data, spec)
    return points && { ...given, ...drawingOfPoints(points, spec.kind) }
  }
  if (spec.kind === 'box') {
    const boxes = boxesOf(data, spec)
    return boxes && { ...given, ...drawingOfBoxes(boxes) }
  }
  const { data: counted, rowsOf } = spec.kind === 'histogram' ? binned(data, spec) : { data, rowsOf: null }
  const isBinned = counted !== data
  const groups = groupsOf(counted, isBinned ? { ...spec, y: BIN_COUNT } : spec, LIMITS[spec.kind])
  if (groups === null) return null
  const drawing = drawingOfGroups(groups, spec)
  const marks = isBinned && rowsOf !== null ? drawing.marks.map((mark) => ({ ...mark, rows: rowsOf(mark.rows) })) : null
  return { ...given, ...drawing, marks: marks ?? drawing.marks }
}

/** The kind as one says it of this drawing. */
export function kindName(kind: ChartKind, seriesCount: number): string {
  return kind === 'stacked' && seriesCount === 1 ? chartWords.bars : chartWords.kinds[kind]
}

type Drawn = Omit<Drawing, 'spec' | 'subtitle' | 'amber'>

function drawingOfGroups(groups: Groups, { kind }: ChartSpec): Drawn {
  const { axis, series, cells, measure, by, notDrawn } = groups
  const name = measure.measuredIn === null ? measure.name : chartWords.inUnit(measure.name, measure.measuredIn)
  const nameOf = (x: number, at: number) => [
    axis.places[x]?.name ?? '',
    ...(by === null ? [] : [series[at]?.name ?? '']),
  ]
  const marks = cells.map((cell): Mark => {
    const value = valueWords(cell.exact, measure.measuredIn)
    return {
      name: chartWords.value(nameOf(cell.x, cell.series), value),
      rows: cell.rows,
      x: cell.x,
      series: cell.series,
    }
  })
  const exact = new Map(cells.map((cell) => [`${cell.x} ${cell.series}`, cell.exact]))
  const rows = axis.places.map((place, x) => [
    place.name,
    ...series.map((_, at) => exactWords(exact.get(`${x} ${at}`) ?? '')),
  ])
  const title =
    by === null ? chartWords.title.of(name, axis.field.name) : chartWords.title.ofBoth(name, axis.field.name, by.name)
  return {
    shape: { kind: 'groups', groups },
    title: axis.field.edges === undefined ? title : chartWords.title.onLogScale(title),
    notDrawn,
    description: describeGroups(groups, kindName(kind, series.length), COMPARES_PLACES.has(kind)),
    marks,
    table: { head: [axis.field.name, ...(by === null ? [name] : series.map((each) => each.name))], rows },
  }
}

function drawingOfPoints(points: Points, kind: 'scatter' | 'map'): Drawn {
  const { x, y, by, notDrawn } = points
  const title = kind === 'map' ? chartWords.title.map(y.name, x.name) : chartWords.title.against(y.name, x.name)
  return {
    shape: { kind: 'points', points },
    title: by === null ? title : chartWords.title.coloured(title, by.name),
    notDrawn,
    description: describePoints(points, chartWords.kinds[kind]),
    marks: points.points.map(({ name, row, series }): Mark => ({ name, rows: [row], x: null, series })),
    table: {
      head: [x.name, y.name, ...(by === null ? [] : [by.name])],
      rows: points.points.map((point) => [
        positionWords(point.x, x),
        positionWords(point.y, y),
        ...(by === null ? [] : [points.series[point.series]?.name ?? '']),
      ]),
    },
  }
}

function positionWords(position: number, { kind }: ChartField): string {
  return kind === 'time' ? writtenTime(position).replace(/T00:00:00(?= BC$|$)/, '') : String(position)
}

function drawingOfBoxes(boxes: Boxes): Drawn {
  const { measure, by } = boxes
  const named = boxes.boxes.map((box) => {
    const words = chartWords.boxOf({
      least: wordsOf(box.least),
      lower: wordsOf(box.lower),
      median: wordsOf(box.median),
      upper: wordsOf(box.upper),
      most: wordsOf(box.most),
    })
    return chartWords.value([box.place.name], words)
  })
  const title = by === null ? chartWords.title.spread(measure.name) : chartWords.title.spreadBy(measure.name, by.name)
  return {
    shape: { kind: 'boxes', boxes },
    title: boxes.log === null ? title : chartWords.title.onLogScale(title),
    notDrawn: boxes.notDrawn,
    description: describeBoxes(boxes, named),
    marks: boxes.boxes.map((box, at): Mark => ({ name: named[at] ?? '', rows: box.rows, x: at, series: 0 })),
    table: {
      head: [by?.name ?? measure.name, ...BOX_FIGURES.map((figure) => chartWords.boxFigures[figure])],
      rows: boxes.boxes.map((box) => [box.place.name, ...BOX_FIGURES.map((figure) => wordsOf(box[figure]))]),
    },
  }
}

function wordsOf(value: number): string {
  return exactWords(String(Number(value.toPrecision(12))))
}

function amberOf({ notes: { cut, sample, isAbout }, isGrouped }: ChartData): string | null {
  if (sample === null) return cut === null ? null : isGrouped ? chartWords.groupsCutNote(cut) : chartWords.cutNote(cut)
  return cut === null
    ? chartWords.sampleNote(sample.of, sample.total, isAbout)
    : chartWords.sampleCutNote(sample.of, sample.total, isAbout, cut)
}

/** Kinds that show all series of a place as one whole. */
const COMPARES_PLACES: ReadonlySet<ChartKind> = new Set(['stacked', 'area', 'histogram'])

const BOX_FIGURES = ['least', 'lower', 'median', 'upper', 'most'] as const

/** How many places and series each kind has room for. Time and steps are never left out. */
const LIMITS = {
  stacked: { places: 30, series: 5 },
  grouped: { places: 20, series: 5 },
  lines: { places: 60, series: 5 },
  area: { places: 60, series: 5 },
  heat: { places: 40, series: 30 },
  multiples: { places: 30, series: 12 },
  histogram: { places: 60, series: 5 },
}

import { areaY, axisX, axisY, dot, gridY, lineY, plot, ruleY } from '@observablehq/plot'
import type { Groups } from '../groups.ts'
import { inkColour, lineColour } from './inks.ts'
import {
  AXIS,
  BASE,
  extentWithZero,
  GRID,
  niceRange,
  tagged,
  tickCount,
  type Plotted,
  type PlotRoom,
} from './plotted.ts'
import { textWidth } from '../svg.ts'
import { axisNumbers, labelledPlaces, TICK_SIZE, timeTicks } from './ticks.ts'

interface LinePoint {
  /** The number of the value; −1 where there is none and a line only has to pass. */
  readonly mark: number
  readonly x: number | Date
  readonly from: number
  readonly y: number
  readonly series: number
  readonly colour: string
}

/** Lines, or areas on top of each other, along time, steps or parts of a date. */
export function plotLines(groups: Groups, room: PlotRoom, isArea: boolean): Plotted {
  const { axis, series, measure } = groups
  const isEven = axis.isEven || axis.kind !== 'time'
  const points = isArea ? stackedPoints(groups, isEven, room.hatch) : linePoints(groups, isEven)
  const drawn = points.filter(({ mark }) => mark >= 0)
  const values = points.map(({ y }) => y).filter((y) => !Number.isNaN(y))
  const count = tickCount(room.height - TOP - BOTTOM)
  const range: readonly [number, number] =
    measure.isAdditive || isArea
      ? extentWithZero(values)
      : [values.reduce((a, b) => Math.min(a, b), Infinity), values.reduce((a, b) => Math.max(a, b), -Infinity)]
  const [least, most] = niceRange(range, count)
  const numbers = axisNumbers(Math.max(most, -least))
  const left = Math.max(textWidth(numbers(most), TICK_SIZE), textWidth(numbers(least), TICK_SIZE), 28) + 14
  const length = room.width - left - RIGHT
  const dots =
    drawn.length <= MOST_DOTS && !isArea
      ? { r: 2.5, fill: { value: 'colour', scale: null } }
      : { r: 5, fill: 'transparent' }
  const svg = plot({
    width: room.width,
    height: room.height,
    marginTop: TOP,
    marginBottom: BOTTOM,
    marginLeft: left,
    marginRight: RIGHT,
    x: isEven
      ? { type: 'point', domain: [...axis.places.keys()], padding: 0.5, label: null }
      : { type: 'utc', label: null },
    y: { domain: [least, most], label: null },
    marks: [
      gridY({ ...GRID, ticks: count }),
      axisY({ ...AXIS, ticks: count, tickFormat: numbers, tickPadding: 8 }),
      isEven
        ? axisX([...labelledPlaces(axis, length)], {
            ...AXIS,
            tickFormat: (at: number) => axis.places[at]?.label ?? '',
            tickPadding: 8,
          })
        : axisX({
            ...AXIS,
            ticks: Math.max(2, Math.floor(length / 90)),
            ...timeTicks(axis.places.flatMap(({ at }) => at ?? [])),
            tickPadding: 8,
          }),
      isArea
        ? areaY(points, {
            x: 'x',
            y1: 'from',
            y2: 'y',
            z: 'series',
            fill: { value: 'colour', scale: null },
            stroke: 'var(--surface-canvas)',
            strokeWidth: series.length > 1 ? 1 : 0,
          })
        : lineY(points, { x: 'x', y: 'y', z: 'series', stroke: { value: 'colour', scale: null }, strokeWidth: 2 }),
      least <= 0 && most >= 0 ? ruleY([0], BASE) : null,
      dot(drawn, { x: 'x', y: 'y', ...dots, ...tagged(drawn) }),
    ],
  })
  const step = length / axis.places.length
  const spans = axis.places.map((_, at) => ({ from: left + at * step, to: left + (at + 1) * step }))
  return { svg, left, spans: isEven ? spans : null, isOnSide: false }
}

/** Where there is no value a count is 0, and a line of other figures has a gap. */
function linePoints({ axis, series, cells, measure }: Groups, isEven: boolean): readonly LinePoint[] {
  const marks = new Map(cells.map((cell, mark) => [`${cell.x} ${cell.series}`, mark] as const))
  return series.flatMap(({ ink }, at) =>
    axis.places.flatMap((place, x): LinePoint[] => {
      const mark = marks.get(`${x} ${at}`)
      if (mark === undefined && !isEven) return []
      const y = mark === undefined ? (measure.isAdditive ? 0 : Number.NaN) : (cells[mark]?.value ?? 0)
      return [
        { mark: mark ?? -1, x: isEven ? x : new Date(place.at ?? 0), from: 0, y, series: at, colour: lineColour(ink) },
      ]
    }),
  )
}

function stackedPoints({ axis, series, cells }: Groups, isEven: boolean, hatch: string): readonly LinePoint[] {
  const marks = new Map(cells.map((cell, mark) => [`${cell.x} ${cell.series}`, mark] as const))
  const tops = axis.places.map(() => 0)
  return series.flatMap(({ ink }, at) =>
    axis.places.map((place, x): LinePoint => {
      const mark = marks.get(`${x} ${at}`)
      const from = tops[x] ?? 0
      const y = from + (mark === undefined ? 0 : (cells[mark]?.value ?? 0))
      tops[x] = y
      const colour = inkColour(ink, hatch)
      return { mark: mark ?? -1, x: isEven ? x : new Date(place.at ?? 0), from, y, series: at, colour }
    }),
  )
}

const TOP = 14
const BOTTOM = 28
const RIGHT = 16

/** Beyond this, circles would hide the line. */
const MOST_DOTS = 150

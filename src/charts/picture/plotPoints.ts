import { axisX, axisY, dot, geo, gridY, plot, type ProjectionOptions } from '@observablehq/plot'
import type { Points } from '../points.ts'
import { lineColour } from './inks.ts'
import { AXIS, GRID, tagged, tickCount, type Plotted, type PlotRoom } from './plotted.ts'
import { textWidth } from '../svg.ts'
import { axisNumbers, TICK_SIZE, timeTicks } from './ticks.ts'
import type { World } from './world.ts'

/** One circle for each row, by two numbers or times. */
export function plotScatter({ x, y, series, points }: Points, room: PlotRoom): Plotted {
  const items = points.map((point, mark) => ({
    mark,
    x: x.kind === 'time' ? new Date(point.x) : point.x,
    y: y.kind === 'time' ? new Date(point.y) : point.y,
    colour: lineColour(series[point.series]?.ink ?? 'strong'),
  }))
  const numbers = numbersOf(points.map((point) => point.y))
  const along = numbersOf(points.map((point) => point.x))
  const widest = points.reduce((most, point) => Math.max(most, textWidth(numbers(point.y), TICK_SIZE)), 0)
  const left = Math.max(Math.min(widest, 80), 28) + 14
  const svg = plot({
    width: room.width,
    height: room.height,
    marginTop: 24,
    marginBottom: 42,
    marginLeft: left,
    marginRight: 16,
    x: { type: x.kind === 'time' ? 'utc' : 'linear', nice: true, label: null },
    y: { type: y.kind === 'time' ? 'utc' : 'linear', nice: true, label: null },
    marks: [
      gridY({ ...GRID, ticks: tickCount(room.height - 66) }),
      axisY({
        ...AXIS,
        ticks: tickCount(room.height - 66),
        ...(y.kind === 'time' ? timeTicks(points.map((point) => point.y)) : { tickFormat: numbers }),
        label: `↑ ${y.name}`,
        labelArrow: 'none',
      }),
      axisX({
        ...AXIS,
        ticks: Math.max(2, Math.floor((room.width - left) / 90)),
        ...(x.kind === 'time' ? timeTicks(points.map((point) => point.x)) : { tickFormat: along }),
        label: `${x.name} →`,
        labelArrow: 'none',
        stroke: 'none',
      }),
      dot(items, {
        x: 'x',
        y: 'y',
        r: points.length > 1000 ? 2 : 3,
        fill: { value: 'colour', scale: null },
        fillOpacity: 0.7,
        ...tagged(items),
      }),
    ],
  })
  return { svg, left, spans: null, isOnSide: false }
}

function numbersOf(values: readonly number[]): (value: number) => string {
  return axisNumbers(values.reduce((a, b) => Math.max(a, Math.abs(b)), 0))
}

/** One circle for each row on the outline of the world, or of the part of it where they lie. */
export function plotMap({ series, points }: Points, room: PlotRoom, world: World): Plotted {
  const items = points.map((point, mark) => ({
    mark,
    x: point.x,
    y: point.y,
    colour: lineColour(series[point.series]?.ink ?? 'strong'),
  }))
  const svg = plot({
    width: room.width,
    height: room.height,
    margin: 8,
    projection: projectionFor(points),
    marks: [
      geo(world, { fill: 'var(--surface-well)', stroke: 'var(--line-control)', strokeWidth: 0.75, clip: 'frame' }),
      dot(items, {
        x: 'x',
        y: 'y',
        r: points.length > 1000 ? 2 : 3.5,
        fill: { value: 'colour', scale: null },
        fillOpacity: 0.75,
        stroke: 'var(--surface-canvas)',
        strokeWidth: 0.5,
        ...tagged(items),
      }),
    ],
  })
  return { svg, left: 8, spans: null, isOnSide: false }
}

/** The whole world for points far apart, else their part of it with a border around. */
function projectionFor(points: Points['points']): ProjectionOptions {
  const [west, east] = range(points.map(({ x }) => x))
  const [south, north] = range(points.map(({ y }) => y))
  const isWide = points.length === 0 || east - west > 150 || north - south > 90
  if (isWide) return { type: 'equal-earth' }
  const border = Math.max(1, (east - west) * 0.15, (north - south) * 0.15)
  const [left, right] = [Math.max(-180, west - border), Math.min(180, east + border)]
  const [low, high] = [Math.max(-89, south - border), Math.min(89, north + border)]
  const corners = [
    [left, low],
    [left, high],
    [right, low],
    [right, high],
  ] as [number, number][]
  return {
    type: Math.abs(low + high) > 60 ? 'mercator' : 'equirectangular',
    domain: { type: 'MultiPoint', coordinates: corners },
  }
}

function range(values: readonly number[]): readonly [number, number] {
  return [values.reduce((a, b) => Math.min(a, b), Infinity), values.reduce((a, b) => Math.max(a, b), -Infinity)]
}

import { axisX, axisY, barY, gridY, lineY, plot, ruleY, text } from '@observablehq/plot'
import type { Groups } from '../groups.ts'
import { AXIS, BASE, extentWithZero, GRID, niceRange, tagged, type Plotted, type PlotRoom } from './plotted.ts'
import { clipped, textWidth } from '../svg.ts'
import { axisNumbers, labelledPlaces, TICK_SIZE } from './ticks.ts'

/** One small chart for each series, all with the same axes: bars, or lines where bars would be too thin. */
export function plotMultiples({ axis, series, cells }: Groups, room: PlotRoom): Plotted {
  const widest = Math.max(1, Math.min(series.length, Math.floor(room.width / (room.width < 640 ? 140 : 220))))
  const rows = Math.ceil(series.length / widest)
  const columns = Math.ceil(series.length / rows)
  const place = (at: number) => ({ column: at % columns, row: Math.floor(at / columns) })
  const height = (room.height - TOP - BOTTOM) / rows
  const ticks = Math.max(2, Math.min(5, Math.round(height / 40)))
  const [least, most] = niceRange(extentWithZero(cells.map(({ value }) => value)), ticks)
  const numbers = axisNumbers(Math.max(most, -least))
  const left = Math.max(textWidth(numbers(most), TICK_SIZE), textWidth(numbers(least), TICK_SIZE), 20) + 14
  const width = (room.width - left - RIGHT) / columns
  const items = cells.map((cell, mark) => ({ ...cell, mark, ...place(cell.series) }))
  const isDense = width / axis.places.length < 6 && axis.kind !== 'groups'
  const names = series.map(({ name }, at) => ({ ...place(at), name: clipped(name, TICK_SIZE, width - 12) }))
  const facet = { fx: 'column', fy: 'row' }
  const svg = plot({
    width: room.width,
    height: room.height,
    marginTop: TOP,
    marginBottom: BOTTOM,
    marginLeft: left,
    marginRight: RIGHT,
    fx: { domain: Array.from({ length: columns }, (_, at) => at), padding: 0.08, axis: null },
    fy: { domain: Array.from({ length: rows }, (_, at) => at), paddingInner: 0.28, paddingOuter: 0, axis: null },
    x: { type: 'band', domain: [...axis.places.keys()], padding: 0.2, label: null },
    y: { domain: [least, most], label: null },
    marks: [
      gridY({ ...GRID, ticks }),
      axisY({ ...AXIS, ticks, tickFormat: numbers, tickPadding: 6 }),
      axisX([...labelledPlaces(axis, width * 0.9)], {
        ...AXIS,
        tickFormat: (at: number) => clipped(axis.places[at]?.label ?? '', TICK_SIZE, 80),
        tickPadding: 6,
      }),
      isDense
        ? lineY(items, { ...facet, x: 'x', y: 'value', stroke: 'var(--mark-bar-strong)', strokeWidth: 1.5 })
        : null,
      barY(items, {
        ...facet,
        x: 'x',
        y: 'value',
        fill: isDense ? 'transparent' : 'var(--mark-bar-strong)',
        ...tagged(items),
      }),
      ruleY([0], BASE),
      text(names, {
        ...facet,
        frameAnchor: 'top-left',
        dy: -16,
        text: 'name',
        fontSize: 12,
        fontWeight: 600,
        fill: 'var(--text-1)',
      }),
    ],
  })
  return { svg, left, spans: null, isOnSide: false }
}

const TOP = 26
const BOTTOM = 28
const RIGHT = 12

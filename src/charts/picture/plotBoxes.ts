import { axisX, axisY, barX, dot, gridX, plot, ruleY, tickX } from '@observablehq/plot'
import type { Boxes } from '../boxes.ts'
import { AXIS, GRID, tagged, tickCount, type Plotted, type PlotRoom } from './plotted.ts'
import { clipped, textWidth } from '../svg.ts'
import { axisNumbers, TICK_SIZE } from './ticks.ts'

/** Boxes that lie below each other: the middle half, the median in it, whiskers, and what is far out. */
export function plotBoxes({ boxes, by, measure }: Boxes, room: PlotRoom): Plotted {
  const most = boxes.reduce((a, box) => Math.max(a, Math.abs(box.most), Math.abs(box.least)), 0)
  const names = boxes.map(({ place }) =>
    by === null ? '' : clipped(place.label, TICK_SIZE, Math.min(200, room.width * 0.36)),
  )
  const left = Math.max(...names.map((name) => textWidth(name, TICK_SIZE)), 8) + 14
  const items = boxes.map((box, mark) => ({ ...box, mark, y: mark }))
  const far = boxes.flatMap((box, at) => box.far.map((value) => ({ at, value })))
  // A box without a width is seen by its median alone.
  const flat = items.filter(({ lower, upper }) => lower === upper)
  const svg = plot({
    width: room.width,
    height: room.height,
    marginTop: 8,
    marginBottom: 42,
    marginLeft: left,
    marginRight: 24,
    x: { nice: true, label: null },
    y: { type: 'band', domain: [...boxes.keys()], padding: boxes.length === 1 ? 0.6 : 0.4, label: null },
    marks: [
      gridX({ ...GRID, ticks: tickCount(room.width - left) }),
      axisX({
        ...AXIS,
        ticks: tickCount(room.width - left),
        tickFormat: axisNumbers(most),
        label: `${measure.name} →`,
        labelArrow: 'none',
      }),
      axisY({ ...AXIS, tickFormat: (at: number) => names[at] ?? '', tickPadding: 8 }),
      ruleY(items, { y: 'y', x1: 'from', x2: 'to', stroke: 'var(--mark-bar)', strokeWidth: 1.5 }),
      dot(far, { y: 'at', x: 'value', r: 2.5, fill: 'var(--warn)', fillOpacity: 0.8 }),
      barX(items, { y: 'y', x1: 'lower', x2: 'upper', fill: 'var(--mark-bar-strong)', ...tagged(items) }),
      tickX(flat, { y: 'y', x: 'median', stroke: 'var(--mark-bar-strong)', strokeWidth: 3 }),
      tickX(
        items.filter((item) => !flat.includes(item)),
        { y: 'y', x: 'median', stroke: 'var(--surface-canvas)', strokeWidth: 2 },
      ),
    ],
  })
  return { svg, left, spans: null, isOnSide: true }
}

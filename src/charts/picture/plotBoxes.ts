import { axisX, axisY, barX, dot, gridX, plot, ruleY, tickX } from '@observablehq/plot'
import type { Boxes, LogAxis } from '../boxes.ts'
import { AXIS, GRID, tagged, tickCount, type Plotted, type PlotRoom } from './plotted.ts'
import { clipped, textWidth } from '../svg.ts'
import { axisNumbers, TICK_SIZE } from './ticks.ts'

/** Boxes that lie below each other: the middle half, the median in it, whiskers, and what is far out. */
export function plotBoxes({ boxes, by, measure, log }: Boxes, room: PlotRoom): Plotted {
  const most = boxes.reduce((a, box) => Math.max(a, Math.abs(box.most), Math.abs(box.least)), 0)
  const names = boxes.map(({ place }) =>
    by === null ? '' : clipped(place.label, TICK_SIZE, Math.min(200, room.width * 0.36)),
  )
  const left = Math.max(...names.map((name) => textWidth(name, TICK_SIZE)), 8) + 14
  const at = placer(log)
  const items = boxes.map((box, mark) => ({
    mark,
    y: mark,
    from: at(box.from),
    lower: at(box.lower),
    median: at(box.median),
    upper: at(box.upper),
    to: at(box.to),
  }))
  const far = boxes.flatMap((box, row) => box.far.map((value) => ({ at: row, value: at(value) })))
  const ticks = log === null ? tickCount(room.width - left) : powersOf(log, tickCount(room.width - left)).map(at)
  const numbers = axisNumbers(most)
  // A box without a width is seen by its median alone.
  const flat = items.filter(({ lower, upper }) => lower === upper)
  const svg = plot({
    width: room.width,
    height: room.height,
    marginTop: 8,
    marginBottom: 42,
    marginLeft: left,
    marginRight: 24,
    x:
      log === null
        ? { nice: true, label: null }
        : { domain: [at(log.hasZero ? 0 : log.from), at(log.to)], label: null },
    y: { type: 'band', domain: [...boxes.keys()], padding: boxes.length === 1 ? 0.6 : 0.4, label: null },
    marks: [
      gridX({ ...GRID, ticks }),
      axisX({
        ...AXIS,
        ticks,
        tickFormat: log === null ? numbers : (place: number) => numbers(valueAt(log, place)),
        label: `${measure.name} →`,
        labelArrow: 'none',
      }),
      axisY({ ...AXIS, tickFormat: (row: number) => names[row] ?? '', tickPadding: 8 }),
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

/** Where a value is drawn: on a logarithmic axis at its power of ten, 0 one step before the first of them. */
function placer(log: LogAxis | null): (value: number) => number {
  if (log === null) return (value) => value
  const first = Math.log10(log.from)
  return (value) => (value === 0 ? first - zeroGap(log) : Math.max(first, Math.log10(value)))
}

/** So much that it is seen to be apart, however many powers there are. */
function zeroGap({ from, to }: LogAxis): number {
  return Math.max(0.4, Math.log10(to / from) / 12)
}

function valueAt({ from }: LogAxis, place: number): number {
  return place < Math.log10(from) - 1e-9 ? 0 : Number(`1e${Math.round(place)}`)
}

/** 0 if it is there, and as many powers of ten as there is room for. */
function powersOf({ from, to, hasZero }: LogAxis, room: number): readonly number[] {
  const [first, last] = [Math.round(Math.log10(from)), Math.round(Math.log10(to))]
  const step = Math.max(1, Math.ceil((last - first) / Math.max(1, room)))
  const powers = Array.from({ length: Math.floor((last - first) / step) + 1 }, (_, place) =>
    Number(`1e${first + place * step}`),
  )
  return hasZero ? [0, ...powers] : powers
}

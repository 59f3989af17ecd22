import { axisX, axisY, barX, barY, gridX, gridY, plot, ruleX, ruleY, text } from '@observablehq/plot'
import { drawable, exactWords } from '../exact.ts'
import type { Groups } from '../groups.ts'
import { inkColour } from './inks.ts'
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
import { clipped, textWidth } from '../svg.ts'
import { axisNumbers, labelledPlaces, TICK_SIZE } from './ticks.ts'

interface Bar {
  readonly mark: number
  /** Its slot along the axis; a place of grouped bars has several. */
  readonly slot: number
  readonly from: number
  readonly to: number
  readonly colour: string
  /** Another bar stands on it. */
  readonly isCovered: boolean
}

/** Bars: stacked or beside each other, standing or lying. The sum stands at the end of each, where there is room. */
export function plotBars(groups: Groups, room: PlotRoom, how: { isGrouped: boolean; isOnSide: boolean }): Plotted {
  const { axis, series, cells } = groups
  const { isOnSide } = how
  const across = how.isGrouped ? series.length : 1
  // Between groups of bars there is room for one more.
  const perPlace = across === 1 ? 1 : across + 1
  const bars = how.isGrouped
    ? cells.map((cell, mark): Bar => {
        const colour = inkColour(series[cell.series]?.ink ?? 'strong', room.hatch)
        return { mark, slot: cell.x * perPlace + cell.series, from: 0, to: cell.value, colour, isCovered: false }
      })
    : stacked(groups, room.hatch)
  const domain = Array.from(axis.places, (_, at) => Array.from({ length: across }, (_, slot) => at * perPlace + slot))
  const slots = domain.flatMap((own, at) => (perPlace > across && at > 0 ? [own[0]! - 1, ...own] : own))
  const lines = tickCount(isOnSide ? room.width * 0.7 : room.height - TOP - BOTTOM)
  const [least, most] = niceRange(extentWithZero(bars.map(({ to }) => to)), lines)
  const numbers = axisNumbers(Math.max(most, -least))
  const ends = how.isGrouped
    ? []
    : endsOf(groups).map((total, slot) => ({ slot, total, at: total === null ? 0 : (drawable(total) ?? 0) }))
  const longest = ends.reduce((width, { total }) => Math.max(width, endWidth(total)), 0)

  const names = axis.places.map(({ label }) =>
    clipped(label, TICK_SIZE, isOnSide ? Math.min(200, room.width * 0.36) : 110),
  )
  const left = isOnSide
    ? Math.max(...names.map((name) => textWidth(name, TICK_SIZE)), 20) + 12
    : Math.max(textWidth(numbers(most), TICK_SIZE), textWidth(numbers(least), TICK_SIZE), 28) + 14
  const lastTick = textWidth(numbers(most), TICK_SIZE) / 2 + 4
  const right = isOnSide ? Math.max(16, lastTick, Math.min(longest + 10, room.width / 4)) : 12
  const length = isOnSide ? room.height - TOP - BOTTOM : room.width - left - right
  const padding = across > 1 ? 0.08 : axis.kind === 'steps' ? 0.04 : length / slots.length < 8 ? 0.12 : 0.33
  const step = length / (slots.length + padding)
  const hasEnds = !how.isGrouped && (isOnSide ? step >= 13 : step >= longest + 4)
  const labelled = isOnSide
    ? new Set([...axis.places.keys()].filter((at) => at % Math.max(1, Math.ceil(13 / (step * perPlace))) === 0))
    : labelledPlaces(
        { ...axis, places: axis.places.map((place, at) => ({ ...place, label: names[at] ?? '' })) },
        length,
      )
  const middle = (at: number) => at * perPlace + Math.floor((across - 1) / 2)
  // The words of a step stand where it begins; those of an even number of bars between the two in the middle.
  const shift = axis.kind === 'steps' ? -step / 2 : across % 2 === 0 ? step / 2 : 0
  const ticks = [...labelled].map(middle)
  const nameOf = (slot: number) => names[Math.floor(slot / perPlace)] ?? ''
  const band = { type: 'band', domain: slots, padding, label: null } as const
  const value = { domain: [least, most], label: null }
  const uncovered = bars.filter((bar) => !bar.isCovered)
  const covered = bars.filter((bar) => bar.isCovered)
  const fill = { value: 'colour', scale: null }
  const endText = { text: (end: End) => endWords(end.total), fill: 'var(--text-1)', fontSize: TICK_SIZE }
  const shown = hasEnds ? ends.filter(({ total }) => total !== null) : []
  const common = {
    width: room.width,
    height: room.height,
    marginTop: TOP,
    marginBottom: BOTTOM,
    marginLeft: left,
    marginRight: right,
  }
  const svg = isOnSide
    ? plot({
        ...common,
        y: band,
        x: value,
        marks: [
          gridX({ ...GRID, ticks: lines }),
          axisX({ ...AXIS, ticks: lines, tickFormat: numbers }),
          axisY(ticks, { ...AXIS, tickFormat: nameOf, dy: shift, tickPadding: 8 }),
          barX(uncovered, { y: 'slot', x1: 'from', x2: 'to', fill, ...tagged(uncovered) }),
          barX(covered, { y: 'slot', x1: 'from', x2: 'to', fill, insetRight: 1, ...tagged(covered) }),
          ruleX([0], BASE),
          text(shown, { ...endText, y: 'slot', x: 'at', textAnchor: 'start', dx: 5 }),
        ],
      })
    : plot({
        ...common,
        x: band,
        y: value,
        marks: [
          gridY({ ...GRID, ticks: lines }),
          axisY({ ...AXIS, ticks: lines, tickFormat: numbers, tickPadding: 8 }),
          axisX(ticks, { ...AXIS, tickFormat: nameOf, dx: shift, tickPadding: 8 }),
          barY(uncovered, { x: 'slot', y1: 'from', y2: 'to', fill, ...tagged(uncovered) }),
          barY(covered, { x: 'slot', y1: 'from', y2: 'to', fill, insetTop: 1, ...tagged(covered) }),
          ruleY([0], BASE),
          text(shown, { ...endText, x: 'slot', y: 'at', dy: -8 }),
        ],
      })
  const start = isOnSide ? TOP : left
  const spans = axis.places.map((_, at) => {
    const from = start + (at * perPlace + padding / 2) * step
    return { from, to: from + perPlace * step }
  })
  return { svg, left, spans, isOnSide }
}

interface End {
  readonly slot: number
  readonly total: string | null
  readonly at: number
}

/** Bars on top of each other in the order of the series, those below 0 downwards. */
function stacked({ axis, series, cells }: Groups, hatch: string): readonly Bar[] {
  const tops = axis.places.map(() => ({ up: 0, down: 0 }))
  const last = new Map<number, number>()
  cells.forEach((cell, mark) => cell.value > 0 && last.set(cell.x, mark))
  return cells.map((cell, mark) => {
    const top = tops[cell.x] ?? { up: 0, down: 0 }
    const side = cell.value < 0 ? 'down' : 'up'
    const from = top[side]
    top[side] = from + cell.value
    // Of one series the rest and null are told apart by their colour; of several their series are.
    const kind = series.length === 1 ? axis.places[cell.x]?.kind : 'value'
    const ink = kind === 'rest' || kind === 'null' ? kind : (series[cell.series]?.ink ?? 'strong')
    const colour = inkColour(ink, hatch)
    return { mark, slot: cell.x, from, to: top[side], colour, isCovered: side === 'up' && last.get(cell.x) !== mark }
  })
}

/** What stands at the end of each bar: the sum of its parts, or of one series the value. */
function endsOf({ axis, series, cells, totals }: Groups): readonly (string | null)[] {
  if (series.length > 1) return totals
  const values = new Map(cells.map(({ x, exact }) => [x, exact] as const))
  return axis.places.map((_, x) => values.get(x) ?? null)
}

function endWords(total: string | null): string {
  return total === null
    ? ''
    : total.length > 12
      ? axisNumbers(Math.abs(drawable(total) ?? 0))(drawable(total) ?? 0)
      : exactWords(total)
}

function endWidth(total: string | null): number {
  return textWidth(endWords(total), TICK_SIZE)
}

const TOP = 20
const BOTTOM = 28

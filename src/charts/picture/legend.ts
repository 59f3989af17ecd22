import { jsonToPlain } from '../../protocol/jsonText.ts'
import { exactWords } from '../exact.ts'
import type { Drawing } from '../drawing.ts'
import type { Series } from '../groups.ts'
import { inkColour, lineColour, rampColour } from './inks.ts'
import { heatRange } from './plotHeat.ts'
import { clipped, svgElement, textWidth, wrapped } from '../svg.ts'
import { axisNumbers } from './ticks.ts'

/** What tells colours apart: series with their totals, or the two ends of the ramp. */
export type Legend =
  | {
      readonly kind: 'series'
      readonly title: string
      readonly entries: readonly Series[]
      readonly isOfLines: boolean
    }
  | { readonly kind: 'ramp'; readonly title: string; readonly least: string; readonly most: string }

/** The legend of a drawing, in the order of its stacks from top to bottom; null if it has one colour. */
export function legendOf({ shape, spec }: Drawing): Legend | null {
  if (shape.kind === 'boxes') return null
  if (shape.kind === 'points') {
    const { by, series } = shape.points
    return by === null ? null : { kind: 'series', title: by.name, entries: series, isOfLines: true }
  }
  const { groups } = shape
  if (spec.kind === 'heat') {
    const [least, most] = heatRange(groups)
    const words = axisNumbers(Math.max(Math.abs(least), Math.abs(most)))
    return { kind: 'ramp', title: groups.measure.name, least: words(least), most: words(most) }
  }
  if (groups.by === null || spec.kind === 'multiples') return null
  const isStacked = spec.kind !== 'grouped' && spec.kind !== 'lines'
  return {
    kind: 'series',
    title: groups.by.name,
    entries: isStacked ? groups.series.toReversed() : groups.series,
    isOfLines: spec.kind === 'lines',
  }
}

/** How much room it takes beside the plot. */
export function legendWidth(legend: Legend, notDrawn: readonly string[]): number {
  const widest =
    legend.kind === 'ramp'
      ? 120
      : legend.entries.reduce((most, entry) => Math.max(most, textWidth(words(entry), SIZE) + SWATCH + 8), 0)
  return Math.min(240, Math.max(widest + 12, notDrawn.length > 0 ? 150 : 80))
}

/** Draws the legend, and under it what is not drawn, and says how much room that took. */
export function drawLegend(
  legend: Legend | null,
  notDrawn: readonly string[],
  at: { readonly x: number; readonly y: number; readonly width: number },
  hatch: string,
): { readonly group: SVGGElement; readonly height: number } {
  const group = svgElement('g', { 'text-anchor': 'start' })
  let y = at.y
  if (legend?.kind === 'ramp') y = drawRamp(group, legend, at.x, y)
  if (legend?.kind === 'series') {
    // Below the plot the entries stand in lines beside each other, as far as there is room.
    let x = at.x
    const isBelow = at.width > BELOW
    for (const entry of legend.entries) {
      const width = Math.min(at.width, textWidth(words(entry), SIZE) + SWATCH + 20)
      if (x > at.x && (!isBelow || x + width > at.x + at.width)) {
        x = at.x
        y += LINE
      }
      group.append(
        ...drawEntry(entry, x, y, at.width, legend.isOfLines ? lineColour(entry.ink) : inkColour(entry.ink, hatch)),
      )
      x += width
    }
    y += LINE
  }
  for (const sentence of notDrawn) {
    y += 6
    for (const line of wrapped(sentence, 11, at.width)) {
      group.append(svgElement('text', { x: at.x, y: y + 10, 'font-size': 11 }, line))
      y += 15
    }
  }
  return { group, height: y - at.y }
}

function drawEntry(entry: Series, x: number, y: number, width: number, fill: string): readonly SVGElement[] {
  const text = svgElement('text', { x: x + SWATCH + 6, y: y + 10, 'font-size': SIZE, fill: 'var(--text-1)' })
  const total = entry.total === null ? '' : ` ${exactWords(entry.total)}`
  const room = width - SWATCH - 6 - textWidth(total, SIZE)
  text.append(clipped(entry.name, SIZE, room), svgElement('tspan', { fill: 'var(--text-2)' }, total))
  return [svgElement('rect', { x, y, width: SWATCH, height: SWATCH, rx: 2, fill }), text]
}

function drawRamp(
  group: SVGElement,
  { title, least, most }: Extract<Legend, { kind: 'ramp' }>,
  x: number,
  y: number,
): number {
  group.append(svgElement('text', { x, y: y + 10, 'font-size': SIZE, fill: 'var(--text-1)' }, title))
  for (let part = 0; part < RAMP_PARTS; part += 1) {
    const fill = rampColour(part / (RAMP_PARTS - 1))
    group.append(svgElement('rect', { x: x + part * 10, y: y + 18, width: 10, height: 10, fill }))
  }
  group.append(
    svgElement('text', { x, y: y + 42 }, least),
    svgElement('text', { x: x + RAMP_PARTS * 10, y: y + 42, 'text-anchor': 'end' }, most),
  )
  return y + 50
}

function words({ name, total }: Series): string {
  return total === null ? name : `${name} ${exactWords(jsonToPlain(total))}`
}

const SIZE = 12
const SWATCH = 10
const LINE = 23
const BELOW = 260
const RAMP_PARTS = 10

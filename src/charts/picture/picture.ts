import type { Drawing } from '../drawing.ts'
import { drawLegend, legendOf, legendWidth, type Legend } from './legend.ts'
import { plotBars } from './plotBars.ts'
import { plotBoxes } from './plotBoxes.ts'
import { plotHeat } from './plotHeat.ts'
import { plotLines } from './plotLines.ts'
import { plotMultiples } from './plotMultiples.ts'
import type { Plotted, PlotRoom } from './plotted.ts'
import { plotMap, plotScatter } from './plotPoints.ts'
import { FONT, svgElement, textWidth, wrapped } from '../svg.ts'
import type { World } from './world.ts'

/** A picture, complete in itself: title, query, amber line, plot, legend and what is not drawn. */
export interface Picture {
  readonly svg: SVGSVGElement
  /** The places along the plot in px of the picture, for brushing; null if it can't be brushed. */
  readonly spans: readonly { readonly from: number; readonly to: number }[] | null
  readonly isOnSide: boolean
  /** The plot within the picture. */
  readonly plot: { readonly x: number; readonly y: number; readonly width: number; readonly height: number }
}

/** Draws a picture of that size, in px. A map needs the world. The elements of values carry `data-mark`. */
export function drawPicture(
  drawing: Drawing,
  size: { readonly width: number; readonly height: number },
  world: World | null,
): Picture {
  const id = `chart-${(pictures += 1)}`
  const { width } = size
  const svg = svgElement('svg', {
    width,
    height: size.height,
    viewBox: `0 0 ${width} ${size.height}`,
    role: 'img',
    'aria-labelledby': `${id}-title`,
    'aria-describedby': `${id}-description`,
    'font-family': FONT,
    'font-size': 11,
    fill: 'var(--text-2)',
  })
  svg.append(svgElement('desc', { id: `${id}-description` }, drawing.description), hatchPattern(`${id}-hatch`))

  const legend = legendOf(drawing)
  const beside =
    legend !== null && width >= WIDE
      ? legendWidth(legend, drawing.notDrawn)
      : drawing.notDrawn.length > 0 && width >= WIDE
        ? NOTE_WIDTH
        : 0
  const below = beside > 0 ? 0 : legendHeight(legend, drawing.notDrawn, width)
  // The header stands where the data begins, which is known when the plot is drawn: first for its width.
  const room = (top: number): PlotRoom => ({
    width: width - beside - (beside > 0 ? LEGEND_GAP : 0),
    height: Math.max(leastHeight(drawing), size.height - top - below - BOTTOM),
    hatch: `${id}-hatch`,
  })
  const textLeft = width < WIDE ? 12 : headerLeft(drawing, room(100), world)
  const header = drawHeader(drawing, textLeft, width - textLeft - 12, `${id}-title`)
  const top = header.height
  const plotRoom = room(top)
  const plotted = plot(drawing, plotRoom, world)
  svg.append(header.group, placed(plotted.svg, top))
  const legendAt = beside > 0 ? { x: width - beside, y: top + 20 } : { x: textLeft, y: top + plotRoom.height + 12 }
  svg.append(
    drawLegend(
      legend,
      drawing.notDrawn,
      { ...legendAt, width: beside > 0 ? beside - 12 : width - textLeft - 12 },
      `${id}-hatch`,
    ).group,
  )
  const height = Math.max(size.height, top + plotRoom.height + below + BOTTOM)
  svg.setAttribute('height', String(height))
  svg.setAttribute('viewBox', `0 0 ${width} ${height}`)
  const offset = plotted.isOnSide ? top : 0
  return {
    svg,
    spans: plotted.spans?.map(({ from, to }) => ({ from: from + offset, to: to + offset })) ?? null,
    isOnSide: plotted.isOnSide,
    plot: { x: plotted.left, y: top, width: plotRoom.width - plotted.left, height: plotRoom.height },
  }
}

let pictures = 0

function plot({ shape, spec }: Drawing, room: PlotRoom, world: World | null): Plotted {
  if (shape.kind === 'boxes') return plotBoxes(shape.boxes, room)
  if (shape.kind === 'points')
    return spec.kind === 'map' && world !== null ? plotMap(shape.points, room, world) : plotScatter(shape.points, room)
  const { groups } = shape
  switch (spec.kind) {
    case 'lines':
    case 'area':
      return plotLines(groups, room, spec.kind === 'area')
    case 'heat':
      return plotHeat(groups, room)
    case 'multiples':
      return plotMultiples(groups, room)
    case 'stacked':
    case 'grouped':
    case 'histogram':
    case 'box':
    case 'scatter':
    case 'map':
      return plotBars(groups, room, {
        isGrouped: spec.kind === 'grouped' && groups.series.length > 1,
        isOnSide: spec.isOnSide,
      })
  }
}

/** A picture is not squeezed beyond what can be read; its pane scrolls instead. */
function leastHeight({ shape, spec }: Drawing): number {
  if (shape.kind === 'boxes') return Math.max(LEAST_PLOT, 60 + shape.boxes.boxes.length * 20)
  if (shape.kind === 'points') return LEAST_PLOT
  const { axis, series } = shape.groups
  if (spec.kind === 'heat') return Math.max(LEAST_PLOT, 40 + series.length * 14)
  if (spec.kind === 'multiples') return Math.max(LEAST_PLOT, Math.ceil(series.length / 2) * 96)
  return spec.isOnSide ? Math.max(LEAST_PLOT, 48 + axis.places.length * 16) : LEAST_PLOT
}

/** Bars that lie, heat maps and boxes have long names at their left: their header stands at the edge instead. */
function headerLeft(drawing: Drawing, room: PlotRoom, world: World | null): number {
  const { left } = plot(drawing, room, world)
  return left > MOST_INDENT || left < 16 ? 16 : left
}

function drawHeader({ title, subtitle, amber }: Drawing, x: number, width: number, id: string) {
  const group = svgElement('g', { 'text-anchor': 'start' })
  let y = 10
  const name = svgElement('text', { id, x, y: 0, fill: 'var(--text-1)', 'font-size': 14, 'font-weight': 600 })
  for (const line of wrapped(title, 14, width, 600)) {
    y += 18
    name.append(svgElement('tspan', { x, y: y - 3 }, line))
  }
  group.append(name)
  for (const line of subtitle === '' ? [] : wrapped(subtitle, 12, width)) {
    y += 16
    group.append(svgElement('text', { x, y: y - 1, 'font-size': 12 }, line))
  }
  if (amber !== null) {
    const lines = wrapped(amber, 12, width - 36, 600)
    y += 8
    group.append(
      amberGround(
        x,
        y,
        Math.min(width, Math.max(...lines.map((line) => 40 + textWidth(line, 12, 600)))),
        6 + lines.length * 16,
      ),
    )
    for (const line of lines) {
      y += 16
      group.append(svgElement('text', { x: x + 28, y, fill: 'var(--warn)', 'font-size': 12, 'font-weight': 600 }, line))
    }
    y += 8
  }
  return { group, height: y + 8 }
}

/** The scissors stand for what is missing, as in the status bar. */
function amberGround(x: number, y: number, width: number, height: number): SVGElement {
  const group = svgElement('g')
  group.append(
    svgElement('rect', { x, y, width, height, rx: 3, fill: 'var(--warn-soft)', stroke: 'var(--warn-line)' }),
    scissors(x + 8, y + 5),
  )
  return group
}

function scissors(x: number, y: number): SVGElement {
  const icon = svgElement('g', {
    transform: `translate(${x} ${y}) scale(.5)`,
    stroke: 'var(--warn)',
    'stroke-width': 2.25,
    'stroke-linecap': 'round',
    'stroke-linejoin': 'round',
    fill: 'none',
  })
  icon.append(
    svgElement('circle', { cx: 6, cy: 6, r: 3 }),
    svgElement('path', { d: 'M8.12 8.12 12 12M20 4 8.12 15.88M14.8 14.8 20 20' }),
    svgElement('circle', { cx: 6, cy: 18, r: 3 }),
  )
  return icon
}

/** What Plot drew, as a part of the picture: without its own style sheet, which would reach the rest of the page. */
function placed(plotted: Element, top: number): SVGElement {
  const group = svgElement('g', { transform: `translate(0 ${top})`, 'text-anchor': 'middle' })
  // What Plot calls its parts says nothing to a reader, and a group may have no name.
  for (const named of plotted.querySelectorAll('[aria-label]')) named.removeAttribute('aria-label')
  group.append(...[...plotted.children].filter(({ localName }) => localName !== 'style'))
  return group
}

function hatchPattern(id: string): SVGElement {
  const defs = svgElement('defs')
  const pattern = svgElement('pattern', {
    id,
    width: 6,
    height: 6,
    patternUnits: 'userSpaceOnUse',
    patternTransform: 'rotate(45)',
  })
  pattern.append(
    svgElement('rect', { width: 6, height: 6, fill: 'var(--surface-canvas)' }),
    svgElement('rect', { width: 2.5, height: 6, fill: 'var(--mark-null)' }),
  )
  defs.append(pattern)
  return defs
}

function legendHeight(legend: Legend | null, notDrawn: readonly string[], width: number): number {
  if (legend === null && notDrawn.length === 0) return 0
  return drawLegend(legend, notDrawn, { x: 0, y: 0, width: width - 24 }, '').height + 12
}

const WIDE = 640
const LEAST_PLOT = 160
const BOTTOM = 8
const LEGEND_GAP = 12
const NOTE_WIDTH = 160
const MOST_INDENT = 90

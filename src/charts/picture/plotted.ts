import type { MarkOptions, RenderFunction } from '@observablehq/plot'

/** The room of a plot, and what it takes from the picture around it. */
export interface PlotRoom {
  readonly width: number
  readonly height: number
  /** The id of the pattern by which null is hatched. */
  readonly hatch: string
}

/** A drawn plot and where in it the data begins. */
export interface Plotted {
  readonly svg: Element
  readonly left: number
  /** The places along the picture, for brushing: where each begins and ends in px; null if it can't be brushed. */
  readonly spans: readonly { readonly from: number; readonly to: number }[] | null
  /** Along which of the two the places lie. */
  readonly isOnSide: boolean
}

/** Marks the elements of a plot with the number of the value that each stands for, so that it can be found again. */
export function tagged(items: readonly { readonly mark: number }[]): Pick<MarkOptions, 'render'> {
  const render: RenderFunction = (index, scales, values, dimensions, context, next) => {
    const drawn = next?.(index, scales, values, dimensions, context) ?? null
    index.forEach((place, at) => {
      const mark = items[place]?.mark
      if (mark !== undefined) drawn?.children[at]?.setAttribute('data-mark', String(mark))
    })
    return drawn
  }
  return { render }
}

/** The words of an axis. */
export const AXIS = { tickSize: 0, label: null, fontSize: 11, fill: 'var(--text-2)' } as const

/** The lines behind the marks. */
export const GRID = { stroke: 'var(--line-grid)', strokeOpacity: 1 } as const

/** The line at 0. */
export const BASE = { stroke: 'var(--line-control)' } as const

/** How many lines fit behind marks in that room. */
export function tickCount(pixels: number): number {
  return Math.max(2, Math.min(10, Math.round(pixels / 56)))
}

/** The least and the most of numbers, 0 included; from 0 to 1 if there are none. */
export function extentWithZero(values: Iterable<number>): readonly [number, number] {
  let [least, most] = [0, 0]
  for (const value of values) {
    if (value < least) least = value
    if (value > most) most = value
  }
  return least === most ? [0, 1] : [least, most]
}

/** The range that an axis has if it begins and ends at one of its lines. */
export function niceRange([least, most]: readonly [number, number], ticks: number): readonly [number, number] {
  const rough = (most - least) / ticks
  const power = 10 ** Math.floor(Math.log10(rough))
  // As d3 has it, whose lines are drawn: the step that is nearest on a logarithmic scale.
  const times =
    rough / power >= Math.sqrt(50) ? 10 : rough / power >= Math.sqrt(10) ? 5 : rough / power >= Math.sqrt(2) ? 2 : 1
  const step = power * times
  if (!(step > 0) || !Number.isFinite(step)) return [least, most]
  return [
    Number((Math.floor(least / step) * step).toPrecision(12)),
    Number((Math.ceil(most / step) * step).toPrecision(12)),
  ]
}

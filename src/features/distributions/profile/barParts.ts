import { jsonToPlain } from '../../../protocol/jsonText.ts'
import type { Bars, ColumnProfile } from '../../../summary/figures.ts'
import type { BarPart } from '../headers/barPaths.ts'

/** The parts of bars that are set off. */
export interface BarParts {
  readonly middle: readonly BarPart[]
  readonly far: readonly BarPart[]
}

type Told = Pick<ColumnProfile, 'lowerQuartile' | 'farOut' | 'nan' | 'infinite' | 'infiniteBelow' | 'min' | 'max'>

/**
 * How much of each bar is the middle half of all finite values, and how much lies far out. Bars hold values in their order, so it
 * is told by counting: as many of the first and the last ones as are far out, and those between a quarter and three quarters.
 */
export function barParts(bars: Bars, told: Told): BarParts {
  const { lowerQuartile, farOut, nan, infinite, infiniteBelow } = told
  const drawn = bars.counts.reduce((sum, count) => sum + count, 0)
  // Numbers too great to be drawn come before or after all others.
  const hidden = Math.max(0, bars.beside - (nan ?? 0) - (infinite ?? 0))
  const [min = 0, max = 0] = [told.min, told.max].map((end) => Number(jsonToPlain(end ?? '0')))
  const [isBefore, isAfter] = [min <= -TOO_GREAT, !(max < TOO_GREAT)]
  if (hidden > 0 && isBefore && isAfter) return { middle: [], far: [] }
  const before = isBefore ? hidden : 0
  const all = drawn + hidden
  const zeros = farOut?.isZeroInside === true ? (bars.counts[0] ?? 0) : 0
  const { countBelow, count } = farOut ?? { countBelow: 0, count: 0 }
  // Infinity is far out and in no bar, unless a bound is infinite itself.
  const below = Math.max(0, countBelow - (infiniteBelow ?? 0))
  const above = Math.max(0, count - countBelow - ((infinite ?? 0) - (infiniteBelow ?? 0)))
  const far = [partsBetween(bars, before, zeros, zeros + below), partsBetween(bars, before, all - above, all)]
  return {
    middle: lowerQuartile === null ? [] : partsBetween(bars, before, all / 4, (all * 3) / 4),
    far: far.flat(),
  }
}

const TOO_GREAT = 1e150

/** What of each bar are the values from one rank to another; `before` values come before the first bar. */
function partsBetween({ counts }: Bars, before: number, from: number, to: number): readonly BarPart[] {
  let first = before
  return counts.flatMap((count, bar) => {
    const begin = first
    first += count
    const [start, end] = [Math.max(from, begin), Math.min(to, first)]
    return end > start ? [{ bar, from: (start - begin) / count, to: (end - begin) / count }] : []
  })
}

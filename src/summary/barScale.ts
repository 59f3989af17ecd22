import type { JsonText } from '../protocol/jsonText.ts'
import { decimalText, digitsAt, floorDiv, readDecimal } from './decimal.ts'
import type { Bars } from './figures.ts'

/** The steps of bars: `edges` are where each begins, and where the last one ends. */
export interface BarScale {
  readonly isLog: boolean
  readonly edges: readonly JsonText[]
}

/** As many bars as a header of the usual width shows, or fewer. */
const BARS_MOST = 24

/** Numbers from here on are not drawn: the mean of greater ones is more than PostgreSQL works out in doubles. */
export const NUMBER_MAX = '1e150'

/** The least and the greatest of the numbers that are drawn. */
export interface NumberSpread {
  readonly min: string
  readonly max: string
  /** They have no decimals: no step is smaller than 1. */
  readonly isWhole: boolean
}

/**
 * Equal steps for numbers from `min` to `max`, each 1, 2 or 5 times a power of ten. Null if these are no numbers; one step
 * without width if all are the same.
 */
export function evenScale({ min, max, isWhole }: NumberSpread): BarScale | null {
  const [low, high] = [readDecimal(min), readDecimal(max)]
  if (low === null || high === null) return null
  // Three digits more than they have, for steps smaller than their last digit.
  const scale = isWhole ? 0 : Math.max(low.scale, high.scale) + 3
  const [from, to] = [digitsAt(low, scale), digitsAt(high, scale)]
  if (from === to && !isWhole) return { isLog: false, edges: [decimalText(low), decimalText(low)] }
  const step = niceStep(from, to)
  const first = floorDiv(from, step)
  const count = Number(floorDiv(to, step) - first) + 1
  const edges = Array.from({ length: count + 1 }, (_, place) =>
    decimalText({ digits: (first + BigInt(place)) * step, scale }),
  )
  return { isLog: false, edges }
}

/** The least nice step with which at most `BARS_MOST` bars hold both numbers. */
function niceStep(from: bigint, to: bigint): bigint {
  for (let power = 1n; ; power *= 10n) {
    for (const times of [1n, 2n, 5n]) {
      const step = power * times
      if (floorDiv(to, step) - floorDiv(from, step) < BigInt(BARS_MOST)) return step
    }
  }
}

/** Whether equal steps show little of the numbers: the first one holds more than half of them, and none is below 0. */
export function showsLittle({ min }: Pick<NumberSpread, 'min'>, counts: readonly number[]): boolean {
  const all = counts.reduce((sum, count) => sum + count, 0)
  return Number(min) >= 0 && (counts[0] ?? 0) * 2 > all
}

/**
 * Logarithmic steps for the same numbers, of which `leastPositive` is the least above 0: whole powers of ten in as many
 * steps each as there is room for. If 0 is among them, the first step holds it alone. Null where these would part nothing that
 * lies in the first of the equal steps, as one whole number.
 */
export function logScale(
  { min, max, isWhole }: NumberSpread,
  leastPositive: string | null,
  even: BarScale,
): BarScale | null {
  const least = Number(leastPositive ?? '')
  if (!(least > 0)) return null
  const hasZero = Number(min) === 0
  const from = Math.max(Math.floor(Math.log10(least)), LOG_LEAST)
  // No double below that may be in a step of its own, beside 0.
  if (hasZero && least < 10 ** LOG_LEAST) return null
  const decades = Math.floor(Math.log10(Number(max))) + 1 - from
  // With more than six to ten whole numbers would leave gaps.
  const each = Math.max(1, Math.min(Math.floor(BARS_MOST / decades), isWhole ? 6 : BARS_MOST))
  const steps = logEdges(from, from + decades, decades * each)
  const firstEnds = Number(even.edges[1])
  const parts = steps.some((edge) => {
    const begin = isWhole ? Math.ceil(Number(edge)) : Number(edge)
    return begin > Number(min) && begin < firstEnds
  })
  return parts ? { isLog: true, edges: hasZero ? ['0', ...steps] : steps } : null
}

/** Where each of so many steps begins from one power of ten to another, with three digits, and where the last one ends. */
export function logEdges(from: number, to: number, steps: number): readonly JsonText[] {
  const each = steps / (to - from)
  return Array.from({ length: steps + 1 }, (_, place) => {
    const [decade, part] = [from + Math.floor(place / each), (place % each) / each]
    return withoutExponent(part === 0 ? `1e${decade}` : `${Number((10 ** part).toPrecision(3))}e${decade}`)
  })
}

/** The edges of logarithmic bars, of which only the ends and the number are told. */
export function edgesOfLogBars({ from, to, afterZero, counts }: Bars): readonly JsonText[] {
  const edges = logEdges(powerOf(afterZero ?? from), powerOf(to), counts.length - (afterZero === undefined ? 0 : 1))
  return afterZero === undefined ? edges : ['0', ...edges]
}

function powerOf(edge: JsonText): number {
  return Math.round(Math.log10(Number(edge)))
}

/** The power of ten of the least double, or nearly: PostgreSQL refuses lesser ones. */
const LOG_LEAST = -307

/** Without an exponent where that is not long. */
function withoutExponent(number: JsonText): JsonText {
  return /e-?[12]?\d$/.test(number) ? decimalText(readDecimal(number) ?? { digits: 0n, scale: 0 }) : number
}

import type { JsonText } from '../protocol/jsonText.ts'
import { decimalText, digitsAt, floorDiv, readDecimal } from './decimal.ts'

/** The steps of bars: `edges` are where each begins, and where the last one ends. */
export interface BarScale {
  readonly isLog: boolean
  readonly edges: readonly JsonText[]
}

/** As many bars as a header of the usual width shows, or fewer. */
const BARS_MOST = 24

/** Numbers from here on are not drawn: the mean of greater ones is more than PostgreSQL works out in doubles. */
export const NUMBER_MAX = '1e150'

/**
 * What is known of numbers before they are drawn: the least and the greatest of the finite ones, and about their mean;
 * with NaN the steps are equal.
 */
export interface NumberSpread {
  readonly min: string
  readonly max: string
  readonly mean: number
  /** They have no decimals: no step is smaller than 1. */
  readonly isWhole: boolean
}

/**
 * Steps for numbers from `min` to `max`, each 1, 2 or 5 times a power of ten; logarithmic ones if all are positive and most
 * lie very near to the least. Null if these are no numbers; one step without width if all are the same.
 */
export function numberScale(spread: NumberSpread): BarScale | null {
  const { min, max, isWhole } = spread
  const [low, high] = [readDecimal(min), readDecimal(max)]
  if (low === null || high === null) return null
  if (isVerySkewed(spread)) return logScale(Number(min), Number(max))
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

/** Whether most of the numbers would be in the first of equal steps, and all of them have a logarithm. */
function isVerySkewed({ min, max, mean }: NumberSpread): boolean {
  const [low, high] = [Number(min), Number(max)]
  return factorOf({ min, max }) >= SKEWED_FROM && (mean - low) / (high - low) < SKEWED_SHARE
}

const SKEWED_FROM = 1000
const SKEWED_SHARE = 0.05

/** The greatest divided by the least; 0 unless both are positive. */
function factorOf({ min, max }: Pick<NumberSpread, 'min' | 'max'>): number {
  return Number(min) > 0 ? Number(max) / Number(min) : 0
}

/**
 * Whether the mean decides about the steps: never if some numbers are not positive or all are of about the same size; perhaps,
 * so that counting them in equal steps may spare working it out; surely if they are of so different sizes that equal steps
 * would hardly show them.
 */
export function dependsOnMean(ends: Pick<NumberSpread, 'min' | 'max'>): 'never' | 'perhaps' | 'surely' {
  const factor = factorOf(ends)
  return factor < SKEWED_FROM ? 'never' : factor < 1e9 ? 'perhaps' : 'surely'
}

/** Whether numbers counted in equal steps show that these are the right ones, whatever the mean is exactly. */
export function showsNoSkew(
  { min, max }: Pick<NumberSpread, 'min' | 'max'>,
  edges: readonly JsonText[],
  counts: readonly number[],
): boolean {
  const [low, high] = [Number(min), Number(max)]
  const all = counts.reduce((sum, count) => sum + count, 0)
  const least = counts.reduce((sum, count, step) => sum + (count / all) * Math.max(low, Number(edges[step])), 0)
  // Doubles round; near to the border the mean itself is asked for.
  return (least - low) / (high - low) > SKEWED_SHARE * 1.001
}

/** Whole powers of ten from one to another, in as many steps each as there is room for. */
function logScale(min: number, max: number): BarScale {
  const from = Math.max(Math.floor(Math.log10(min)), LOG_LEAST)
  const to = Math.floor(Math.log10(max)) + 1
  const decades = to - from
  const each = Math.max(1, Math.floor(BARS_MOST / decades))
  const count = decades * each
  const edges = Array.from({ length: count + 1 }, (_, place) => {
    const [decade, part] = [from + Math.floor(place / each), (place % each) / each]
    return part === 0 ? `1e${decade}` : `${Number((10 ** part).toPrecision(15))}e${decade}`
  })
  return { isLog: true, edges: edges.map(plain) }
}

/** The power of ten of the least double, or nearly: PostgreSQL refuses lesser ones. */
const LOG_LEAST = -307

/** Without an exponent where that is not long. */
function plain(number: JsonText): JsonText {
  return /e-?[12]?\d$/.test(number) ? decimalText(readDecimal(number) ?? { digits: 0n, scale: 0 }) : number
}

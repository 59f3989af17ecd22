import { decimalText, digitsAt, floorDiv, readDecimal } from './decimal.ts'
import type { FarOut } from './figures.ts'

/** No value lies far out. */
export const NONE_FAR_OUT: FarOut = { below: null, above: null, count: 0, countBelow: 0, meanWithout: null }

/** Bounds of what is not far out, as numbers in decimals; both are still inside. */
export interface FarOutBounds {
  readonly below: string
  readonly above: string
}

/**
 * Where values begin to be far out: three times the width of the middle half from it (Tukey), on the scale on which they
 * are drawn; on a logarithmic one to three digits. Times are in seconds, and their bounds whole ones, or infinite where no
 * calendar reaches; those of floats are doubles. Null where nothing can be told: the quartiles are the same, or no finite
 * numbers.
 */
export function farOutBounds(
  lowerQuartile: string,
  upperQuartile: string,
  { isLog, isTime, isFloat }: { readonly isLog: boolean; readonly isTime: boolean; readonly isFloat: boolean },
): FarOutBounds | null {
  const [low, high] = [readDecimal(lowerQuartile), readDecimal(upperQuartile)]
  if (low === null || high === null) return null
  const scale = Math.max(low.scale, high.scale)
  const [from, to] = [digitsAt(low, scale), digitsAt(high, scale)]
  if (from === to) return null
  if (!isLog) {
    const width = to - from
    const one = isTime ? 10n ** BigInt(scale) : 1n
    const below = decimalText({ digits: floorDiv(from - 3n * width, one) * one, scale })
    const above = decimalText({ digits: -floorDiv(-to - 3n * width, one) * one, scale })
    if (isTime)
      return {
        below: Number(below) < TIME_LEAST ? '-Infinity' : below,
        above: Number(above) > TIME_MOST ? 'Infinity' : above,
      }
    return isFloat ? { below: String(Number(below)), above: String(Number(above)) } : { below, above }
  }
  const [least, most] = [Number(lowerQuartile), Number(upperQuartile)]
  const ratio = (most / least) ** 3
  // Three digits are enough for where something begins, and can be read.
  const [below, above] = [Number((least / ratio).toPrecision(3)), Number((most * ratio).toPrecision(3))]
  return below > 0 && Number.isFinite(above) ? { below: String(below), above: String(above) } : null
}

/** The seconds from 1970 to 4714 BC, when PostgreSQL's calendar begins, and to the last day that a page knows, or nearly. */
const TIME_LEAST = -210_866_803_200
const TIME_MOST = 8.6e12

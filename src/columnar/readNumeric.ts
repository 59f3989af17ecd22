/** A `numeric`: the digits without the point, and how many of them stand after it. */
interface Numeric {
  /** About the digits; exactly, if `digits` is null. */
  readonly number: number
  readonly digits: bigint | null
  readonly scale: number
}

const NEGATIVE = 0x4000
const NAN = 0xc000
const INFINITE = 0xd000
const MINUS_INFINITE = 0xf000

/** Reads a `numeric` as binary COPY writes it: digits of base 10,000, the weight of the first, a sign and a scale. */
export function readNumeric(view: DataView, at: number): Numeric {
  const count = view.getUint16(at)
  const weight = view.getInt16(at + 2)
  const sign = view.getUint16(at + 4)
  const scale = view.getUint16(at + 6)
  if (sign === NAN) return { number: Number.NaN, digits: null, scale: 0 }
  if (sign === INFINITE || sign === MINUS_INFINITE)
    return { number: sign === INFINITE ? Infinity : -Infinity, digits: null, scale: 0 }
  // Digits of base 10,000 that stand after the point in all, of which the last may show less than four of the scale.
  const after = Math.ceil(scale / 4)
  const wanted = weight + 1 + after
  if (wanted <= 4) {
    let number = 0
    for (let place = 0; place < wanted; place += 1) number = number * 10_000 + digitAt(view, at, place, count)
    // At most 16 digits: those of a double may not hold the largest of them.
    if (number <= Number.MAX_SAFE_INTEGER) {
      number = Math.round(number / 10 ** (after * 4 - scale))
      return { number: sign === NEGATIVE ? -number : number, digits: null, scale }
    }
  }
  let digits = 0n
  for (let place = 0; place < wanted; place += 1) digits = digits * 10_000n + BigInt(digitAt(view, at, place, count))
  digits /= 10n ** BigInt(after * 4 - scale)
  if (sign === NEGATIVE) digits = -digits
  const number = Number(digits)
  return BigInt(number) === digits ? { number, digits: null, scale } : { number, digits, scale }
}

function digitAt(view: DataView, at: number, place: number, count: number): number {
  return place < count ? view.getUint16(at + 8 + place * 2) : 0
}

/** A number with all its digits: so many units of ten to the power of −scale. */
export interface Decimal {
  readonly units: bigint
  /** From 0. */
  readonly scale: number
}

/** The number of a JSON text, or of plain digits; null if it is none, or has thousands of digits. */
export function decimalOf(text: string): Decimal | null {
  const [, sign, whole, fraction = '', power = '0'] = NUMBER.exec(text) ?? []
  if (whole === undefined || Math.abs(Number(power)) > MOST_DIGITS || text.length > MOST_DIGITS) return null
  const units = BigInt(`${sign ?? ''}${whole}${fraction}`)
  const scale = fraction.length - Number(power)
  return scale >= 0 ? { units, scale } : { units: units * 10n ** BigInt(-scale), scale: 0 }
}

const NUMBER = /^(-)?(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/
const MOST_DIGITS = 2000

/** The number in plain digits, with as many decimals as its scale says. */
export function decimalText({ units, scale }: Decimal): string {
  const digits = (units < 0n ? -units : units).toString().padStart(scale + 1, '0')
  const sign = units < 0n ? '-' : ''
  if (scale === 0) return `${sign}${digits}`
  return `${sign}${digits.slice(0, -scale)}.${digits.slice(-scale)}`
}

/** The same number without zeros at its end that say nothing. */
export function trimmed({ units, scale }: Decimal): Decimal {
  let [cut, left] = [units, scale]
  while (left > 0 && cut % 10n === 0n) [cut, left] = [cut / 10n, left - 1]
  return { units: cut, scale: left }
}

/** The units of the number at a scale that is not smaller than its own. */
export function unitsAt({ units, scale }: Decimal, at: number): bigint {
  return units * 10n ** BigInt(at - scale)
}

/** Less than 0, 0, or more, as the first is smaller, the same or larger. */
export function compareDecimals(a: Decimal, b: Decimal): number {
  const scale = Math.max(a.scale, b.scale)
  const difference = unitsAt(a, scale) - unitsAt(b, scale)
  return difference < 0n ? -1 : difference > 0n ? 1 : 0
}

/** About the number; of 15 digits or so the first are right. */
export function about(decimal: Decimal): number {
  return Number(decimalText(decimal))
}

/** The number with at most so many decimals, halves away from zero. */
export function rounded(decimal: Decimal, scale: number): Decimal {
  if (decimal.scale <= scale) return decimal
  const unit = 10n ** BigInt(decimal.scale - scale)
  const half = decimal.units < 0n ? -unit / 2n : unit / 2n
  return { units: (decimal.units + half) / unit, scale }
}

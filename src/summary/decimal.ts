/** A number without any rounding: `digits` divided by 10 to the power of `scale`, which is never negative. */
export interface Decimal {
  readonly digits: bigint
  readonly scale: number
}

/** Reads a number as SQL or JSON write it; null if it is none, or infinite. */
export function readDecimal(text: string): Decimal | null {
  const parts = /^(-?)(\d+)(?:\.(\d*))?(?:[eE]([-+]?\d+))?$/.exec(text.trim())
  if (parts === null) return null
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = parts
  const scale = fraction.length - Number(exponent)
  if (Math.abs(scale) > MOST_DIGITS) return null
  const digits = BigInt(`${sign}${whole}${fraction}`)
  return scale < 0 ? { digits: digits * 10n ** BigInt(-scale), scale: 0 } : { digits, scale }
}

/** PostgreSQL keeps more, but nobody counts by them. */
const MOST_DIGITS = 20_000

/** The digits of the number with that many decimals, of which it must not have more. */
export function digitsAt({ digits, scale }: Decimal, decimals: number): bigint {
  return digits * 10n ** BigInt(decimals - scale)
}

/** The number as JSON and SQL write it, without zeros at the end of its decimals. */
export function decimalText({ digits, scale }: Decimal): string {
  const isNegative = digits < 0n
  const all = String(isNegative ? -digits : digits).padStart(scale + 1, '0')
  const whole = all.slice(0, all.length - scale)
  const fraction = all.slice(all.length - scale).replace(/0+$/, '')
  return `${isNegative ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`
}

/** The quotient of two whole numbers, rounded down. */
export function floorDiv(dividend: bigint, divisor: bigint): bigint {
  const quotient = dividend / divisor
  return dividend % divisor !== 0n && dividend < 0n !== divisor < 0n ? quotient - 1n : quotient
}

import type { JsonText } from '../protocol/jsonText.ts'
import { decimalText, digitsAt, readDecimal, type Decimal } from '../summary/decimal.ts'

/** The number with all digits of its scale: `1.50`. */
export function scaledText({ digits, scale }: Decimal): JsonText {
  const text = String(digits < 0n ? -digits : digits).padStart(scale + 1, '0')
  const fraction = scale === 0 ? '' : `.${text.slice(-scale)}`
  return `${digits < 0n ? '-' : ''}${scale === 0 ? text : text.slice(0, -scale)}${fraction}`
}

/** The mean of two, exactly, without zeros at its end. */
export function middleText(a: Decimal, b: Decimal): JsonText {
  const scale = Math.max(a.scale, b.scale)
  return decimalText({ digits: (digitsAt(a, scale) + digitsAt(b, scale)) * 5n, scale: scale + 1 })
}

/** What lies so many quarters of the way from one to the other, exactly, without zeros at its end. */
export function partBetween(a: Decimal, b: Decimal, quarters: bigint): JsonText {
  const scale = Math.max(a.scale, b.scale)
  const [from, to] = [digitsAt(a, scale), digitsAt(b, scale)]
  return decimalText({ digits: (from * 4n + (to - from) * quarters) * 25n, scale: scale + 2 })
}

/** The quotient with the digits that PostgreSQL's division of `numeric` gives it. The divisor is not zero. */
export function quotient(a: Decimal, b: Decimal): Decimal {
  const scale = scaleOfQuotient(a, b)
  const over = a.digits * 10n ** BigInt(b.scale + scale)
  const under = b.digits * 10n ** BigInt(a.scale)
  const isNegative = over < 0n !== under < 0n
  const [dividend, divisor] = [over < 0n ? -over : over, under < 0n ? -under : under]
  const rounded = (2n * dividend + divisor) / (2n * divisor)
  return { digits: isNegative ? -rounded : rounded, scale }
}

/** At least sixteen digits that count, reckoned in digits of base 10,000 (`select_div_scale`). */
function scaleOfQuotient(a: Decimal, b: Decimal): number {
  const [dividend, divisor] = [firstDigit(a), firstDigit(b)]
  const weight = dividend.weight - divisor.weight - (dividend.digit <= divisor.digit ? 1 : 0)
  return Math.min(Math.max(16 - weight * 4, a.scale, b.scale, 0), 1000)
}

/** The first digit in base 10,000 that is not zero, and how many others stand between it and the point. */
function firstDigit({ digits, scale }: Decimal): { readonly digit: number; readonly weight: number } {
  const text = String(digits < 0n ? -digits : digits)
  if (text === '0') return { digit: 0, weight: 0 }
  const weight = Math.floor((text.length - scale - 1) / 4)
  const length = text.length - scale - weight * 4
  return { digit: Number(text.slice(0, length).padEnd(length, '0')), weight }
}

/** Compares figures: numbers exactly, NaN after all of them, other values as texts by code point. Null is not among them. */
export function compareFigures(a: JsonText, b: JsonText): number {
  if (a === b) return 0
  const [left, right] = [orderOf(a), orderOf(b)]
  if (left === null || right === null) return a < b ? -1 : 1
  if (left < right) return -1
  if (left > right) return 1
  const [x, y] = [readDecimal(a), readDecimal(b)]
  if (x !== null && y !== null) {
    const scale = Math.max(x.scale, y.scale)
    const difference = digitsAt(x, scale) - digitsAt(y, scale)
    return difference < 0n ? -1 : difference > 0n ? 1 : 0
  }
  return Number(a === '"NaN"') - Number(b === '"NaN"')
}

/** Where a number lies, about; NaN with infinity, from which it is told apart later. Null: it is no number. */
function orderOf(figure: JsonText): number | null {
  if (figure === '"NaN"' || figure === '"Infinity"') return Infinity
  if (figure === '"-Infinity"') return -Infinity
  return figure.startsWith('"') ? null : Number(figure)
}

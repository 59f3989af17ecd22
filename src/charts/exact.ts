import { jsonToPlain, type JsonText } from '../protocol/jsonText.ts'
import { digitsWords } from '../words/figures.ts'

/** The number that a value is, for a place in the picture; null if it is none, or infinite. */
export function drawable(value: JsonText): number | null {
  const text = jsonToPlain(value).trim()
  if (!NUMBER.test(text)) return null
  const number = Number(text)
  return Number.isFinite(number) ? number : null
}

/** The sum of numbers, with all their digits; of numbers with an exponent beyond 400 the nearest that a double holds. */
export function sumOf(values: readonly JsonText[]): JsonText {
  const decimals = values.map((value) => decimalOf(jsonToPlain(value).trim()))
  if (decimals.some((decimal) => decimal === null))
    return String(values.reduce((sum, value) => sum + (drawable(value) ?? 0), 0))
  const scale = Math.max(0, ...decimals.map((decimal) => decimal?.scale ?? 0))
  const sum = decimals.reduce(
    (total, decimal) => total + (decimal?.digits ?? 0n) * 10n ** BigInt(scale - (decimal?.scale ?? 0)),
    0n,
  )
  if (scale === 0) return String(sum)
  const digits = String(sum < 0n ? -sum : sum).padStart(scale + 1, '0')
  const fraction = digits.slice(-scale).replace(/0+$/, '')
  return `${sum < 0n ? '-' : ''}${digits.slice(0, -scale)}${fraction === '' ? '' : `.${fraction}`}`
}

/** A number in full as it is read: the digits of the source, those before the point in groups. Other values as they are. */
export function exactWords(value: JsonText): string {
  return digitsWords(jsonToPlain(value).trim())
}

const NUMBER = /^-?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/

interface Decimal {
  readonly digits: bigint
  /** How many of the digits are behind the point. */
  readonly scale: number
}

function decimalOf(text: string): Decimal | null {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text) ?? []
  if (whole === '' || Math.abs(Number(exponent)) > MOST_EXPONENT) return null
  const scale = fraction.length - Number(exponent)
  const digits = BigInt(`${sign}${whole}${fraction}`)
  return scale < 0 ? { digits: digits * 10n ** BigInt(-scale), scale: 0 } : { digits, scale }
}

const MOST_EXPONENT = 400

import type { FieldKind } from '../../protocol/field.ts'
import { plainText } from '../../protocol/json/jsonCharacters.ts'
import type { JsonText } from '../../protocol/jsonText.ts'
import { decimalText, digitsAt, readDecimal, type Decimal } from '../../summary/decimal.ts'

/** What some values of one column come to, by their exact digits. What these values don't have is null. */
export interface ColumnFigures {
  /** Those that are not null. */
  readonly values: number
  readonly distinct: number
  /** Of numbers, all of them finite. */
  readonly sum: string | null
  readonly mean: { readonly text: string; readonly isRounded: boolean } | null
  /** Of numbers, days and times, as they are written. */
  readonly min: string | null
  readonly max: string | null
}

export interface FiguresCount {
  /** Takes in a value that is not null. */
  readonly add: (value: JsonText) => void
  readonly get: () => ColumnFigures
}

/** Counts the values of a column of that kind. */
export function createColumnFigures(kind: FieldKind): FiguresCount {
  const distinct = new Set<string>()
  const order = kind === 'integer' || kind === 'numeric' ? createNumbers() : DAYS.test(kind) ? createTimes() : null
  let values = 0
  return {
    add(value) {
      values += 1
      const text = plainText(value, kind)
      distinct.add(order?.add(text) ?? text)
    },
    get: () => ({ values, distinct: distinct.size, ...NONE, ...order?.get(values) }),
  }
}

const DAYS = /^(?:date|timestamp|time)$/
const NONE = { sum: null, mean: null, min: null, max: null }

type Ordered = Partial<ColumnFigures>

function createNumbers() {
  let sum: Decimal = { digits: 0n, scale: 0 }
  let least: Extreme | null = null
  let most: Extreme | null = null
  let isFinite = true
  return {
    /** Gives what equal numbers have in common. */
    add(text: string): string {
      const number = readDecimal(text)
      if (number === null) {
        isFinite = false
        return text
      }
      sum = plus(sum, number)
      if (least === null || isLess(number, least.number)) least = { number, text }
      if (most === null || isLess(most.number, number)) most = { number, text }
      return decimalText(number)
    },
    get(count: number): Ordered {
      if (!isFinite || least === null || most === null) return {}
      const text = scaledText(sum)
      return { sum: text, mean: meanOf(sum, BigInt(count)), min: least.text, max: most.text }
    },
  }
}

interface Extreme {
  readonly number: Decimal
  readonly text: string
}

function createTimes() {
  let least: string | null = null
  let most: string | null = null
  let isAlike = true
  let length = 0
  return {
    add(text: string): string {
      // Texts of one form are in the order of their times; of years before Christ, or beyond 9999, they are not.
      const form = TIME.exec(text)?.[1]?.length ?? 0
      length ||= form
      isAlike &&= form > 0 && form === length
      if (least === null || text < least) least = text
      if (most === null || text > most) most = text
      return text
    },
    get: (): Ordered => (isAlike ? { min: least, max: most } : {}),
  }
}

const TIME = /^((?:\d{4}-\d\d-\d\d)?(?:[T ]?\d\d:\d\d(?::\d\d)?)?)(?:\.\d+)?$/

function plus(a: Decimal, b: Decimal): Decimal {
  if (a.scale === b.scale) return { digits: a.digits + b.digits, scale: a.scale }
  const scale = Math.max(a.scale, b.scale)
  return { digits: digitsAt(a, scale) + digitsAt(b, scale), scale }
}

function isLess(a: Decimal, b: Decimal): boolean {
  if (a.scale === b.scale) return a.digits < b.digits
  const scale = Math.max(a.scale, b.scale)
  return digitsAt(a, scale) < digitsAt(b, scale)
}

/** With the decimals of the values, zeros too: `43461.35`, `12.50`. */
function scaledText({ digits, scale }: Decimal): string {
  const text = String(digits < 0n ? -digits : digits).padStart(scale + 1, '0')
  const sign = digits < 0n ? '-' : ''
  return scale === 0 ? `${sign}${text}` : `${sign}${text.slice(0, -scale)}.${text.slice(-scale)}`
}

/** Decimals of a mean beyond those of its values, if it has no end. */
const MORE_DECIMALS = 4
/** Within so many more a mean that ends is given whole. */
const EXACT_DECIMALS = 8

function meanOf(sum: Decimal, count: bigint): ColumnFigures['mean'] {
  const more = 10n ** BigInt(EXACT_DECIMALS)
  if ((sum.digits * more) % count === 0n) {
    const exact = { digits: (sum.digits * more) / count, scale: sum.scale + EXACT_DECIMALS }
    return { text: decimalText(exact), isRounded: false }
  }
  const [over, sign] = sum.digits < 0n ? [-sum.digits, -1n] : [sum.digits, 1n]
  const digits = (2n * over * 10n ** BigInt(MORE_DECIMALS) + count) / (2n * count)
  return { text: scaledText({ digits: sign * digits, scale: sum.scale + MORE_DECIMALS }), isRounded: true }
}

import { LOCALE } from '../../words/language.ts'
import type { Axis } from '../axis.ts'
import { labelOf } from '../periods.ts'
import { textWidth } from '../svg.ts'

/** Writes the numbers of an axis: in full up to 10,000, then as `20K`, `1.5M`, and beyond 10¹⁵ by powers of ten. */
export function axisNumbers(most: number): (value: number) => string {
  if (most >= 1e15 || (most > 0 && most < 1e-6)) {
    return (value) => {
      if (value === 0) return '0'
      const [digits = '', exponent = ''] = value.toExponential(2).split('e')
      return `${Number(digits)}·10${superscript(String(Number(exponent)))}`
    }
  }
  const format = new Intl.NumberFormat(
    LOCALE.numbers,
    most > 10_000 ? { notation: 'compact', maximumFractionDigits: 2 } : { maximumSignificantDigits: 6 },
  )
  return (value) => format.format(value)
}

/** The places of an axis that get a label, so that none covers the next: each, each second … and with months each January. */
export function labelledPlaces(axis: Axis, width: number): ReadonlySet<number> {
  const widest = axis.places.reduce((most, { label }) => Math.max(most, textWidth(label, TICK_SIZE)), 0)
  return placesWithRoom(axis, Math.max(1, Math.floor(width / (Math.min(widest, LONGEST_LABEL) + GAP))))
}

/** The same where so many labels have room. */
export function placesWithRoom({ places, kind, field }: Axis, room: number): ReadonlySet<number> {
  const least = Math.ceil(places.length / room)
  const steps = kind === 'time' ? (STEPS[field.unit ?? ''] ?? NICE) : kind === 'cycle' ? [1, 2, 3, 4, 6] : NICE
  const step = steps.find((nice) => nice >= least) ?? least
  const first =
    step === 1 || kind !== 'time' ? 0 : places.findIndex(({ at }) => at !== null && isRound(at, field.unit, step))
  const labelled = [...places.keys()].filter((at) => (at - Math.max(0, first)) % step === 0)
  if (kind !== 'time' || field.unit !== 'year' || step === 1) return new Set(labelled)
  // There is no year 0, so that years before Christ are round at other places.
  const round = [...places.keys()].filter((at) => isRound(places[at]?.at ?? 0, 'year', step))
  return new Set(round.length === 0 ? labelled : round)
}

/** How Plot writes the ticks of a time scale: in its own way, but where that knows no year before the first and after 9999. */
export function timeTicks(moments: readonly number[]): { readonly tickFormat?: (at: Date) => string } {
  const [least, most] = [
    moments.reduce((a, b) => Math.min(a, b), Infinity),
    moments.reduce((a, b) => Math.max(a, b), -Infinity),
  ]
  if (!(least < FIRST_YEAR || most >= YEAR_10000)) return {}
  const unit = most - least > 4 * 366 * 86_400_000 ? 'year' : 'day'
  return { tickFormat: (at) => labelOf(at.getTime(), unit) }
}

const FIRST_YEAR = -62_135_596_800_000
const YEAR_10000 = 253_402_300_800_000

function isRound(at: number, unit: string | null, step: number): boolean {
  const date = new Date(at)
  if (unit === 'month') return date.getUTCMonth() % Math.min(step, 12) === 0
  if (unit === 'quarter') return (date.getUTCMonth() / 3) % Math.min(step, 4) === 0
  if (unit !== 'year') return true
  const year = date.getUTCFullYear()
  return (year <= 0 ? 1 - year : year) % step === 0
}

function superscript(digits: string): string {
  return digits.replaceAll(/./g, (digit) => '⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(digit)] ?? '⁻')
}

/** The size of the words of axes. */
export const TICK_SIZE = 11

const LONGEST_LABEL = 120
const GAP = 12
const NICE = [1, 2, 5, 10, 20, 25, 50, 100, 200]
const STEPS: Readonly<Record<string, readonly number[]>> = {
  year: NICE,
  quarter: [1, 2, 4, 8, 20, 40, 80],
  month: [1, 2, 3, 6, 12, 24, 60, 120, 240],
  week: [1, 2, 4, 13, 26, 52, 104],
  day: [1, 2, 7, 14, 28, 56, 91, 182],
}

import { DAY_MS } from '../../../protocol/calendar.ts'
import { writtenTime } from '../../../protocol/timeOfDay.ts'
import { integerRange, type FieldKind } from '../../../protocol/field.ts'
import type { JsonText } from '../../../protocol/jsonText.ts'
import { edgesOfLogBars } from '../../../summary/barScale.ts'
import type { Bars } from '../../../summary/figures.ts'
import { about, compareDecimals, decimalOf, decimalText, trimmed, unitsAt, type Decimal } from './decimal.ts'
import { dateText, momentOf, zoneOf } from './moment.ts'

/** A stretch of the steps of bars, [from, to): places between the steps, from 0 to as many as there are. */
export interface Stretch {
  readonly from: number
  readonly to: number
}

/** The value at the beginning of a step, or at the end of the last one, as a condition has it; null if it can't be told. */
export function valueAt(bars: Bars, place: number, kind: FieldKind): string | null {
  if (place <= 0) return plainValue(bars.from)
  if (place >= bars.counts.length) return plainValue(bars.to)
  const ends = endsOf(bars)
  if (ends === null) return null
  if (ends.kind === 'moments') return momentText(ends, place, bars, kind)
  return decimalText(numberAt(ends, place, bars))
}

/** The first and the last value of a stretch, both in it, for a condition; null if they can't be told. */
export function boundsOf(
  bars: Bars,
  { from, to }: Stretch,
  { kind, type = '' }: { readonly kind: FieldKind; readonly type?: string },
): readonly [string, string] | null {
  if (bars.afterZero !== undefined && to === 1) return ['0', '0']
  const first = valueAt(bars, from, kind)
  const last = valueAt(bars, to, kind)
  if (first === null || last === null) return null
  const ends = endsOf(bars)
  if (ends === null) return null
  const isEnd = to >= bars.counts.length
  if (ends.kind === 'moments') {
    if (kind === 'date') return [dayText(ends, from, bars, false), isEnd ? last : dayText(ends, to, bars, true)]
    return [first, isEnd ? last : justBefore(last, ends)]
  }
  if (kind !== 'integer') return [first, last]
  // What lies at the end of a step belongs to the next one.
  const lower = wholeFrom(numberAt(ends, from, bars))
  const upper = isEnd ? wholeTo(numberAt(ends, to, bars)) : wholeFrom(numberAt(ends, to, bars)) - 1n
  // No server compares with a number that the type doesn't hold.
  const { least, most } = integerRange(type)
  const within = (bound: bigint) => (bound < least ? least : bound > most ? most : bound)
  return [String(within(lower)), String(within(upper < lower ? lower : upper))]
}

/** Where a value lies among the steps, as a place with a fraction, at least 0 and at most the end; null if it can't be told. */
export function placeOf(bars: Bars, value: string): number | null {
  const ends = endsOf(bars)
  const steps = bars.counts.length
  if (ends === null) return null
  const share = ends.kind === 'moments' ? shareOfMoment(ends, value) : shareOfNumber(ends, value, bars)
  return share === null ? null : Math.min(Math.max(share, 0), 1) * steps
}

/** The stretch of whole steps between two values of a condition, both in it. */
export function stretchOf(bars: Bars, values: readonly string[], kind: FieldKind): Stretch | null {
  const [from, to] = values.map((value) => placeOf(bars, value))
  if (from === null || from === undefined || to === null || to === undefined) return null
  // Both bounds are in the stretch, so the last one lies in its last step; they are rounded where steps are not whole.
  const isWhole = kind === 'integer' || kind === 'date'
  const first = Math.round(from)
  const last = isWhole ? Math.floor(to + 1e-9) + 1 : Math.round(to)
  return { from: first, to: Math.min(Math.max(last, first + 1), bars.counts.length) }
}

type Ends =
  | { readonly kind: 'numbers'; readonly from: Decimal; readonly to: Decimal }
  | { readonly kind: 'moments'; readonly from: number; readonly to: number; readonly zone: string }

function endsOf({ from, to }: Bars): Ends | null {
  const [first, last] = [decimalOf(from), decimalOf(to)]
  if (first !== null && last !== null) return { kind: 'numbers', from: first, to: last }
  const [begin, end] = [plainValue(from), plainValue(to)]
  const [start, stop] = [momentOf(begin), momentOf(end)]
  return start === null || stop === null ? null : { kind: 'moments', from: start, to: stop, zone: zoneOf(begin) }
}

function plainValue(value: JsonText): string {
  return value.startsWith('"') ? String(JSON.parse(value)) : value
}

function numberAt(ends: Ends & { kind: 'numbers' }, place: number, bars: Bars): Decimal {
  const { counts } = bars
  const steps = BigInt(counts.length)
  if (place <= 0) return ends.from
  if (place >= counts.length) return ends.to
  if (bars.isLog) return decimalOf(edgesOfLogBars(bars)[place] ?? '') ?? ends.from
  const step = Math.abs(about(ends.to) - about(ends.from)) / counts.length
  // Two digits more than a step has, so that rounding moves no border by more than a hundredth of it.
  const digits = step > 0 ? Math.max(0, 2 - Math.floor(Math.log10(step))) : 0
  const scale = Math.max(ends.from.scale, ends.to.scale, Math.min(digits, MOST_DECIMALS))
  const [from, to] = [unitsAt(ends.from, scale), unitsAt(ends.to, scale)]
  return trimmed({ units: from + ((to - from) * BigInt(place)) / steps, scale })
}

const MOST_DECIMALS = 320

function wholeFrom({ units, scale }: Decimal): bigint {
  const unit = 10n ** BigInt(scale)
  const whole = units / unit
  return units > whole * unit ? whole + 1n : whole
}

function wholeTo({ units, scale }: Decimal): bigint {
  const unit = 10n ** BigInt(scale)
  const whole = units / unit
  return units < whole * unit ? whole - 1n : whole
}

function momentAt({ from, to }: Ends & { kind: 'moments' }, place: number, { counts }: Bars): number {
  return from + ((to - from) * place) / counts.length
}

function momentText(ends: Ends & { kind: 'moments' }, place: number, bars: Bars, kind: FieldKind): string {
  const step = (ends.to - ends.from) / bars.counts.length
  const moment = momentAt(ends, place, bars)
  if (kind === 'date') return dateText(Math.ceil(moment / DAY_MS) * DAY_MS)
  const unit = ROUND.find(([least]) => step >= least)?.[1] ?? 1000
  const rounded = writtenTime(Math.round(moment / unit) * unit, ends.zone)
  return kind === 'time' ? rounded.slice(11) : rounded
}

/** From which length of a step on its borders are rounded to what, ms. */
const ROUND: readonly (readonly [number, number])[] = [
  [10 * DAY_MS, DAY_MS],
  [DAY_MS / 2, 3_600_000],
  [1_200_000, 60_000],
]

function dayText(ends: Ends & { kind: 'moments' }, place: number, bars: Bars, isLast: boolean): string {
  const day = Math.ceil(momentAt(ends, place, bars) / DAY_MS)
  return dateText((isLast ? day - 1 : day) * DAY_MS)
}

/** The last time before it: PostgreSQL keeps six digits of a second. */
function justBefore(text: string, { zone }: Ends & { kind: 'moments' }): string {
  const moment = momentOf(text)
  if (moment === null) return text
  const isTime = text.charAt(2) === ':'
  return writtenTime(moment - 1000, `.999999${zone}`).slice(isTime ? 11 : 0)
}

function shareOfMoment({ from, to }: Ends & { kind: 'moments' }, value: string): number | null {
  const moment = momentOf(value)
  if (moment === null) return null
  return to === from ? 0 : (moment - from) / (to - from)
}

function shareOfNumber({ from, to }: Ends & { kind: 'numbers' }, value: string, bars: Bars): number | null {
  const number = decimalOf(value)
  if (number === null) return null
  if (compareDecimals(from, to) === 0) return 0
  if (bars.isLog) return shareOnLog(edgesOfLogBars(bars).map(Number), about(number))
  const scale = Math.max(from.scale, to.scale, number.scale)
  const [low, high, at] = [from, to, number].map((each) => unitsAt(each, scale))
  if (low === undefined || high === undefined || at === undefined) return null
  // Scaled up first: only the share becomes a number of the machine.
  return Number(((at - low) * 1_000_000_000n) / (high - low)) / 1_000_000_000
}

/** In the step that it lies in by its logarithm; the step of 0 is as wide as the others. */
function shareOnLog(edges: readonly number[], at: number): number {
  const steps = edges.length - 1
  const step = edges.findLastIndex((edge) => edge <= at)
  if (step < 0) return 0
  const [low = 0, high = low] = [edges[step], edges[step + 1]]
  if (low === 0 || step >= steps) return Math.min(step + (at > low ? 1 : 0), steps) / steps
  return (step + (Math.log10(at) - Math.log10(low)) / (Math.log10(high) - Math.log10(low))) / steps
}

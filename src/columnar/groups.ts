import type { JsonText } from '../protocol/jsonText.ts'
import { decimalText, digitsAt, floorDiv, readDecimal } from '../summary/decimal.ts'
import type { DateUnit, GroupBy } from '../summary/summary.ts'
import { dayOfDays, dayText, daysOf, weekdayOf } from '../protocol/calendar.ts'
import { sizeOf, type Column, type NumberValues, type Values } from './columns.ts'
import { decimalAt, jsonAt, momentText } from './values.ts'

/** The groups that a column's values fall into, in their order; the last one is that of the records without a value. */
export interface ValueGroups {
  /** How each is named. */
  readonly keys: readonly JsonText[]
  /** The group of each value, by its code: one, or of lists as many as there are different elements. */
  readonly of: Uint32Array | readonly (readonly number[])[]
}

/** Which group each value of a column belongs to. */
export function groupsOf({ values }: Column, by: GroupBy): ValueGroups {
  if (by === 'element') return elementGroups(values)
  if (by === 'value') return eachItsOwn(values)
  if (values.kind !== 'numbers') return { keys: ['null'], of: new Uint32Array(sizeOf(values) + 1) }
  return gathered(values, typeof by === 'string' ? (place) => unitKey(values, place, by) : stepKeys(values, by.step))
}

function eachItsOwn(values: Values): ValueGroups {
  const size = sizeOf(values)
  const keys = Array.from({ length: size }, (_, place) => jsonAt(values, place))
  return {
    keys: [...keys, 'null'],
    of: Uint32Array.from({ length: size + 1 }, (_, code) => (code === 0 ? size : code - 1)),
  }
}

function elementGroups(values: Values): ValueGroups {
  if (values.kind !== 'lists') return eachItsOwn(values)
  const size = sizeOf(values.of)
  const of: number[][] = [[size]]
  for (let list = 0; list < values.json.length; list += 1) {
    const groups = new Set<number>()
    for (let at = values.starts[list] ?? 0; at < (values.starts[list + 1] ?? 0); at += 1) {
      const element = values.elements[at] ?? 0
      groups.add(element === 0 ? size : element - 1)
    }
    of.push(groups.size === 0 ? [size] : [...groups])
  }
  return { keys: eachItsOwn(values.of).keys, of }
}

/** The same by the parts of dates, the day of the month among them. */
export function partsOf(
  values: NumberValues,
  unit: DatePart,
): { readonly keys: readonly JsonText[]; readonly of: Uint32Array } {
  return gathered(values, (place) => unitKey(values, place, unit))
}

type DatePart = DateUnit | 'dayOfMonth'

/** Puts values with one key together. Keys of neighbours are often alike; the order of groups is that of their ranks. */
function gathered(values: NumberValues, keyOf: (place: number) => GroupKey | null) {
  const found = new Map<number | bigint | string, { readonly key: GroupKey; readonly codes: number[] }>()
  const of = new Uint32Array(values.at.length + 1)
  for (let place = 0; place < values.at.length; place += 1) {
    const key = keyOf(place)
    if (key === null) continue
    // NaN is a key, too; numbers of both kinds are told apart by Map.
    const group = found.get(key.rank)
    if (group === undefined) found.set(key.rank, { key, codes: [place + 1] })
    else group.codes.push(place + 1)
  }
  const groups = [...found.values()].toSorted((a, b) => compareRanks(a.key.rank, b.key.rank))
  of.fill(groups.length)
  for (const [group, { codes }] of groups.entries()) for (const code of codes) of[code] = group
  return { keys: [...groups.map(({ key }) => key.json()), 'null'], of }
}

interface GroupKey {
  readonly rank: number | bigint
  readonly json: () => JsonText
}

function compareRanks(a: number | bigint, b: number | bigint): number {
  if (Number.isNaN(a) || Number.isNaN(b)) return Number(Number.isNaN(a)) - Number(Number.isNaN(b))
  return a < b ? -1 : a > b ? 1 : 0
}

/** The step in which a number lies, by where it begins: exactly, of a float by the digits that are shown of it. */
function stepKeys(values: NumberValues, step: string): (place: number) => GroupKey | null {
  const read = readDecimal(step)
  if (read === null || read.digits <= 0n) return () => null
  return (place) => {
    const value = decimalAt(values, place)
    if (value === null) {
      const special = values.at[place] ?? Number.NaN
      return { rank: special, json: () => `"${special}"` }
    }
    const scale = Math.max(value.scale, read.scale)
    const rank = floorDiv(digitsAt(value, scale), digitsAt(read, scale))
    return { rank, json: () => decimalText({ digits: rank * read.digits, scale: read.scale }) }
  }
}

const DAY_MICROSECONDS = 86_400_000_000n
const HOUR_MICROSECONDS = 3_600_000_000n

function unitKey(values: NumberValues, place: number, unit: DatePart): GroupKey | null {
  const at = values.bigs?.[place] ?? values.at[place] ?? Number.NaN
  const isStretch = unit !== 'weekday' && unit !== 'monthOfYear' && unit !== 'hourOfDay' && unit !== 'dayOfMonth'
  if (typeof at === 'number' && !Number.isFinite(at)) {
    if (!isStretch) return null
    return { rank: at, json: () => (at < 0 ? '"-infinity"' : '"infinity"') }
  }
  if (values.unit === 'time') {
    const hour = Number(BigInt(at) / HOUR_MICROSECONDS)
    if (unit === 'hour') return { rank: hour, json: () => `"${momentText('time', BigInt(hour) * HOUR_MICROSECONDS)}"` }
    return unit === 'hourOfDay' ? { rank: hour, json: () => String(hour) } : null
  }
  if (values.unit === 'date') return dayKey(Number(at), 0n, unit)
  const microseconds = BigInt(at)
  const days = floorDiv(microseconds, DAY_MICROSECONDS)
  return dayKey(Number(days), microseconds - days * DAY_MICROSECONDS, unit)
}

function dayKey(days: number, ofDay: bigint, unit: DatePart): GroupKey {
  const hour = ofDay / HOUR_MICROSECONDS
  switch (unit) {
    case 'weekday':
      return numberKey(weekdayOf(days))
    case 'dayOfMonth':
      return numberKey(dayOfDays(days).day)
    case 'monthOfYear':
      return numberKey(dayOfDays(days).month)
    case 'hourOfDay':
      return numberKey(Number(hour))
    case 'hour': {
      const rank = BigInt(days) * DAY_MICROSECONDS + hour * HOUR_MICROSECONDS
      return { rank, json: () => `"${momentText('timestamp', rank)}"` }
    }
    case 'year':
    case 'quarter':
    case 'month':
    case 'week':
    case 'day': {
      const rank = beginOf(days, unit)
      const json = () => {
        const { text, isBefore } = dayText(rank)
        return isBefore ? `"${text} BC"` : `"${text}"`
      }
      return { rank, json }
    }
  }
}

function numberKey(rank: number): GroupKey {
  return { rank, json: () => String(rank) }
}

/** The day on which the stretch begins that the day lies in. */
function beginOf(days: number, unit: 'year' | 'quarter' | 'month' | 'week' | 'day'): number {
  if (unit === 'day') return days
  if (unit === 'week') return days - weekdayOf(days) + 1
  const { year, month } = dayOfDays(days)
  const first = unit === 'year' ? 1 : unit === 'month' ? month : month - ((month - 1) % 3)
  return daysOf(year, first, 1)
}

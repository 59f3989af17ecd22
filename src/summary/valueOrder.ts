import { readDay } from '../protocol/calendar.ts'
import { readTime } from '../protocol/timeOfDay.ts'
import { jsonKind, jsonToPlain, type JsonText } from '../protocol/jsonText.ts'
import { digitsAt, readDecimal } from './decimal.ts'

/** Less than 0, 0, or more, as the first comes before the other, with it, or after it. */
export type Order = (a: JsonText, b: JsonText) => number

/**
 * The order in which PostgreSQL has these values of one field: numbers by size, infinity and then NaN after them; days and
 * times as they pass, those before Christ first; all others by their text. Null comes last.
 */
export function valueOrder(values: readonly JsonText[]): Order {
  const given = values.filter((value) => value !== 'null')
  const order = given.every((value) => numberRank(value) !== null)
    ? byRank(numberRank)
    : given.every((value) => momentRank(value) !== null)
      ? byRank(momentRank)
      : byText
  return (a, b) => (a === 'null' || b === 'null' ? Number(a === 'null') - Number(b === 'null') : order(a, b))
}

type Rank = number | readonly [bigint, scale: number]

function byRank(rankOf: (value: JsonText) => Rank | null): Order {
  return (a, b) => compareRanks(rankOf(a) ?? Number.NaN, rankOf(b) ?? Number.NaN)
}

function compareRanks(a: Rank, b: Rank): number {
  if (typeof a === 'object' && typeof b === 'object') {
    const scale = Math.max(a[1], b[1])
    const [left, right] = [a, b].map(([digits, own]) => digitsAt({ digits, scale: own }, scale))
    return left === right ? 0 : (left ?? 0n) < (right ?? 0n) ? -1 : 1
  }
  const [left, right] = [a, b].map((rank) => (typeof rank === 'object' ? 0 : rank))
  if (Number.isNaN(left) || Number.isNaN(right)) return Number(Number.isNaN(left)) - Number(Number.isNaN(right))
  return (left ?? 0) < (right ?? 0) ? -1 : (left ?? 0) > (right ?? 0) ? 1 : 0
}

/** Infinity and NaN, which JSON has as texts, are numbers, too. */
function numberRank(value: JsonText): Rank | null {
  if (jsonKind(value) === 'number') {
    const read = readDecimal(value)
    return read === null ? Number(value) : [read.digits, read.scale]
  }
  const special = { '"NaN"': Number.NaN, '"Infinity"': Infinity, '"-Infinity"': -Infinity }[value]
  return special ?? null
}

function momentRank(value: JsonText): Rank | null {
  const text = jsonToPlain(value)
  if (text === 'infinity' || text === '-infinity') return text === 'infinity' ? Infinity : -Infinity
  const day = readDay(text)
  const time = day === null || day.rest === '' ? null : readTime(day.rest)
  if (day === null || (day.rest !== '' && time === null)) return null
  return [BigInt(day.days) * DAY + (time?.microseconds ?? 0n) - (time?.zone ?? 0n), 0]
}

function byText(a: JsonText, b: JsonText): number {
  const [left, right] = [jsonToPlain(a), jsonToPlain(b)]
  return left === right ? 0 : left < right ? -1 : 1
}

const DAY = 86_400_000_000n

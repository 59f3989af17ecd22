import { readDay } from '../../../protocol/calendar.ts'
import { fieldKind, type Field, type FieldKind } from '../../../protocol/field.ts'
import { DATED } from '../../../query/operator.ts'
import { boundsOf, dayText, utcDay } from '../../../query/dates/period.ts'
import { readDate } from '../../../query/dates/readDate.ts'
import { readNumbers } from '../../../query/readNumber.ts'

/** Why typed text is no date, time or number of a field. */
export type TypedProblem =
  | { readonly kind: 'notWhole' | 'notNumber' | 'notDate' | 'notOneDay'; readonly text: string }
  /** PostgreSQL would store what the word means at that moment; `instead` is how such a value is typed. */
  | { readonly kind: 'wordForDate' | 'wordForTime'; readonly text: string; readonly instead: string }
  /** It can be read in two ways, so which is meant has to be asked. */
  | { readonly kind: 'unclear'; readonly text: string; readonly choices: readonly string[] }

/** What is stored for typed text, as PostgreSQL reads it in one way only, or why nothing is. */
export type TypedValue = { readonly text: string } | { readonly problem: TypedProblem }

/**
 * What is typed into a field of dates, times or numbers. ISO 8601, plain digits and what PostgreSQL alone knows, such as
 * `infinity` and BC, stay as they are typed. `before` is the field's value so far, which shows how its numbers are written.
 */
export function typedValue(typed: string, { type }: Field, before = '', now = new Date()): TypedValue {
  const text = typed.trim()
  const kind = fieldKind(type)
  if (DATED.includes(kind)) return dateValue(text, { kind, hasZone: /tz$|with time zone/i.test(type) }, now)
  if (kind === 'integer' || kind === 'numeric') return numberValue(text, kind === 'integer', before)
  if (kind === 'time' && /^(?:now|allballs)$/i.test(text))
    return { problem: { kind: 'wordForTime', text, instead: '09:30' } }
  return { text }
}

interface Dated {
  readonly kind: FieldKind
  readonly hasZone: boolean
}

function dateValue(text: string, field: Dated, now: Date): TypedValue {
  if (/^[+-]?infinity$/i.test(text)) return { text: text.replace('+', '') }
  if (ISO.test(text)) {
    const stored = storedIso(text, field)
    return stored === null ? { problem: { kind: 'notDate', text } } : { text: stored }
  }
  const readings = readDate(text, now)
  if (!/\d/.test(text)) {
    const [day] = readings
    const isWord = day !== undefined || text.toLowerCase() === 'now'
    const today = dayText(utcDay(now.getFullYear(), now.getMonth(), now.getDate()))
    return { problem: isWord ? { kind: 'wordForDate', text, instead: day ?? today } : { kind: 'notDate', text } }
  }
  const isWhole = readings.every((reading) => ISO.test(reading) || DAY.test(reading))
  if (!isWhole) return { problem: { kind: 'notOneDay', text } }
  return oneOf(
    text,
    readings.flatMap((reading) => storedIso(boundsOf(reading)?.from ?? reading, field) ?? []),
    'notDate',
  )
}

/** A day as ISO 8601 has it, with a time and an offset if there are some, and the era. */
const ISO =
  /^(\d{4,7}-\d\d-\d\d)(?:([T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?)\s*(Z|[+-]\d\d(?::?\d\d(?::?\d\d)?)?)?)?(\s+BC)?$/i

/** One day as `boundsOf` reads it. */
const DAY = /^\+?\d+-\d\d?-\d\d?(?: BC)?$/i

/** What a field keeps of it: no time on a date, no offset where times have none. Null if there is no such day or time. */
function storedIso(text: string, { kind, hasZone }: Dated): string | null {
  const [, day = '', time = '', offset, era = ''] = ISO.exec(text) ?? []
  if (readDay(`${day}${era === '' ? '' : ' BC'}`) === null) return null
  const [hours = 0, minutes = 0, seconds = 0] = time.slice(1).split(':').map(Number)
  if (hours > 23 || minutes > 59 || seconds >= 60) return null
  if (kind === 'date') return time === '' ? text : `${day}${era}`
  return offset === undefined || hasZone ? text : `${day}${time}${era}`
}

function numberValue(text: string, isWhole: boolean, before: string): TypedValue {
  if (/^-?\d+$/.test(text)) return { text }
  const readings = readNumbers(text, isWhole)
  const [number] = readings
  // Beside a value with a point before its decimals nobody means thousands by it.
  if (number !== undefined && !isWhole && /^"?[+-]?\d*\.\d/.test(before)) return { text: number }
  return oneOf(text, readings, isWhole ? 'notWhole' : 'notNumber')
}

function oneOf(text: string, readings: readonly string[], none: 'notDate' | 'notWhole' | 'notNumber'): TypedValue {
  const [first, ...others] = new Set(readings)
  if (first === undefined) return { problem: { kind: none, text } }
  return others.length === 0 ? { text: first } : { problem: { kind: 'unclear', text, choices: [first, ...others] } }
}

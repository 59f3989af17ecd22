import type { FieldKind } from '../protocol/field.ts'
import type { JsonText } from '../protocol/jsonText.ts'
import type { BarScale } from './barScale.ts'

const DAY = 86_400

/** Steps of times that people count in, in seconds. */
const STEPS = [1, 5, 15, 30, 60, 300, 900, 1800, 3600, 3 * 3600, 6 * 3600, 12 * 3600, DAY]

/** As many bars as a header of the usual width shows, or fewer. */
const BARS_MOST = 24

/**
 * Equal steps for times between two, given in seconds since 1970 or, of times without a day, since midnight: of whole days
 * if they are dates. Null if they are too far from our time for a calendar.
 */
export function timeScale(kind: FieldKind, hasZone: boolean, min: number, max: number): BarScale | null {
  if (!(Math.abs(min) <= FURTHEST && Math.abs(max) <= FURTHEST)) return null
  const steps = kind === 'date' ? [DAY] : STEPS
  const step = steps.find((each) => countOf(each, min, max) <= BARS_MOST) ?? wholeDays(min, max)
  // Steps of several days begin with the first day.
  const first = step <= DAY ? Math.floor(min / step) * step : Math.floor(min / DAY) * DAY
  const count = Math.floor((max - first) / step) + 1
  const edges = Array.from({ length: count + 1 }, (_, place) => timeText(kind, hasZone, first + place * step))
  return { isLog: false, edges: edges.map((edge) => JSON.stringify(edge)) }
}

/** The time so many whole seconds after 1970, or of a time without a day after midnight, as JSON; null if there is none. */
export function timeOfSeconds(kind: FieldKind, hasZone: boolean, seconds: number): JsonText | null {
  const [least, most] = kind === 'time' ? [0, DAY] : [-FURTHEST, FURTHEST]
  return seconds >= least && seconds <= most ? JSON.stringify(timeText(kind, hasZone, seconds)) : null
}

/** Seconds from 1970 to the last day that `Date` knows, or nearly. */
const FURTHEST = 8.6e12

function countOf(step: number, min: number, max: number): number {
  return Math.floor(max / step) - Math.floor(min / step) + 1
}

function wholeDays(min: number, max: number): number {
  const days = Math.floor(max / DAY) - Math.floor(min / DAY) + 1
  return Math.ceil(days / BARS_MOST) * DAY
}

/** As PostgreSQL reads it, and writes it in JSON. */
function timeText(kind: FieldKind, hasZone: boolean, seconds: number): string {
  if (kind === 'time') return seconds >= DAY ? '24:00:00' : new Date(seconds * 1000).toISOString().slice(11, 19)
  const date = new Date(seconds * 1000)
  const year = date.getUTCFullYear()
  const isBefore = year <= 0
  const rest = date.toISOString().replace(/^[-+]?\d+/, '')
  const day = `${String(isBefore ? 1 - year : year).padStart(4, '0')}${rest.slice(0, 6)}`
  const time = kind === 'date' ? '' : `T${rest.slice(7, 15)}${hasZone ? '+00:00' : ''}`
  return `${day}${time}${isBefore ? ' BC' : ''}`
}

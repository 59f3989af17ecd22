import { DAY_MS, dayOfDays, daysOf, writtenDay } from '../protocol/calendar.ts'
import { writtenTime } from '../protocol/timeOfDay.ts'
import { fieldKind, type Field } from '../protocol/field.ts'
import type { Row } from '../protocol/answers.ts'
import { jsonKind, type JsonText } from '../protocol/jsonText.ts'
import { chartWords } from '../words/en/chart.ts'
import type { ChartData, ChartField, ChartNotes } from './chartData.ts'
import { isAdditiveName, isCode, isCountName, kindOf, unitOfField, unitOfValues } from './fieldKinds.ts'
import { periodOf } from './periods.ts'
import { shownName } from '../words/shownName.ts'

/** What there is to chart of rows: those of a statement's answer, or the records at hand. */
export function rowsData(
  fields: readonly Field[],
  rows: readonly Row[],
  notes: ChartNotes,
  subtitle: string,
): ChartData {
  const shown = fields.map((field, at) => ({ field, at })).filter(({ field }) => !INTERNAL.has(field.id))
  const columns = shown.map(({ field, at }) => ({
    field,
    values: rows.map((row): JsonText => row[at] ?? 'null'),
  }))
  const given = columns.map(({ field, values }) => ({ field: chartField(field, values), values }))
  const isGrouped = hasOneRowEach(
    given.map(({ field }) => field),
    given.map(({ values }) => values),
  )
  const all = isGrouped ? given : given.flatMap((column) => [...stretches(column), column])
  return {
    fields: all.map(({ field }) => field),
    rows: rows.map((_, row) => all.map(({ values }) => values[row] ?? 'null')),
    isGrouped,
    notes,
    subtitle,
  }
}

const INTERNAL: ReadonlySet<string> = new Set(['_id', '_full_text'])

interface Column {
  readonly field: ChartField
  readonly values: readonly JsonText[]
}

function chartField(field: Field, values: readonly JsonText[]): ChartField {
  const known = kindOf(fieldKind(field.type))
  // A server that names no types still sends numbers as such.
  const kind = known === 'other' && isAllNumbers(values) ? 'number' : known
  const unit = kind === 'number' || kind === 'text' || kind === 'time' ? unitOfValues(field.id, values) : null
  const isMeasure = kind === 'number' && unit === null && !isCode(field.id)
  return {
    id: field.id,
    name: shownName(field.id),
    source: field.id,
    kind: unit === null ? kind : 'time',
    unit,
    step: null,
    isMeasure,
    isCount: isMeasure && isCountName(field.id),
    isAdditive: isMeasure && isAdditiveName(field.id),
    measuredIn: unitOfField(field),
  }
}

function isAllNumbers(values: readonly JsonText[]): boolean {
  const known = values.filter((value) => jsonKind(value) !== 'null')
  return known.length > 0 && known.every((value) => jsonKind(value) === 'number')
}

/** Whether the rows are groups already: up to three columns tell each row apart, and all others are measures. */
function hasOneRowEach(fields: readonly ChartField[], values: readonly (readonly JsonText[])[]): boolean {
  const groups = values.filter((_, at) => fields[at]?.isMeasure === false)
  const isTable = fields.every(({ kind }) => kind !== 'other') && groups.length > 0 && groups.length <= MOST_GROUPINGS
  if (!isTable || groups.length === fields.length) return false
  const rows = values[0]?.length ?? 0
  const keys = new Set(Array.from({ length: rows }, (_, row) => JSON.stringify(groups.map((column) => column[row]))))
  return keys.size === rows
}

/** Of dates and times by the day: the stretch of time they lie in, so that there are some ten to forty to see. */
function stretches({ field, values }: Column): readonly Column[] {
  if (field.kind !== 'time' || (field.unit !== null && field.unit !== 'day')) return []
  const starts = values.map((value) =>
    jsonKind(value) === 'null' ? null : (periodOf(value, field.unit)?.start ?? null),
  )
  const known = starts.filter((start) => start !== null)
  const span = known.reduce((a, b) => Math.max(a, b), -Infinity) - known.reduce((a, b) => Math.min(a, b), Infinity)
  if (!(span >= 0)) return []
  const unit = span > 4 * YEAR ? 'year' : span > YEAR / 4 ? 'month' : span > 2 * DAY_MS ? 'day' : 'hour'
  if (unit === field.unit) return []
  const begin = (start: number) =>
    unit === 'hour' ? writtenTime(start - (start % HOUR)) : writtenDay(beginOf(start, unit))
  const id = `${field.id} by ${unit}`
  return [
    {
      field: { ...field, id, name: chartWords.units[unit](shownName(field.id)), unit },
      // What lies nowhere on the line of time stays what it is.
      values: starts.map((start, row) => (start === null ? (values[row] ?? 'null') : JSON.stringify(begin(start)))),
    },
  ]
}

/** The day on which the year, the month or the day begins that the moment lies in. */
function beginOf(start: number, unit: 'year' | 'month' | 'day'): number {
  const days = Math.floor(start / DAY_MS)
  const { year, month } = dayOfDays(days)
  return unit === 'day' ? days : daysOf(year, unit === 'year' ? 1 : month, 1)
}

const HOUR = 3_600_000
const YEAR = 365 * DAY_MS
const MOST_GROUPINGS = 3

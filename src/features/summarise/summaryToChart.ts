import { momentOf } from '../../protocol/timeOfDay.ts'
import { fieldKind, type Field } from '../../protocol/field.ts'
import { jsonKind, jsonToPlain } from '../../protocol/jsonText.ts'
import type { DateUnit, Summary } from '../../summary/summary.ts'
import { firstSummary, summaryBy, type Sample } from './proposals.ts'

/**
 * A summary that makes a telling picture: how many records there are as time passes, told apart by the field that makes the
 * clearest groups; without a date by that field alone. Null if no field makes groups.
 */
export function summaryToChart(fields: readonly Field[], sample: Sample): Summary | null {
  const groups = firstSummary(fields, sample)
  const dated = fields.flatMap((field) => {
    const unit = unitFor(field, sample)
    return unit === null ? [] : [{ field: field.id, by: unit }]
  })[0]
  if (dated === undefined) return groups
  const group = groups?.by[0]
  const isTold = group !== undefined && group.by === 'value' && group.field !== dated.field
  const base = summaryBy(dated)
  return isTold ? { ...base, by: [group], across: dated, sort: { by: 0, descending: true } } : base
}

/** The stretch of time by which a date makes some ten to sixty groups; null if it is no date, or has no value in the sample. */
function unitFor(field: Field, { fields, rows }: Sample): DateUnit | null {
  const kind = fieldKind(field.type)
  if (kind !== 'date' && kind !== 'timestamp') return null
  const at = fields.findIndex(({ id }) => id === field.id)
  const times = rows.flatMap((row) => {
    const value = row[at] ?? 'null'
    return jsonKind(value) === 'null' ? [] : (momentOf(jsonToPlain(value)) ?? [])
  })
  // Without a value nothing can be said of it, and another date may have some.
  if (times.length === 0) return rows.length === 0 ? 'year' : null
  const span = times.reduce((a, b) => Math.max(a, b)) - times.reduce((a, b) => Math.min(a, b))
  const unit = span > 3 * YEAR ? 'year' : span > YEAR / 5 ? 'month' : 'day'
  // The first records of a table that is in the order of time are only the beginning of it.
  return !isInOrder(times) ? unit : unit === 'day' ? 'month' : 'year'
}

function isInOrder(times: readonly number[]): boolean {
  return times.length >= ENOUGH && times.every((time, at) => at === 0 || time >= (times[at - 1] ?? 0))
}

/** So many records are not in order by chance. */
const ENOUGH = 20

const YEAR = 365 * 86_400_000

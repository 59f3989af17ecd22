import { fieldKind, type Field } from '../protocol/field.ts'
import { inUtc } from '../query/operatorSql.ts'
import { sqlLiteral } from '../query/sqlText.ts'
import type { DateUnit, GroupBy } from './summary.ts'

/** What puts records into groups, in SQL. `column` is the field's, or an element of it. */
export function groupingSql({ type }: Pick<Field, 'type'>, by: GroupBy, column: string): string {
  if (by === 'element') return valueSql({ type: elementType(type) }, column)
  if (by === 'value') return valueSql({ type }, column)
  return typeof by === 'string' ? unitSql(type, by, column) : stepSql(type, by.step, column)
}

/** The value in a form that PostgreSQL can compare; -0 is 0. JSON becomes text. */
export function valueSql({ type }: Pick<Field, 'type'>, column: string): string {
  if (fieldKind(type) === 'json') return jsonText(column)
  return isFloat(type) ? `${column} + '0'` : column
}

/** Whether values of the type may be infinite, or no number: floats, decimals and days. */
export function mayBeInfinite({ type }: Pick<Field, 'type'>): boolean {
  return ['numeric', 'date', 'timestamp'].includes(fieldKind(type))
}

/**
 * Whether a value is a number or a day to work with, and not NaN or infinite, in SQL; TRUE for types that have neither. A
 * `numeric` less itself is 0 on every server, but the older ones know no infinity that it could be compared with.
 */
export function isFiniteSql(field: Pick<Field, 'type'>, column: string): string {
  if (!mayBeInfinite(field)) return 'TRUE'
  return fieldKind(field.type) === 'numeric' ? `${column} - ${column} = 0` : `isfinite(${column})`
}

/** A value among those that have an order to them, null for NaN: PostgreSQL would have it above all numbers. */
export function withoutNan({ type }: Pick<Field, 'type'>, column: string, value = column): string {
  return fieldKind(type) === 'numeric' ? `CASE WHEN ${column} <> 'NaN' THEN ${value} END` : value
}

/** What is worked out of a value, null for NaN and infinity. Of types that have neither it is `value` itself. */
export function finiteSql(field: Pick<Field, 'type'>, column: string, value = column): string {
  return mayBeInfinite(field) ? `CASE WHEN ${isFiniteSql(field, column)} THEN ${value} END` : value
}

/** The conditions in SQL for NaN and for infinity. */
export function asideSql(
  field: Pick<Field, 'type'>,
  column: string,
): { readonly nan: string; readonly infinite: string } {
  if (fieldKind(field.type) !== 'numeric') return { nan: 'FALSE', infinite: `NOT ${isFiniteSql(field, column)}` }
  return { nan: `${column} = 'NaN'`, infinite: `${column} <> 'NaN' AND ${column} - ${column} <> 0` }
}

/**
 * The text of JSON as it was stored. CKAN keeps it as a pair with its text and calls the type JSON all the same; only the value
 * itself tells.
 */
function jsonText(column: string): string {
  const text = `to_json(${column})::text`
  const isPair = `${text} LIKE '{"json":%,"extra":%}'`
  return `CASE WHEN ${isPair} THEN json_extract_path(to_json(${column}), 'json')::text ELSE ${text} END`
}

/** Whether a statement gives the value of the grouping as JSON text already. */
export function isJsonText({ type }: Pick<Field, 'type'>, by: GroupBy): boolean {
  if (by === 'element') return fieldKind(elementType(type)) === 'json'
  return by === 'value' && fieldKind(type) === 'json'
}

/** Whether the type holds numbers in binary: `float8`, `real`. */
export function isFloat(type: string): boolean {
  return /^(?:float|real|double)/i.test(type)
}

/** The type of an array's elements. */
export function elementType(type: string): string {
  return type.replace(/^_|\[\]$/g, '')
}

/** A date or time as a timestamp without zone. */
export function timestampSql(type: string, column: string): string {
  if (/^date$/i.test(type)) return `${column}::timestamp`
  return inUtc(type, column)
}

function unitSql(type: string, unit: DateUnit, column: string): string {
  if (fieldKind(type) === 'time') {
    const hour = `date_part('hour', ${column})::int`
    return unit === 'hour' ? `make_time(${hour}, 0, 0)` : hour
  }
  const time = timestampSql(type, column)
  switch (unit) {
    case 'weekday':
      return `date_part('isodow', ${time})::int`
    case 'monthOfYear':
      return `date_part('month', ${time})::int`
    case 'hourOfDay':
      return `date_part('hour', ${time})::int`
    case 'hour':
      return `date_trunc('hour', ${time})`
    case 'year':
    case 'quarter':
    case 'month':
    case 'week':
    case 'day':
      return `date_trunc('${unit}', ${time})::date`
  }
}

/** Where the number's step begins. Division of numeric rounds, so `div` and `mod` do it, which don't. */
function stepSql(type: string, step: string, column: string): string {
  const isWhole = /^\d{1,9}$/.test(step)
  if (fieldKind(type) === 'integer' && isWhole) {
    const below = `CASE WHEN mod(${column}, ${step}) < 0 THEN 1 ELSE 0 END`
    return `(${column} / ${step} - ${below})::numeric * ${step}`
  }
  // A float's text has the digits that are shown; its conversion to numeric would round them.
  const number = isFloat(type) ? `${column}::text::numeric` : `${column}::numeric`
  const exact = isWhole ? step : `${sqlLiteral(step)}::numeric`
  const below = `CASE WHEN mod(${number}, ${exact}) < 0 THEN 1 ELSE 0 END`
  return `(div(${number}, ${exact}) - ${below}) * ${exact}`
}

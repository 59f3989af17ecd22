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

/** The value in a form that PostgreSQL can compare; -0 is 0. JSON becomes text, as CKAN keeps it as a pair. */
export function valueSql({ type }: Pick<Field, 'type'>, column: string): string {
  if (fieldKind(type) === 'json') return `to_json(${column})::text`
  return isFloat(type) ? `${column} + '0'` : column
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

import { fieldKind, type Field } from '../protocol/field.ts'
import type { Query } from '../query/query.ts'
import { sqlLiteral, sqlName } from '../query/sqlText.ts'
import type { FarOutBounds } from './farOut.ts'
import { figureSql } from './figureSql.ts'
import { isFloat, timestampSql, valueSql } from './groupingSql.ts'
import { recordsOf } from './summarySource.ts'

/** The records of a query, and the one of its fields that is looked at. */
export interface ProfileAsked {
  readonly query: Query
  /** All fields of the table. */
  readonly fields: readonly Field[]
  readonly field: Field
}

/** Whether a field has a mean, and values below 0. */
export function isNumber({ type }: Pick<Field, 'type'>): boolean {
  const kind = fieldKind(type)
  return kind === 'integer' || kind === 'numeric'
}

/** Whether a field has quartiles: numbers, dates and times. */
export function hasQuartiles({ type }: Pick<Field, 'type'>): boolean {
  const kind = fieldKind(type)
  return isNumber({ type }) || kind === 'date' || kind === 'timestamp' || kind === 'time'
}

/** How many different values there are. */
export function differentStatement({ query, fields, field }: ProfileAsked): string {
  return `SELECT count(DISTINCT ${valueSql(field, sqlName(field.id))}) AS "distinct"${recordsOf(query, fields)}`
}

/**
 * The least and the greatest value, how many are below 0, 0 and empty, and the length of the longest text or array; null
 * where the field has no such figure.
 */
export function extentStatement({ query, fields, field }: ProfileAsked): string {
  const name = sqlName(field.id)
  const kind = fieldKind(field.type)
  const isOrdered = kind === 'text' || hasQuartiles(field)
  const length = kind === 'text' ? `max(length(${name}))` : kind === 'array' ? `max(cardinality(${name}))` : 'NULL'
  const figures = {
    min: isOrdered ? `to_json(min(${valueSql(field, name)}))` : 'NULL',
    max: isOrdered ? `to_json(max(${valueSql(field, name)}))` : 'NULL',
    negative: isNumber(field) ? `count(*) FILTER (WHERE ${name} < 0)` : 'NULL',
    zero: isNumber(field) ? `count(*) FILTER (WHERE ${name} = 0)` : 'NULL',
    empty: kind === 'text' ? `count(*) FILTER (WHERE ${name} = '')` : 'NULL',
    longest: length,
  }
  const columns = Object.entries(figures).map(([called, sql]) => `${sql}::text AS "${called}"`)
  return `SELECT ${columns.join(', ')}${recordsOf(query, fields)}`
}

/** The mean of all values. */
export function meanStatement({ query, fields, field }: ProfileAsked): string {
  const mean = figureSql({ kind: 'mean', field: field.id }, field, sqlName(field.id))
  return `SELECT to_json(${mean})::text AS "mean"${recordsOf(query, fields)}`
}

/** The lower quartile, the median and the upper quartile; then both quartiles in seconds, if they are of times. */
export function quartilesStatement({ query, fields, field }: ProfileAsked): string {
  const name = sqlName(field.id)
  const disc = `percentile_disc(ARRAY[0.25, 0.75]) WITHIN GROUP (ORDER BY ${valueSql(field, name)})`
  const median = figureSql({ kind: 'median', field: field.id }, field, name)
  const columns = [`(${disc})[1]`, median, `(${disc})[2]`].map((sql, at) => `to_json(${sql})::text AS "${at}"`)
  const seconds = isNumber(field)
    ? []
    : [1, 2].map((at) => `${secondsSql(field, `(${disc})[${at}]`)}::text AS "seconds ${at}"`)
  return `SELECT ${[...columns, ...seconds].join(', ')}${recordsOf(query, fields)}`
}

/** How many values are far out below and above, the bounds as JSON, and the mean without them. */
export function farOutStatement({ query, fields, field }: ProfileAsked, bounds: FarOutBounds): string {
  const name = sqlName(field.id)
  const isTime = !isNumber(field)
  const value = isTime ? secondsSql(field, name) : name
  const type = isTime || isFloat(field.type) ? 'float8' : 'numeric'
  const [below, above] = [bounds.below, bounds.above].map((bound) => `${sqlLiteral(bound)}::${type}`)
  // PostgreSQL has NaN above all others.
  const isNumeral = fieldKind(field.type) === 'numeric' ? ` AND ${name} <> 'NaN'` : ''
  const inside = `${value} >= ${below} AND ${value} <= ${above}`
  const without = isTime
    ? 'NULL::text'
    : figureSql({ kind: 'mean', field: field.id }, field, `CASE WHEN ${inside} THEN ${name} END`)
  return (
    `SELECT count(*) FILTER (WHERE ${value} < ${below}) AS "below"` +
    `, count(*) FILTER (WHERE ${value} > ${above}${isNumeral}) AS "above"` +
    `, to_json(${without})::text AS "mean"${recordsOf(query, fields)}`
  )
}

/** How many characters of a text its pattern shows. */
export const PATTERN_LENGTH = 40

/** The most frequent ways in which texts are built, and how many are built so. */
export function patternsStatement({ query, fields, field }: ProfileAsked, most: number): string {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
  const from = `${letters}${letters.toLowerCase()}0123456789`
  const to = `${'A'.repeat(26)}${'a'.repeat(26)}${'9'.repeat(10)}`
  const pattern = `translate(left(${sqlName(field.id)}, ${PATTERN_LENGTH}), '${from}', '${to}')`
  const patterns = `SELECT ${pattern} AS "pattern", count(*) AS "n"${recordsOf(query, fields)} GROUP BY 1`
  const given = `SELECT "pattern", "n" FROM (${patterns}) AS "all" WHERE "pattern" IS NOT NULL`
  return `${given} ORDER BY "n" DESC, "pattern" LIMIT ${most}`
}

/** Counts by year, by month of the year, by day of the month and by weekday: one of these four is not null. */
export function periodsStatement({ query, fields, field }: ProfileAsked): string {
  const day = `${timestampSql(field.type, sqlName(field.id))}::date`
  const days = `SELECT ${day} AS "d", count(*) AS "n"${recordsOf(query, fields)} GROUP BY 1`
  const parts = [
    `to_json(date_trunc('year', "d"::timestamp)::date)::text AS "year"`,
    ...['month', 'day', 'isodow'].map((part) => `date_part('${part}', "d"::timestamp)::int AS "${part}"`),
  ]
  const each = `SELECT ${parts.join(', ')}, "n" FROM (${days}) AS "days" WHERE isfinite("d")`
  const names = ['"year"', '"month"', '"day"', '"isodow"']
  const sets = names.map((name) => `(${name})`).join(', ')
  return `SELECT ${names.join(', ')}, sum("n")::text AS "n" FROM (${each}) AS "parts" GROUP BY GROUPING SETS (${sets})`
}

function secondsSql({ type }: Field, value: string): string {
  return `date_part('epoch', ${fieldKind(type) === 'timestamp' ? timestampSql(type, value) : value})`
}

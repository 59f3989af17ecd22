import { fieldKind, type Field } from '../protocol/field.ts'
import type { Query } from '../query/query.ts'
import { sqlLiteral, sqlName } from '../query/sqlText.ts'
import type { FarOutBounds } from './farOut.ts'
import { countOf, figureSql } from './figureSql.ts'
import {
  asideSql,
  finiteSql,
  isFiniteSql,
  isFloat,
  mayBeInfinite,
  timestampSql,
  valueSql,
  withoutNan,
} from './groupingSql.ts'
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
 * The least and the greatest value, how many are below 0, 0 and empty, and the length of the longest text or array, and how
 * many are NaN, infinite, and infinite below all others; null where the field has no such figure.
 */
export function extentStatement({ query, fields, field }: ProfileAsked): string {
  const name = sqlName(field.id)
  const kind = fieldKind(field.type)
  const isOrdered = kind === 'text' || hasQuartiles(field)
  const length = kind === 'text' ? `max(length(${name}))` : kind === 'array' ? `max(cardinality(${name}))` : 'NULL'
  // What is infinite lies on one side of it.
  const middle = isNumber(field) ? '0' : `'2000-01-01'`
  const figures = {
    min: isOrdered ? `to_json(min(${withoutNan(field, name, valueSql(field, name))}))` : 'NULL',
    max: isOrdered ? `to_json(max(${withoutNan(field, name, valueSql(field, name))}))` : 'NULL',
    negative: isNumber(field) ? countOf(`${name} < 0`) : 'NULL',
    zero: isNumber(field) ? countOf(`${name} = 0`) : 'NULL',
    empty: kind === 'text' ? countOf(`${name} = ''`) : 'NULL',
    longest: length,
    nan: kind === 'numeric' ? countOf(asideSql(field, name).nan) : 'NULL',
    infinite: mayBeInfinite(field) ? countOf(asideSql(field, name).infinite) : 'NULL',
    infiniteBelow: mayBeInfinite(field) ? countOf(`${asideSql(field, name).infinite} AND ${name} < ${middle}`) : 'NULL',
  }
  const columns = Object.entries(figures).map(([called, sql]) => `${sql}::text AS "${called}"`)
  return `SELECT ${columns.join(', ')}${recordsOf(query, fields)}`
}

/** The mean of all numbers: NaN and infinity are none. */
export function meanStatement({ query, fields, field }: ProfileAsked): string {
  const mean = figureSql({ kind: 'mean', field: field.id }, field, finiteSql(field, sqlName(field.id)))
  return `SELECT to_json(${mean})::text AS "mean"${recordsOf(query, fields)}`
}

/**
 * The lower quartile, the median and the upper quartile; then the quartiles by which outliers are told, if these are others:
 * of times in seconds, and of numbers only those above 0 (`isPositive`). Quartiles of numbers lie between two of them as
 * those of `percentile_cont`, which makes doubles of all numbers: of others than floats both are found as they are, by how
 * many there are. Those of times are times that occur, as their median is.
 */
export function quartilesStatement({ query, fields, field }: ProfileAsked, isPositive: boolean): string {
  const name = sqlName(field.id)
  const order = finiteSql(field, name, valueSql(field, name))
  const median = figureSql({ kind: 'median', field: field.id }, field, finiteSql(field, name))
  const records = recordsOf(query, fields)
  if (!isNumber(field)) {
    const [lower, upper] = [1, 2].map((at) => `(percentile_disc(${SHARES}) WITHIN GROUP (ORDER BY ${order}))[${at}]`)
    const told = [lower, upper].map((sql = '', at) => `${secondsSql(field, sql)}::text AS "told ${at}"`)
    return `SELECT ${[...asJson([lower, median, upper]), ...told].join(', ')}${records}`
  }
  const above = `CASE WHEN ${name} > 0 THEN ${order} END`
  const orders = isPositive ? [order, above] : [order]
  if (isFloat(field.type)) {
    const [[lower, upper] = [], others = []] = orders.map(floatQuartiles)
    return `SELECT ${[...asJson([lower, median, upper]), ...toldSql(others)].join(', ')}${records}`
  }
  const counts = orders.map((each, at) => `count(${each}) AS "n${at}"`)
  const found = orders.map((each, at) => `${neighboursSql(each, `"n${at}"`)} AS "q${at}"`)
  const [[lower, upper] = [], others = []] = orders.map((_, at) => [betweenSql(at, 0), betweenSql(at, 1)])
  const columns = [...asJson([lower, '"median"', upper]), ...toldSql(others)]
  const counted = `(SELECT ${counts.join(', ')}${records}) AS "counted"`
  return `SELECT ${columns.join(', ')} FROM ${counted} CROSS JOIN LATERAL (SELECT ${[...found, `${median} AS "median"`].join(', ')}${records}) AS "found"`
}

const toldSql = (quartiles: readonly string[]) => quartiles.map((sql, at) => `${sql}::text AS "told ${at}"`)

const SHARES = 'ARRAY[0.25, 0.75]'

function asJson(figures: readonly (string | undefined)[]): readonly string[] {
  return figures.map((sql = 'NULL', at) => `to_json(${sql})::text AS "${at}"`)
}

/** What occurs keeps its digits: a float4 is no double. */
function floatQuartiles(order: string): readonly [string, string] {
  const at = (place: number) => {
    const [cont, disc] = [`${order}::float8`, order].map(
      (sql, kind) => `(percentile_${kind === 0 ? 'cont' : 'disc'}(${SHARES}) WITHIN GROUP (ORDER BY ${sql}))[${place}]`,
    )
    return `CASE WHEN ${cont} = ${disc}::float8 THEN ${disc}::text::float8 ELSE ${cont} END`
  }
  return [at(1), at(2)]
}

/** How many of so many values lie before a quartile, with what is left over. */
const beforeSql = (quartile: 0 | 1, n: string) => `${['0.25', '0.75'][quartile]} * (${n} - 1)`

/** The values before and after either quartile, four in all: a share in the middle of a value's own finds it for sure. */
function neighboursSql(order: string, n: string): string {
  const shares = ([0, 1] as const).flatMap((quartile) =>
    ['floor', 'ceil'].map(
      (round) => `((${round}(${beforeSql(quartile, n)}) + 0.5) / CASE WHEN ${n} = 0 THEN 1 ELSE ${n} END)::float8`,
    ),
  )
  return `percentile_disc(ARRAY[${shares.join(', ')}]) WITHIN GROUP (ORDER BY ${order})`
}

function betweenSql(at: number, quartile: 0 | 1): string {
  const [before, after] = [1, 2].map((place) => `"q${at}"[${2 * quartile + place}]::numeric`)
  const part = beforeSql(quartile, `"n${at}"`)
  return `(${before} + (${after} - ${before}) * (${part} - floor(${part})))`
}

/** How many values are far out below and above, infinity among them, and the mean of the others; 0 is inside if it is told apart. */
export function farOutStatement(
  { query, fields, field }: ProfileAsked,
  bounds: FarOutBounds,
  isZeroInside: boolean,
): string {
  const name = sqlName(field.id)
  const isTime = !isNumber(field)
  const value = isTime ? secondsSql(field, name) : name
  const type = isTime || isFloat(field.type) ? 'float8' : 'numeric'
  const [below, above] = [bounds.below, bounds.above].map((bound) => `${sqlLiteral(bound)}::${type}`)
  // PostgreSQL has NaN above all others.
  const isNumeral = fieldKind(field.type) === 'numeric' ? ` AND ${name} <> 'NaN'` : ''
  const [orZero, notZero] = isZeroInside ? [` OR ${name} = 0`, ` AND ${name} <> 0`] : ['', '']
  const inside = `(${value} >= ${below} AND ${value} <= ${above}${orZero}) AND ${isFiniteSql(field, name)}`
  const without = isTime
    ? 'NULL::text'
    : figureSql({ kind: 'mean', field: field.id }, field, `CASE WHEN ${inside} THEN ${name} END`)
  return (
    `SELECT ${countOf(`${value} < ${below}${notZero}`)} AS "below"` +
    `, ${countOf(`${value} > ${above}${isNumeral}`)} AS "above"` +
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

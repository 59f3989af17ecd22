import { fieldKind, type Field } from '../protocol/field.ts'
import { jsonToPlain, type JsonText } from '../protocol/jsonText.ts'
import type { Query } from '../query/query.ts'
import { sqlLiteral, sqlName } from '../query/sqlText.ts'
import { NUMBER_MAX, type BarScale } from './barScale.ts'
import { countOf } from './figureSql.ts'
import { isFloat, isJsonText, timestampSql, valueSql } from './groupingSql.ts'
import type { Grouping } from './summary.ts'
import { recordsOf, sourceOf } from './summarySource.ts'

/** Whether the values of a field are drawn as bars: numbers, dates and times. */
export function hasBars({ type }: Pick<Field, 'type'>): boolean {
  const kind = fieldKind(type)
  if (kind === 'time') return !isZoned(type)
  return kind === 'integer' || kind === 'numeric' || kind === 'date' || kind === 'timestamp'
}

/** Whether a date or time has a time zone. */
export function isZoned(type: string): boolean {
  return /tz$|with time zone/i.test(type)
}

/** How many figures `spreadStatement` gives of each field. */
export const SPREAD_FIGURES = 2

/**
 * What has to be known of fields before their bars are counted, for all of them in one reading of the table: the number of
 * records, then for each field the least and the greatest value, times in seconds; of booleans how many are false and
 * how many are true. `drawable`: only of values that bars can show, which takes four times as long; of floats it is always so,
 * as NaN and infinity, which would make it two questions, are common there and comparing costs little.
 */
export function spreadStatement(
  query: Query,
  fields: readonly Field[],
  asked: readonly Field[],
  which: 'all' | 'drawable',
): string {
  const figures = asked.flatMap((field, place) =>
    spreadSql(field, which).map((sql, at) => `${sql}::text AS "${place} ${at}"`),
  )
  return `SELECT ${['count(*) AS "n"', ...figures].join(', ')}${recordsOf(query, fields)}`
}

function spreadSql({ id, type }: Field, which: 'all' | 'drawable'): readonly [string, string] {
  const name = sqlName(id)
  const kind = fieldKind(type)
  if (kind === 'boolean') return [countOf(`NOT ${name}`), countOf(name)]
  const value = which === 'all' && !isFloat(type) ? name : drawableSql({ id, type }, name)
  const [least, greatest] = [`min(${value})`, `max(${value})`]
  if (kind === 'time') return [`date_part('epoch', ${least})`, `date_part('epoch', ${greatest})`]
  if (kind !== 'date' && kind !== 'timestamp') return [least, greatest]
  return [`date_part('epoch', ${timestampSql(type, least)})`, `date_part('epoch', ${timestampSql(type, greatest)})`]
}

/** The least number above 0 of each field, among those that bars can show. */
export function leastPositiveStatement(query: Query, fields: readonly Field[], asked: readonly Field[]): string {
  const least = asked.map((field, place) => {
    const name = sqlName(field.id)
    return `min(CASE WHEN ${name} > 0 THEN ${drawableSql(field, name)} END)::text AS "${place}"`
  })
  return `SELECT ${least.join(', ')}${recordsOf(query, fields)}`
}

/** The number of records, then for each field how many of them have a value. */
export function givenStatement(query: Query, fields: readonly Field[], asked: readonly Field[]): string {
  const counts = asked.map((field, place) => `count(${sqlName(field.id)}) AS "${place}"`)
  return `SELECT ${['count(*) AS "n"', ...counts].join(', ')}${recordsOf(query, fields)}`
}

/** The least and the greatest `_id`, which an index knows. */
export function idEndsStatement(query: Query, fields: readonly Field[]): string {
  return `SELECT min("_id") AS "least", max("_id") AS "greatest"${recordsOf(query, fields)}`
}

/** Among so many records it is seen whether a field's values repeat. */
const PEEKED = 5000

/** Of each field, among the first records: how many have a value, and how many different ones there are. */
export function peekStatement(query: Query, fields: readonly Field[], asked: readonly Field[]): string {
  const columns = asked.map((field, place) => `${valueSql(field, sqlName(field.id))} AS "${place}"`)
  const figures = asked.flatMap((_, place) => [`count("${place}")`, `count(DISTINCT "${place}")`])
  const named = figures.map((sql, place) => `${sql} AS "${place}"`)
  const first = `SELECT ${columns.join(', ')}${recordsOf(query, fields)} LIMIT ${PEEKED}`
  return `SELECT ${named.join(', ')} FROM (${first}) AS "first"`
}

/** How many records there are, how many have a value in the field, and how many different ones there are. */
export function distinctStatement(query: Query, fields: readonly Field[], field: Field): string {
  const name = sqlName(field.id)
  const distinct = `count(DISTINCT ${valueSql(field, name)})`
  return `SELECT count(*) AS "n", count(${name}) AS "given", ${distinct} AS "distinct"${recordsOf(query, fields)}`
}

/** A field, and the steps in which its values are counted. */
export interface Stepped {
  readonly field: Field
  readonly scale: BarScale
}

/** More than any scale has steps; the number before it is that of no value. */
export const PAIR_BASE = 1024

/**
 * How many records lie in each step, by its number from 1; 0 is before the first and one more than there are steps is after
 * the last, `PAIR_BASE - 1` is no value. Fields are counted in pairs, as one number: the step of the first in a pair and
 * `PAIR_BASE` times that of the second. A row of the answer is of the one pair that is not null in it.
 *
 * The OFFSET keeps PostgreSQL from working out how many steps there are: it would take as many as there are values, and
 * sort all records where counting needs a few hundred places.
 */
export function barsStatement(query: Query, fields: readonly Field[], asked: readonly Stepped[]): string {
  const bars = asked.map((each) => barSql(each))
  const pairs = bars.flatMap((bar, place) => {
    if (place % 2 === 1) return []
    const second = bars[place + 1]
    return second === undefined ? bar : `${bar} + ${PAIR_BASE} * ${second}`
  })
  const names = pairs.map((_, place) => `"pair ${place}"`)
  const counted = pairs.map((sql, place) => `${sql} AS ${names[place]}`).join(', ')
  const sets = names.map((name) => `(${name})`).join(', ')
  const source = `(SELECT ${counted}${recordsOf(query, fields)} OFFSET 0) AS "counted"`
  return `SELECT ${names.join(', ')}, count(*) AS "n" FROM ${source} GROUP BY GROUPING SETS (${sets})`
}

function barSql({ field, scale }: Stepped): string {
  const { type, column } = comparedOf(field, scale)
  const [from = '', to = from] = scale.edges
  // A step without width holds one value.
  const bar =
    scale.edges.length === 2 && from === to
      ? `CASE WHEN ${column} = ${sqlLiteral(jsonToPlain(from))} THEN 1 ELSE 0 END`
      : `width_bucket(${column}, ${sqlLiteral(`{${scale.edges.join(',')}}`)}::${type}[])`
  return `CASE WHEN ${sqlName(field.id)} IS NULL THEN ${PAIR_BASE - 1} ELSE ${bar} END`
}

/**
 * The most frequent values of a grouping as JSON texts, each with its count, how many different ones there are, how many
 * records have none, and how many records there are in all. The group without a value is the last, if it is among them.
 */
export function valuesStatement(
  query: Query,
  fields: readonly Field[],
  asked: { readonly field: Field; readonly by: Grouping['by']; readonly contains: string; readonly most: number },
): string {
  const { field, by, contains, most } = asked
  const { from } = sourceOf(query, fields, [{ field: field.id, by }], [])
  const folded = sqlLiteral(contains.toLowerCase())
  const where = contains === '' ? '' : ` WHERE "k0" IS NULL OR strpos(lower("k0"::text), ${folded}) > 0`
  const groups = `(SELECT "k0", count(*) AS "n" FROM ${from}${where} GROUP BY "k0") AS "g"`
  const value = isJsonText(field, by) ? '"k0"' : 'to_json("k0")::text'
  const around = [
    'count("k0") OVER () AS "distinct"',
    'sum(CASE WHEN "k0" IS NULL THEN "n" ELSE 0 END) OVER ()::text AS "nulls"',
    'sum("n") OVER ()::text AS "records"',
  ]
  const order = ' ORDER BY "k0" IS NULL, "n" DESC, "k0"'
  return `SELECT ${value} AS "value", "n", ${around.join(', ')} FROM ${groups}${order} LIMIT ${most}`
}

/**
 * The same of several fields, by one reading of the table: for each the place of the field, then a value as JSON text, its
 * count, how many different values there are and how many records have one. The rows after those of the last field are
 * of records without a value; the first of them, the greatest, is of all records.
 */
export function valuesOfSeveralStatement(
  query: Query,
  fields: readonly Field[],
  asked: readonly Field[],
  most: number,
): string {
  const { from } = sourceOf(
    query,
    fields,
    asked.map(({ id }) => ({ field: id, by: 'value' })),
    [],
  )
  const keys = asked.map((_, place) => `"k${place}"`)
  const sets = [...keys, ''].map((key) => `(${key})`).join(', ')
  // As for bars: counting needs no sorting, however many values there are.
  const groups = `(SELECT ${keys.join(', ')}, count(*) AS "n" FROM (SELECT * FROM ${from} OFFSET 0) AS "a" GROUP BY GROUPING SETS (${sets})) AS "g"`
  const whose = keys.map((key, place) => `WHEN ${key} IS NOT NULL THEN ${place}`).join(' ')
  const told = `(SELECT *, CASE ${whose} ELSE ${keys.length} END AS "of" FROM ${groups}) AS "t"`
  const around = [
    'count(*) OVER (PARTITION BY "of") AS "distinct"',
    'sum("n") OVER (PARTITION BY "of")::text AS "given"',
    `row_number() OVER (PARTITION BY "of" ORDER BY "n" DESC, ${keys.join(', ')}) AS "place"`,
  ]
  const values = asked.map((field, place) => {
    const json = isJsonText(field, 'value') ? `"k${place}"` : `to_json("k${place}")::text`
    return `WHEN ${place} THEN ${json}`
  })
  const placed = `(SELECT *, ${around.join(', ')} FROM ${told}) AS "p"`
  return `SELECT "of", CASE "of" ${values.join(' ')} END AS "value", "n", "distinct", "given" FROM ${placed} WHERE "place" <= ${most} ORDER BY "of", "place"`
}

/** How many records there are, how many have a value in the field, and how many have each of these. */
export function countsStatement(
  query: Query,
  fields: readonly Field[],
  { id, type }: Field,
  values: readonly JsonText[],
): string {
  const name = sqlName(id)
  const kind = fieldKind(type)
  const written = kind === 'json' ? valueSql({ type }, name) : kind === 'array' ? `to_json(${name})::text` : null
  const counts = values.map((value, place) => {
    const same = written === null ? `${name} = ${sqlLiteral(jsonToPlain(value))}` : `${written} = ${sqlLiteral(value)}`
    return `, ${countOf(same)} AS "value ${place}"`
  })
  return `SELECT count(*) AS "n", count(${name}) AS "given"${counts.join('')}${recordsOf(query, fields)}`
}

/** How many records there are, and how many have no value in the field. */
export function nullsStatement(query: Query, fields: readonly Field[], { id }: Field): string {
  return `SELECT count(*) AS "n", count(*) - count(${sqlName(id)}) AS "nulls"${recordsOf(query, fields)}`
}

/** What is worked out of a field's value, null if that can't be drawn: `CASE WHEN … THEN "at" END`. */
function drawableSql({ id, type }: Field, value: string): string {
  const name = sqlName(id)
  const kind = fieldKind(type)
  if (kind === 'date' || kind === 'timestamp') return `CASE WHEN isfinite(${name}) THEN ${value} END`
  if (kind !== 'numeric') return value
  const [least, most] = [`'-${NUMBER_MAX}'`, `'${NUMBER_MAX}'`].map((end) => (isFloat(type) ? `${end}::float8` : end))
  return `CASE WHEN ${name} > ${least} AND ${name} < ${most} THEN ${value} END`
}

/** The values as they are compared: times in UTC. */
function columnOf({ id, type }: Field): string {
  return fieldKind(type) === 'timestamp' ? timestampSql(type, sqlName(id)) : sqlName(id)
}

/** The type in which values are compared with edges, so that a value on an edge is at or after it, and the values in it. */
function comparedOf(field: Field, { isLog, edges }: BarScale): { readonly type: string; readonly column: string } {
  const column = columnOf(field)
  const kind = fieldKind(field.type)
  if (kind === 'date' || kind === 'timestamp' || kind === 'time') return { type: kind, column }
  if (kind === 'integer') {
    const type = isLog || edges.some((edge) => edge.length > INT8_DIGITS) ? 'numeric' : 'int8'
    return { type, column: `${column}::${type}` }
  }
  if (!isFloat(field.type)) return { type: 'numeric', column }
  const isShort = /^(?:float4|real)$/i.test(field.type) && edges.every((edge) => Math.abs(Number(edge)) < FLOAT4_MAX)
  return isShort && !isLog ? { type: 'float4', column } : { type: 'float8', column: `${column}::float8` }
}

const FLOAT4_MAX = 3.4e38

/** Characters of a number that an int8 holds for sure. */
const INT8_DIGITS = 18

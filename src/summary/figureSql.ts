import { fieldKind, type Field } from '../protocol/field.ts'
import { sqlLiteral } from '../query/sqlText.ts'
import { isFloat, valueSql } from './groupingSql.ts'
import type { Figure, GroupFilter } from './summary.ts'

/**
 * What is worked out of the values in `column`, in SQL. The share is the number of records: how many there are in all is
 * asked for beside it.
 */
export function figureSql(figure: Figure, field: Pick<Field, 'type'>, column: string): string {
  const kind = fieldKind(field.type)
  switch (figure.kind) {
    case 'count':
    case 'share':
      return 'count(*)'
    case 'distinct':
      return `count(DISTINCT ${valueSql(field, column)})`
    case 'sum':
      // PostgreSQL would add float4 with seven digits.
      return isFloat(field.type) ? `sum(${column}::float8)` : `sum(${column})`
    case 'mean':
      // Its own mean of doubles squares them, which fails for great ones.
      return isFloat(field.type) ? `sum(${column}::float8) / count(${column})` : `avg(${column})`
    case 'median':
      return medianSql(field, valueSql(field, column))
    case 'min':
    case 'max':
      // Truth has no least value there, but all of it may be true.
      if (kind === 'boolean') return `${figure.kind === 'min' ? 'bool_and' : 'bool_or'}(${column})`
      return `${figure.kind}(${field.type === 'uuid' ? `${column}::text` : valueSql(field, column)})`
  }
}

/**
 * How many records match a condition, in SQL. Not `count(*) FILTER (WHERE …)`: CKAN takes FILTER for a function, which is not
 * on its list.
 */
export function countOf(condition: string): string {
  return `count(CASE WHEN ${condition} THEN 1 END)`
}

/** Whether groups with such a figure are kept, in SQL. `source` is what all records come from. */
export function keepSql({ sign, value }: GroupFilter, figure: Figure, expression: string, source: string): string {
  const text = /^-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?$/.test(value) ? value : sqlLiteral(value)
  if (figure.kind === 'share') return `${expression} ${sign} ${text} * (SELECT count(*) FROM ${source})`
  return `${expression} ${sign} ${text}`
}

/**
 * The middle value. `percentile_cont` makes a double of every number, so the middle two are found as they are: a share that
 * is greater by less than one of 1,000,000,000 records finds the upper one.
 */
function medianSql({ type }: Pick<Field, 'type'>, column: string): string {
  const kind = fieldKind(type)
  if (kind !== 'integer' && kind !== 'numeric') return `percentile_disc(0.5) WITHIN GROUP (ORDER BY ${column})`
  const both = `percentile_disc(ARRAY[0.5, 0.5000000001]) WITHIN GROUP (ORDER BY ${column})`
  const [lower, upper] = [`(${both})[1]`, `(${both})[2]`]
  // Half of each, as their sum may be more than a double holds; of decimals a product, as a quotient is rounded.
  const middle = isFloat(type)
    ? `${lower}::float8 / 2 + ${upper}::float8 / 2`
    : `(${lower}::numeric + ${upper}::numeric) * 0.5`
  const same = isFloat(type) ? `${lower}::text::float8` : `${lower}::numeric`
  return `CASE WHEN ${lower} = ${upper} THEN ${same} ELSE ${middle} END`
}

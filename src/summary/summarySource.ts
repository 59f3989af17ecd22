import type { Field } from '../protocol/field.ts'
import { shownColumns } from '../query/columns.ts'
import { countsAlikeOnce, type Query } from '../query/query.ts'
import { sqlName } from '../query/sqlText.ts'
import { partsOfSelect } from '../query/toSql.ts'
import { groupingSql } from './groupingSql.ts'
import type { Figure, Grouping } from './summary.ts'

/** The records of a query, as groups and figures need them: `"k0"`, `"k1"` … put them together, `"v0"` … are worked with. */
export interface SummarySource {
  /** What stands after FROM. */
  readonly from: string
  /** A record stands there once for each of its elements; `"i"` then tells records apart. */
  readonly repeats: boolean
}

/**
 * What stands after FROM for these groupings and figures: all records that match the query's search and conditions, alike
 * ones once if the query says so.
 */
export function sourceOf(
  query: Query,
  fields: readonly Field[],
  by: readonly Grouping[],
  figures: readonly Figure[],
): SummarySource {
  const records = recordsOf(query, fields)
  const elements = by.filter((each) => each.by === 'element')
  const repeats = elements.length > 0
  const column = (name: string) => (repeats ? `"s".${sqlName(name)}` : sqlName(name))
  const keys = by.map((grouping, place) => {
    const at = grouping.by === 'element' ? `"e${place}"."e"` : column(grouping.field)
    return `${groupingSql(fieldOf(fields, grouping.field), grouping.by, at)} AS "k${place}"`
  })
  const values = figures.map((figure, place) => ('field' in figure ? [`${column(figure.field)} AS "v${place}"`] : []))
  const columns = [...keys, ...values.flat(), ...(repeats ? ['"s"."i"'] : [])]
  const selected = columns.length === 0 ? '1 AS "one"' : columns.join(', ')
  if (!repeats) return { from: `(SELECT ${selected}${records}) AS "r"`, repeats }
  const needed = new Set([
    ...by.map(({ field }) => field),
    ...figures.flatMap((each) => ('field' in each ? [each.field] : [])),
  ])
  const names = [...needed].map((name) => sqlName(name)).join(', ')
  const joins = by.map(({ field, by: of }, place) =>
    of === 'element'
      ? ` LEFT JOIN LATERAL (SELECT DISTINCT unnest(${column(field)}) AS "e") AS "e${place}" ON TRUE`
      : '',
  )
  const counted = `(SELECT ${names}, row_number() OVER () AS "i"${records}) AS "s"`
  return { from: `(SELECT ${selected} FROM ${counted}${joins.join('')}) AS "r"`, repeats }
}

/** ` FROM … WHERE …` for the records of a query, alike ones once if it says so. */
export function recordsOf(query: Query, fields: readonly Field[]): string {
  const columns = shownColumns(query, fields)
  const asked = { ...query, columns, sort: [] }
  const { columns: selected, from } = partsOfSelect(asked, fields)
  return countsAlikeOnce(asked) ? ` FROM (SELECT ${selected}${from}) AS "alike"` : from
}

/** The field of that name; one of text if the table has none, so that the server says that it is missing. */
export function fieldOf(fields: readonly Field[], name: string): Field {
  return fields.find(({ id }) => id === name) ?? { id: name, type: 'text' }
}

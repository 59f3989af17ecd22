import { fieldKind, type Field } from '../protocol/field.ts'
import { shownColumns } from '../query/columns.ts'
import { countsAlikeOnce, type Query } from '../query/query.ts'
import { sqlName } from '../query/sqlText.ts'
import { partsOfSelect } from '../query/toSql.ts'
import { finiteSql, groupingSql, mayBeInfinite, withoutNan } from './groupingSql.ts'
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
 * ones once if the query says so. `raw` are fields that stand there as they are, too: `"w0"` …
 */
export function sourceOf(
  query: Query,
  fields: readonly Field[],
  by: readonly Grouping[],
  figures: readonly Figure[],
  raw: readonly Field[] = [],
): SummarySource {
  const records = recordsOf(query, fields)
  const elements = by.filter((each) => each.by === 'element')
  const repeats = elements.length > 0
  const column = (name: string) => (repeats ? `"s".${sqlName(name)}` : sqlName(name))
  // NaN and infinity are values, but none to work with; infinity has its place among the others.
  const numbersOf = (figure: FieldFigure) => {
    const [field, value] = [fieldOf(fields, figure.field), column(figure.field)]
    if (figure.kind === 'distinct') return value
    return isWorkedOut(figure) ? finiteSql(field, value) : withoutNan(field, value)
  }
  const keys = by.map((grouping, place) => {
    const at = grouping.by === 'element' ? `"e${place}"."e"` : column(grouping.field)
    return `${groupingSql(fieldOf(fields, grouping.field), grouping.by, at)} AS "k${place}"`
  })
  const values = figures.map((figure, place) => ('field' in figure ? [`${numbersOf(figure)} AS "v${place}"`] : []))
  const wholes = raw.map(({ id }, place) => `${column(id)} AS "w${place}"`)
  const columns = [...keys, ...values.flat(), ...wholes, ...(repeats ? ['"s"."i"'] : [])]
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

type FieldFigure = Extract<Figure, { field: string }>

/** Whether a figure is worked out of the values, and is none of them for its place: their sum, mean or median. */
function isWorkedOut({ kind }: FieldFigure): boolean {
  return kind === 'sum' || kind === 'mean' || kind === 'median'
}

/** A field of which figures leave out NaN, and with `infinite` infinity too. */
export interface LeavingOut {
  readonly field: Field
  readonly infinite: boolean
}

/** The fields that may hold what their figures leave out. */
export function fieldsLeavingOut(figures: readonly Figure[], fields: readonly Field[]): readonly LeavingOut[] {
  const given = figures.flatMap((each) => ('field' in each && each.kind !== 'distinct' ? [each] : []))
  return [...new Set(given.map(({ field }) => field))].flatMap((name) => {
    const field = fieldOf(fields, name)
    const infinite = given.some((each) => each.field === name && isWorkedOut(each))
    const leaves = infinite ? mayBeInfinite(field) : fieldKind(field.type) === 'numeric'
    return leaves ? [{ field, infinite }] : []
  })
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

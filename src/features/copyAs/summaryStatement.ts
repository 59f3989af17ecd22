import { fieldKind, type Field } from '../../protocol/field.ts'
import type { Query } from '../../query/query.ts'
import { plainName } from '../../faces/statement/plainText.ts'
import { statementOf } from '../../faces/statement/statement.ts'
import { elementType, groupingSql } from '../../summary/groupingSql.ts'
import type { Figure, Grouping, Summary } from '../../summary/summary.ts'

/** The statement of a summary, and what its columns are called. */
export interface SummaryStatement {
  readonly sql: string
  readonly columns: readonly string[]
}

/**
 * The statement of a summary as a person would write it: a row for each group, of a cross table for each of its cells. Where
 * only some rows of a cross table are kept, a statement within it says which. The rest and the totals are not in it.
 */
export function summaryStatement(summary: Summary, query: Query, fields: readonly Field[]): SummaryStatement {
  const { by, across, figures, sort } = summary
  // They are about whole rows.
  const [keep, most] = across === null ? [summary.keep, summary.most] : [[], null]
  const groupings = across === null ? by : [...by, across]
  const from = fromOf(groupings, query, fields)
  const groups = groupings.map((grouping) => from.groupText(grouping))
  // Windows see only the groups that are kept, and elements repeat records.
  const isPart = keep.length > 0 || most !== null || from.elements.length > 0 || isNarrowed(summary)
  const values = figures.map((figure) => figureText(figure, from.typeOf, isPart ? from.records : null))
  const columns = unique([...groupings.map((each) => groupName(each)), ...figures.map((each) => figureName(each))])
  const selected = [...groups, ...values].map((expression, at) => named(expression, columns[at] ?? ''))
  const places = groupings.map((_each, at) => String(at + 1))
  const isByFigure = across === null && sort !== null && sort.by !== 'group'
  const descending = sort?.descending === true ? ' DESC' : ''
  const order = isByFigure
    ? [`${groupings.length + sort.by + 1}${descending} NULLS LAST`, ...places]
    : places.map((place) => `${place}${across === null ? descending : ''}`)
  const sql = [
    `SELECT ${selected.join(',\n       ')}`,
    ...from.tables,
    ...(isNarrowed(summary) ? keptRows(summary, query, fields, groups) : []),
    ...from.where,
    ...(groupings.length === 0
      ? []
      : [
          `GROUP BY ${places.join(', ')}`,
          ...havingOf(keep, values),
          `ORDER BY ${order.join(', ')}`,
          ...(most === null ? [] : [`LIMIT ${most}`]),
        ]),
  ].join('\n')
  return { sql, columns }
}

/** Whether it is a cross table with some of its rows only. */
function isNarrowed({ by, across, keep, most }: Summary): boolean {
  return across !== null && by.length > 0 && (keep.length > 0 || most !== null)
}

/** The join with those rows of a cross table that are kept. Null equals null there, as it is a group like others. */
function keptRows(summary: Summary, query: Query, fields: readonly Field[], groups: readonly string[]) {
  const { by, figures, sort, keep, most } = summary
  const from = fromOf(by, query, fields)
  const values = figures.map((figure) => figureText(figure, from.typeOf, from.records))
  const names = by.map((_each, at) => freeName(`kept_${at + 1}`, fields))
  const places = by.map((_each, at) => String(at + 1))
  const descending = sort?.descending === true ? ' DESC' : ''
  const first = sort === null || sort.by === 'group' ? null : values[sort.by]
  const order =
    first === null || first === undefined
      ? places.map((place) => `${place}${descending}`)
      : [`${first}${descending} NULLS LAST`, ...places]
  return [
    `JOIN (SELECT ${by.map((grouping, at) => `${from.groupText(grouping)} AS ${names[at] ?? ''}`).join(', ')}`,
    ...[
      ...from.tables,
      ...from.where,
      `GROUP BY ${places.join(', ')}`,
      ...havingOf(keep, values),
      ...(most === null ? [] : [`ORDER BY ${order.join(', ')}`, `LIMIT ${most}`]),
    ].map((line) => `      ${line.replaceAll('\n', '\n      ')}`),
    `     ) AS kept ON ${names.map((name, at) => `${groups[at] ?? ''} IS NOT DISTINCT FROM ${name}`).join(' AND ')}`,
  ]
}

function freeName(name: string, fields: readonly Field[]): string {
  return fields.some(({ id }) => id === name) ? freeName(`${name}_`, fields) : name
}

function havingOf(keep: Summary['keep'], values: readonly string[]): readonly string[] {
  const parts = keep.flatMap(({ figure, sign, value }) => {
    const expression = values[figure]
    return expression === undefined ? [] : [`${expression} ${sign} ${value}`]
  })
  return parts.length === 0 ? [] : [`HAVING ${parts.join('\n   AND ')}`]
}

/** Where the records of groups come from: the lines of FROM, with one record for each element, and of WHERE. */
function fromOf(groupings: readonly Grouping[], query: Query, fields: readonly Field[]) {
  const { distinct: _, ...asked } = query
  const [table = '', ...where] = recordsOf({ ...asked, columns: null, sort: [], limit: null }, fields)
  const elements = groupings.filter((grouping) => grouping.by === 'element')
  const typeOf = (id: string) => fields.find((field) => field.id === id)?.type ?? 'text'
  const joins = elements.map(
    ({ field }, at) =>
      `LEFT JOIN LATERAL (SELECT DISTINCT unnest(${plainName(field)}) AS element${at || ''}) AS elements${at || ''} ON TRUE`,
  )
  return {
    records: [table, ...where].join('\n'),
    tables: [table, ...joins],
    where,
    elements,
    typeOf,
    groupText: (grouping: Grouping) => groupText(grouping, typeOf(grouping.field), elements.indexOf(grouping)),
  }
}

/** The lines from `FROM` on, without an order. */
function recordsOf(query: Query, fields: readonly Field[]): readonly string[] {
  const lines = statementOf(query, fields).split('\n')
  const from = lines.findIndex((line) => line.startsWith('FROM '))
  const end = lines.findIndex((line) => line.startsWith('ORDER BY '))
  return lines.slice(from, end === -1 ? undefined : end)
}

function groupText({ field, by }: Grouping, type: string, element: number): string {
  const column = plainName(field)
  if (by === 'value') return column
  if (by === 'element') return `element${element || ''}`
  if (typeof by === 'object') return `floor(${column}::numeric / ${by.step}) * ${by.step}`
  // People leave out what only matters to the zone of a session, and the type of a timestamp has none.
  const isPlain = /^(?:date|timestamp|timestamp without time zone)$/i.test(type)
  if (isPlain && STRETCHES.has(by)) return `date_trunc('${by}', ${column})${by === 'hour' ? '' : '::date'}`
  return groupingSql({ type }, by, column)
}

const STRETCHES: ReadonlySet<string> = new Set(['year', 'quarter', 'month', 'week', 'day', 'hour'])

function figureText(figure: Figure, typeOf: (id: string) => string, records: string | null): string {
  if (figure.kind === 'count') return 'count(*)'
  if (!('field' in figure)) {
    if (records === null) return 'count(*)::float8 / sum(count(*)) OVER ()'
    return `count(*)::float8 / (SELECT count(*) ${records.replaceAll('\n', ' ')})`
  }
  const column = plainName(figure.field)
  const kind = fieldKind(elementType(typeOf(figure.field)))
  const isNumber = kind === 'integer' || kind === 'numeric'
  switch (figure.kind) {
    case 'distinct':
      return `count(DISTINCT ${column})`
    case 'mean':
      return `avg(${column})`
    case 'median':
      return `percentile_${isNumber ? 'cont' : 'disc'}(0.5) WITHIN GROUP (ORDER BY ${column})`
    case 'sum':
    case 'min':
    case 'max':
      return `${figure.kind}(${column})`
  }
}

function named(expression: string, name: string): string {
  return expression === plainName(name) ? expression : `${expression} AS ${plainName(name)}`
}

function groupName({ field, by }: Grouping): string {
  if (by === 'value' || by === 'element') return field
  return `${field}_${typeof by === 'object' ? 'step' : by}`
}

function figureName(figure: Figure): string {
  return 'field' in figure ? `${figure.kind}_${figure.field}` : figure.kind
}

/** PostgreSQL would take two columns of one name; readers of the answer keep only one. */
function unique(names: readonly string[]): readonly string[] {
  return names.map((name, at) => {
    const before = names.slice(0, at).filter((each) => each === name).length
    return before === 0 ? name : `${name}_${before + 1}`
  })
}

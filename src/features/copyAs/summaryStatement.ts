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
 * The statement of a summary as a person would write it: a row for each group, of a cross table for each of its cells.
 * Null for a cross table of which only some rows are kept, as that takes a statement within the statement.
 */
export function summaryStatement(summary: Summary, query: Query, fields: readonly Field[]): SummaryStatement | null {
  const { by, across, figures, sort, keep, most } = summary
  if (across !== null && (keep.length > 0 || most !== null)) return null
  const { distinct: _, ...asked } = query
  const records = recordsOf({ ...asked, columns: null, sort: [], limit: null }, fields)
  const groupings = across === null ? by : [...by, across]
  const elements = groupings.filter((grouping) => grouping.by === 'element')
  const typeOf = (id: string) => fields.find((field) => field.id === id)?.type ?? 'text'
  const expressions = [
    ...groupings.map((grouping) => groupText(grouping, typeOf(grouping.field), elements.indexOf(grouping))),
    // Windows see only the groups that are kept, and elements repeat records.
    ...figures.map((figure) =>
      figureText(figure, typeOf, keep.length > 0 || most !== null || elements.length > 0 ? records.join('\n') : null),
    ),
  ]
  const columns = unique([...groupings.map((each) => groupName(each)), ...figures.map((each) => figureName(each))])
  const selected = expressions.map((expression, at) => named(expression, columns[at] ?? ''))
  const places = groupings.map((_each, at) => String(at + 1))
  const having = keep.flatMap(({ figure, sign, value }) => {
    const expression = expressions[groupings.length + figure]
    return expression === undefined ? [] : [`${expression} ${sign} ${value}`]
  })
  const isByFigure = across === null && sort !== null && sort.by !== 'group'
  const descending = sort?.descending === true ? ' DESC' : ''
  const order = isByFigure
    ? [`${groupings.length + sort.by + 1}${descending} NULLS LAST`, ...places]
    : places.map((place) => `${place}${across === null ? descending : ''}`)
  const [from = '', ...where] = records
  const sql = [
    `SELECT ${selected.join(',\n       ')}`,
    from,
    ...elements.map(
      ({ field }, at) =>
        `LEFT JOIN LATERAL (SELECT DISTINCT unnest(${plainName(field)}) AS element${at || ''}) AS elements${at || ''} ON TRUE`,
    ),
    ...where,
    ...(groupings.length === 0 ? [] : [`GROUP BY ${places.join(', ')}`]),
    ...(having.length === 0 || groupings.length === 0 ? [] : [`HAVING ${having.join('\n   AND ')}`]),
    ...(groupings.length === 0 ? [] : [`ORDER BY ${order.join(', ')}`]),
    ...(most === null || groupings.length === 0 ? [] : [`LIMIT ${most}`]),
  ].join('\n')
  return { sql, columns }
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

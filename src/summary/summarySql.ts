import type { Field } from '../protocol/field.ts'
import type { Query } from '../query/query.ts'
import { countOf, figureSql, keepSql } from './figureSql.ts'
import { asideSql, isJsonText } from './groupingSql.ts'
import type { Figure, Grouping, Summary } from './summary.ts'
import { fieldOf, fieldsLeavingOut, recordsOf, sourceOf } from './summarySource.ts'

/**
 * The statements for a summary. Each gives, in this order: a group's values, its figures, and how many records it has
 * (`n`), all as JSON texts, so that no server's way of writing values changes them. Null: there is no such question.
 */
export interface SummaryStatements {
  /** The groups of `by` and `across`, those of `by` in their order if there is no `across`. */
  readonly groups: string
  /** The groups of `by` in their order. */
  readonly rows: string | null
  /** The groups of `across`. */
  readonly columns: string | null
  /** One row: all records; after their number how many of them each of `fieldsLeavingOut` leaves out for NaN and for infinity. */
  readonly total: string
  /** One row: the groups that `most` leaves out, as one. */
  readonly rest: string | null
  /** The same by `across`. */
  readonly restColumns: string | null
}

/**
 * The statements for a summary of all records that match the query's search and conditions, alike ones once if it says so;
 * its limit, its sort and its columns don't matter. `fields` are the table's; `groupsMax` is the most groups of one answer.
 */
export function summaryStatements(
  summary: Summary,
  query: Query,
  fields: readonly Field[],
  groupsMax: number,
): SummaryStatements {
  const { by, across, figures, most } = summary
  const made = new Statements(summary, query, fields)
  const limit = ` LIMIT ${most ?? groupsMax}`
  const rows = made.groups(by, `${made.having(by)}${made.order(by)}${limit}`)
  const total = made.total()
  const hasRest = most !== null && by.length > 0
  if (across === null)
    return {
      groups: rows,
      rows: null,
      columns: null,
      total,
      rest: hasRest ? made.rest([]) : null,
      restColumns: null,
    }
  const crossed = [...by, across]
  const { from } = sourceOf(query, fields, crossed, figures)
  const isWhole = by.length === 0 || (most === null && made.having(by) === '')
  const cells = isWhole ? from : `${from} JOIN ${made.kept(limit)} ON ${sameKeys(by, fields)}`
  return {
    groups: made.select(crossed, cells, `${orderByKeys(crossed.length)} LIMIT ${groupsMax}`),
    rows,
    columns: made.groups([across], `${orderByKeys(1)} LIMIT ${groupsMax}`),
    total,
    rest: hasRest ? made.rest([]) : null,
    restColumns: hasRest ? made.rest([across]) : null,
  }
}

class Statements {
  readonly #summary: Summary
  readonly #query: Query
  readonly #fields: readonly Field[]

  constructor(summary: Summary, query: Query, fields: readonly Field[]) {
    this.#summary = summary
    this.#query = query
    this.#fields = fields
  }

  /** The groups of these groupings; `end` is what follows GROUP BY. */
  groups(by: readonly Grouping[], end: string): string {
    const { from } = sourceOf(this.#query, this.#fields, by, this.#summary.figures)
    return this.select(by, from, end)
  }

  /** All records as one group. */
  total(): string {
    const { figures } = this.#summary
    const leaving = fieldsLeavingOut(figures, this.#fields)
    const counts = leaving.flatMap(({ field, infinite: leavesInfinite }, place) => {
      const { nan, infinite } = asideSql(field, `"w${place}"`)
      const counted = [countOf(nan), leavesInfinite ? countOf(infinite) : '0']
      return counted.map((sql, at) => `${sql} AS "${at === 0 ? 'nan' : 'infinite'} ${place}"`)
    })
    const raw = leaving.map(({ field }) => field)
    return this.select([], sourceOf(this.#query, this.#fields, [], figures, raw).from, '', counts)
  }

  select(by: readonly Grouping[], from: string, end: string, more: readonly string[] = []): string {
    const keys = by.map((each, place) => {
      const isText = isJsonText(fieldOf(this.#fields, each.field), each.by)
      return `${isText ? `"k${place}"` : `to_json("k${place}")::text`} AS "key ${place}"`
    })
    const figures = this.#summary.figures.map(
      (figure, place) => `to_json(${this.#expression(figure, place)})::text AS "figure ${place}"`,
    )
    const columns = [...keys, ...figures, 'count(*) AS "n"', ...more].join(', ')
    return `SELECT ${columns} FROM ${from}${groupedBy(by.length)}${end}`
  }

  /** ` HAVING …`, or empty. */
  having(by: readonly Grouping[]): string {
    const { keep, figures } = this.#summary
    const parts = keep.flatMap((filter) => {
      const figure = figures[filter.figure]
      if (figure === undefined || by.length === 0) return []
      const records = `(SELECT 1 AS "one"${recordsOf(this.#query, this.#fields)}) AS "all"`
      return [keepSql(filter, figure, this.#expression(figure, filter.figure), records)]
    })
    return parts.length === 0 ? '' : ` HAVING ${parts.join(' AND ')}`
  }

  /** ` ORDER BY …`, or empty. What is alike is put in the order of its values, so that the order is always the same. */
  order(by: readonly Grouping[]): string {
    const { sort, figures } = this.#summary
    const descending = sort?.descending === true
    if (sort === null || sort.by === 'group') return orderByKeys(by.length, descending)
    const figure = figures[sort.by]
    if (figure === undefined || by.length === 0) return orderByKeys(by.length)
    const first = `${this.#expression(figure, sort.by)}${descending ? ' DESC' : ''} NULLS LAST`
    return ` ORDER BY ${[first, ...keyOrder(by.length, false)].join(', ')}`
  }

  /** Groups of `by` that are kept, those within `window`: `"a0"` … hold their values. */
  kept(window: string): string {
    const { by, figures } = this.#summary
    const { from } = sourceOf(this.#query, this.#fields, by, figures)
    const keys = by.map((each, place) => `${asArray(each, this.#fields, `"k${place}"`)} AS "a${place}"`)
    const end = `${this.having(by)}${this.order(by)}${window}`
    return `(SELECT ${keys.join(', ')} FROM ${from}${groupedBy(by.length)}${end}) AS "kept"`
  }

  /** The records of the groups that `most` leaves out, by `across` or as one. */
  rest(across: readonly Grouping[]): string {
    const { by, figures, most } = this.#summary
    const { from, repeats } = sourceOf(this.#query, this.#fields, [...by, ...across], figures)
    const left = `${from} JOIN ${this.kept(` OFFSET ${most ?? 0}`)} ON ${sameKeys(by, this.#fields)}`
    const values = figures.flatMap((figure, place) => ('field' in figure ? [`"v${place}"`] : []))
    const keys = across.map((_, place) => `"k${by.length + place}" AS "k${place}"`)
    // A record is one of the rest once, however many of its elements are.
    const once = repeats ? `DISTINCT ON (${['"i"', ...across.map((_, at) => `"k${by.length + at}"`)].join(', ')}) ` : ''
    const columns = [...keys, ...values]
    const records = `(SELECT ${once}${columns.length === 0 ? '1 AS "one"' : columns.join(', ')} FROM ${left}) AS "rest"`
    return this.select(across, records, orderByKeys(across.length))
  }

  #expression(figure: Figure, place: number): string {
    const field = fieldOf(this.#fields, 'field' in figure ? figure.field : '')
    return figureSql(figure, field, `"v${place}"`)
  }
}

function groupedBy(keys: number): string {
  return keys === 0 ? '' : ` GROUP BY ${Array.from({ length: keys }, (_, place) => `"k${place}"`).join(', ')}`
}

function orderByKeys(keys: number, descending = false): string {
  return keys === 0 ? '' : ` ORDER BY ${keyOrder(keys, descending).join(', ')}`
}

function keyOrder(keys: number, descending: boolean): readonly string[] {
  return Array.from({ length: keys }, (_, place) => `"k${place}"${descending ? ' DESC' : ''} NULLS LAST`)
}

/** Whether a record's group is one of the kept. Arrays are compared, as they are equal if both hold null. */
function sameKeys(by: readonly Grouping[], fields: readonly Field[]): string {
  return by.map((each, place) => `${asArray(each, fields, `"k${place}"`)} = "a${place}"`).join(' AND ')
}

function asArray(grouping: Grouping, fields: readonly Field[], key: string): string {
  const { type } = fieldOf(fields, grouping.field)
  const isArray = grouping.by === 'value' && /^_|\[\]$/.test(type)
  return `ARRAY[${isArray ? `${key}::text` : key}]`
}

import { rowsIn, valueIn, type Row, type SearchPage } from '../protocol/answers.ts'
import type { Field } from '../protocol/field.ts'
import type { JsonText } from '../protocol/jsonText.ts'
import type { Query } from '../query/query.ts'

/** Records that came together. They stay as they are, and all of them are here. */
export interface AnsweredRows {
  readonly count: number
  /** A value by its row and the place of its field; undefined if the record has no such member. */
  readonly value: (row: number, place: number) => JsonText | undefined
}

/**
 * What one query brought: its records, what their fields are and how many there are. It is made in one place, of one
 * moment, and never changes, so no part of it can be of another query.
 */
export interface Answer {
  readonly query: Query
  /** Of `rows`. */
  readonly fields: readonly Field[]
  /** The first records of the query in its order, perhaps all of them. */
  readonly rows: AnsweredRows
  /** How many match, limit or no limit; null if that is not known, or only estimated. */
  readonly total: number | null
  /** How often everything had been asked for again by then: what was worked out before may be of other records. */
  readonly reloads: number
}

/** The answer that a first page is to a query, with the total that it shows. */
export function answerOfPage(query: Query, page: SearchPage, total: number | null, reloads = 0): Answer {
  const rows = { count: rowsIn(page), value: (row: number, place: number) => valueIn(page, row, place) }
  return { query, fields: page.fields, rows, total, reloads }
}

/** The answer to a query of which these records were read. */
export function answerOfRows(
  query: Query,
  { fields, rows }: { fields: readonly Field[]; rows: readonly Row[] },
  total: number | null,
  reloads = 0,
): Answer {
  const read = { count: rows.length, value: (row: number, place: number) => rows[row]?.[place] }
  return { query, fields, rows: read, total, reloads }
}

import type { Columns } from '../columnar/columns.ts'
import { columnsOfRows } from '../columnar/columnsOfRows.ts'
import type { Row } from '../protocol/answers.ts'
import type { Field } from '../protocol/field.ts'
import { countsAlikeOnce } from '../query/query.ts'
import { queryText } from '../query/queryLink.ts'
import { recordsOf } from '../query/recordsOf.ts'
import type { Answer } from '../results/answer.ts'
import { evidenceOf } from '../results/walk/evidence.ts'
import type { Coverage } from '../summary/summary.ts'
import type { AskedTable } from './askSql.ts'

/** Records of a query that are in the page. */
export interface RowsAtHand {
  /** What the places of `rows` are. */
  readonly fields: readonly Field[]
  readonly rows: readonly Row[]
  /** How many match in all, as the server says; null if it doesn't. */
  readonly total: number | null
}

/** The answer if it is to these records; else null: of others nothing is at hand. */
export function answerFor({ query }: AskedTable, answer: Answer | null): Answer | null {
  // Of alike records one stands for all: they show neither how many there are nor their shares.
  if (answer === null || countsAlikeOnce(answer.query) || countsAlikeOnce(query)) return null
  return queryText(recordsOf(answer.query)) === queryText(recordsOf(query)) ? answer : null
}

/** At most so many of the answer's records with these fields, as far as it has them. */
export function rowsAtHand(answer: Answer | null, names: readonly string[], most: number): RowsAtHand {
  if (answer === null) return { fields: [], rows: [], total: null }
  const { fields, rows, total } = answer
  // Only these columns are read: of hundreds, whole rows for each header would keep the page from answering.
  const places = fields.flatMap(({ id }, place) => (names.includes(id) ? [place] : []))
  const found = Array.from({ length: Math.min(rows.count, most) }, (_, row) =>
    places.map((place) => rows.value(row, place)),
  )
  return { fields: places.flatMap((place) => fields[place] ?? []), rows: found, total }
}

/** Where records come from that are not all: the first ones, or so many stretches; else from all over. */
export type From = Pick<Extract<Coverage, { readonly kind: 'sample' }>, 'isFirst' | 'stretches'>

/** Records as columns, and whether they are all that match. */
export interface AtHand {
  readonly columns: Columns
  readonly coverage: Coverage
}

/** The most records of an answer that are looked at. */
const SHOWN_MOST = 10_000

/** What the records that are shown cover, and how they are read, which takes a while. */
export interface Shown {
  readonly coverage: Coverage
  readonly read: () => AtHand
}

/** The records that are shown, as columns; null if they are without these fields. */
export function shownAtHand(table: AskedTable, answer: Answer | null, names: readonly string[]): Shown | null {
  if (answer === null || !hasFields(answer, names)) return null
  const count = Math.min(answer.rows.count, SHOWN_MOST)
  if (count === 0 && answer.total !== 0) return null
  return {
    coverage: coverageOf(table, count, answer.total),
    read: () => columnsAtHand(table, rowsAtHand(answer, names, SHOWN_MOST), names),
  }
}

function hasFields({ fields }: Answer, names: readonly string[]): boolean {
  return names.every((name) => fields.some(({ id }) => id === name))
}

/** Records as columns of these fields. */
export function columnsAtHand(
  table: AskedTable,
  { fields, rows, total }: RowsAtHand,
  names: readonly string[],
  from: From = FIRST,
): AtHand {
  const wanted = fields.flatMap((field, place) => (names.includes(field.id) ? [{ field, place }] : []))
  const columns = columnsOfRows(
    wanted.map(({ field }) => table.fields.find(({ id }) => id === field.id) ?? field),
    rows.map((row) => wanted.map(({ place }) => row[place])),
  )
  return { columns, coverage: coverageOf(table, rows.length, total, from) }
}

/** Whether the page has all records that match, with these fields, and they are few: then nobody needs to be asked. */
export function areAllHere(table: AskedTable, answer: Answer | null, names: readonly string[]): boolean {
  if (answer === null || answer.rows.count > HERE_MOST || !hasFields(answer, names)) return false
  return coverageOf(table, answer.rows.count, answer.total).kind === 'all'
}

/** Worked out in a few milliseconds. */
const HERE_MOST = 1000

/**
 * Servers exist that call the records of an answer all there are, so a total that is no greater shows nothing unless the
 * server says what it is, or has given more records before.
 */
function coverageOf({ client }: AskedTable, rows: number, total: number | null, from = FIRST): Coverage {
  const { isTold, gave } = evidenceOf(client)
  const isShown = total !== null && (total > rows || isTold || rows < gave)
  if (isShown && rows >= total) return { kind: 'all' }
  return { kind: 'sample', of: rows, total: isShown ? total : null, ...from }
}

const FIRST: From = { isFirst: true }

import type { Columns } from '../columnar/columns.ts'
import { columnsOfRows } from '../columnar/columnsOfRows.ts'
import type { CallOptions } from '../instances/client/actionClient.ts'
import { inTurn } from '../instances/client/turns.ts'
import type { Row } from '../protocol/answers.ts'
import type { Field } from '../protocol/field.ts'
import { countsAlikeOnce } from '../query/query.ts'
import { believedTotal, evidenceOf } from '../results/walk/evidence.ts'
import { pageQuestion } from '../results/way/askPage.ts'
import type { Coverage } from '../summary/summary.ts'
import type { AskedTable } from './askSql.ts'

/** The records of a query that are in the page. */
export interface RowsAtHand {
  /** What the places of `rows` are. */
  readonly fields: readonly Field[]
  readonly rows: readonly Row[]
  /** How many match in all, as the server says; null if it doesn't. */
  readonly total: number | null
}

/** At most so many of the query's records that are in the page, with these fields as far as the page has them. */
export type AskRowsAtHand = (names: readonly string[], most: number) => RowsAtHand

/** Records as columns, and whether they are all that match. */
export interface AtHand {
  readonly columns: Columns
  readonly coverage: Coverage
}

/** The most records that a sample is made of. */
const SAMPLE_MOST = 10_000

/** As many records are read where those at hand lack a field. */
const READ_MOST = 2000

/**
 * The records at hand with these fields; read from the server if what the page shows is without them or, where somebody
 * asked and waits (`isAsked`), if more are to be had.
 */
export async function atHand(
  table: AskedTable,
  asked: AskRowsAtHand,
  names: readonly string[],
  options: CallOptions,
  isAsked = false,
): Promise<AtHand> {
  const shown = asked(names, SAMPLE_MOST)
  const has = (name: string) => shown.fields.some(({ id }) => id === name)
  const isThere = (shown.rows.length > 0 || shown.total === 0) && names.every(has)
  const isEnough = !isAsked || shown.rows.length >= Math.min(READ_MOST, shown.total ?? READ_MOST)
  const read = isThere && isEnough ? shown : await firstRecords(table, names, options)
  // A server may give fewer at once than the page has put together.
  const { fields, rows, total } = isThere && read.rows.length < shown.rows.length ? shown : read
  const wanted = fields.flatMap((field, place) => (names.includes(field.id) ? [{ field, place }] : []))
  const columns = columnsOfRows(
    wanted.map(({ field }) => table.fields.find(({ id }) => id === field.id) ?? field),
    rows.map((row) => wanted.map(({ place }) => row[place])),
  )
  return { columns, coverage: coverageOf(table, rows.length, total) }
}

/** Whether the page has all records that match, with these fields, and they are few: then nobody needs to be asked. */
export function areAllHere(table: AskedTable, asked: AskRowsAtHand, names: readonly string[]): boolean {
  const { fields, rows, total } = asked(names, HERE_MOST + 1)
  if (rows.length > HERE_MOST || !names.every((name) => fields.some(({ id }) => id === name))) return false
  return coverageOf(table, rows.length, total).kind === 'all'
}

/** Worked out in a few milliseconds. */
const HERE_MOST = 1000

async function firstRecords(
  { client, query }: AskedTable,
  names: readonly string[],
  options: CallOptions,
): Promise<RowsAtHand> {
  const columns = countsAlikeOnce(query) || names.length === 0 ? query.columns : names
  const question = pageQuestion(client, { ...query, columns, sort: [], limit: null }, { offset: 0, limit: READ_MOST })
  const { answer } = await inTurn(client.identity, () => question.ask(options), options)
  return { fields: answer.fields, rows: answer.rows, total: believedTotal(answer, evidenceOf(client)) }
}

/**
 * Servers exist that call the records of an answer all there are, so a total that is no greater shows nothing unless the
 * server says what it is, or has given more records before.
 */
function coverageOf({ client }: AskedTable, rows: number, total: number | null): Coverage {
  const { isTold, gave } = evidenceOf(client)
  const isShown = total !== null && (total > rows || isTold || rows < gave)
  if (isShown && rows >= total) return { kind: 'all' }
  return { kind: 'sample', of: rows, total: isShown ? total : null }
}

import type { Row, SqlAnswer } from '../protocol/answers.ts'
import { fieldKind, type Field } from '../protocol/field.ts'
import { jsonToPlain } from '../protocol/jsonText.ts'
import { ProblemError } from '../protocol/problem.ts'
import type { ActionClient } from '../instances/client/actionClient.ts'
import { sendableStatement } from '../instances/client/sendableStatement.ts'
import { ROWS_IN_MEMORY, type Cut } from '../rows/resultExtent.ts'
import { sqlName } from '../query/sqlText.ts'
import { tableChanged } from './tableChanged.ts'

export interface ReadOptions {
  readonly signal: AbortSignal
  /** Rows that are here, and all that there are if that is known. */
  onProgress(done: number, total: number | null): void
}

/** All rows of a statement, or as many as the page holds. */
export interface WholeAnswer {
  readonly answer: SqlAnswer
  readonly total: number
  readonly cut: Cut | null
  /** From the count to the last row. */
  readonly milliseconds: number
}

/**
 * Every row that a statement gives, page after page, past the cap of one answer: counted first, then asked for in an order
 * that holds (by `_id` if it is unique, else by all columns), and put into the order of the statement at the end.
 * `first` is its answer as it was cut. Throws if rows came or went meanwhile, or if the columns give no order.
 */
export async function readStatement(
  client: ActionClient,
  statement: string,
  first: Pick<SqlAnswer, 'fields' | 'rows'>,
  options: ReadOptions,
): Promise<WholeAnswer> {
  const { signal } = options
  const start = performance.now()
  const inner = await asTable(statement)
  const { total, isKeyed } = await countRows(client, inner, first.fields, signal)
  const order = isKeyed ? '"_id"' : orderOverAll(first.fields)
  if (order === '' && total > 0) throw new ProblemError({ code: 'columnsShareNames' })
  const wanted = Math.min(total, ROWS_IN_MEMORY)
  const isPlaced = /\border\s+by\b/i.test(statement)
  const source = isPlaced ? `SELECT *, row_number() OVER () AS ${PLACE} FROM ${inner}` : `SELECT * FROM ${inner}`
  const idColumn = first.fields.findIndex(({ id }) => id === '_id')
  const rows: Row[] = []
  const lost = new Set<string>()
  options.onProgress(0, wanted)
  while (rows.length < wanted) {
    const limit = Math.min(Math.max(first.rows.length, 1), wanted - rows.length)
    const last = isKeyed ? rows.at(-1)?.[idColumn] : undefined
    const after = last === undefined ? '' : ` WHERE "_id" > ${jsonToPlain(last)}`
    const skipped = isKeyed || rows.length === 0 ? '' : ` OFFSET ${rows.length}`
    const sql = `SELECT * FROM (${source}) AS placed${after} ORDER BY ${order} LIMIT ${limit}${skipped}`
    // oxlint-disable-next-line no-await-in-loop -- this page decides where the next one begins
    const { answer } = await client.sql(sql, { signal })
    if (answer.fields.length !== first.fields.length + (isPlaced ? 1 : 0))
      throw new ProblemError({ code: 'answerFieldsChanged' })
    if (answer.rows.length === 0) break
    for (const row of answer.rows) rows.push(row)
    for (const name of answer.lost) lost.add(name)
    options.onProgress(rows.length, wanted)
  }
  if (rows.length !== wanted) throw tableChanged(wanted, rows.length)
  return {
    answer: {
      fields: first.fields,
      rows: isPlaced ? inPlace(rows) : rows,
      truncated: wanted < total,
      lost: [...lost],
    },
    total,
    cut: wanted < total ? { at: wanted, cause: 'memory' } : null,
    milliseconds: performance.now() - start,
  }
}

/** The rows of a statement, to select from. The bracket has its own line: a comment at the end would swallow it. */
async function asTable(statement: string): Promise<string> {
  return `(\n${await sendableStatement(statement)}\n) AS answer`
}

/** Whether the statement gives more than so many rows. */
export async function hasRowAfter(
  client: ActionClient,
  statement: string,
  rows: number,
  signal: AbortSignal,
): Promise<boolean> {
  const inner = await asTable(statement)
  const { answer } = await client.sql(`SELECT * FROM ${inner} LIMIT 1 OFFSET ${rows}`, { signal })
  return answer.rows.length > 0
}

/** How many rows a statement gives. */
export async function countStatement(client: ActionClient, statement: string, signal: AbortSignal): Promise<number> {
  const inner = await asTable(statement)
  return (await countRows(client, inner, [], signal)).total
}

async function countRows(client: ActionClient, inner: string, fields: readonly Field[], signal: AbortSignal) {
  const hasId = fields.filter(({ id, type }) => id === '_id' && fieldKind(type) === 'integer').length === 1
  const ids = hasId ? ', count(DISTINCT "_id") AS ids' : ''
  const { answer } = await client.sql(`SELECT count(*) AS total${ids} FROM ${inner}`, { signal })
  const [total, different] = (answer.rows[0] ?? []).map((value) => Number(jsonToPlain(value ?? 'null')))
  if (total === undefined || !Number.isSafeInteger(total)) throw new ProblemError({ code: 'rowsNotCounted' })
  return { total, isKeyed: hasId && different === total }
}

/** Every column once; what has no order of its own by its text. Columns that share a name can't be named. */
function orderOverAll(fields: readonly Field[]): string {
  const counts = new Map<string, number>()
  for (const { id } of fields) counts.set(id, (counts.get(id) ?? 0) + 1)
  return fields
    .filter(({ id }) => counts.get(id) === 1)
    .map(({ id, type }) => (ORDERED.has(fieldKind(type)) ? sqlName(id) : `${sqlName(id)}::text`))
    .join(', ')
}

/** The rows by the place that they had in the statement's own order, without that column; ties keep the order of reading. */
function inPlace(rows: readonly Row[]): Row[] {
  return rows
    .map((row) => ({ row: row.slice(0, -1), place: Number(row.at(-1)) }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ row }) => row)
}

const PLACE = '"place in the answer"'

const ORDERED = new Set(['text', 'integer', 'numeric', 'boolean', 'date', 'timestamp', 'time'])

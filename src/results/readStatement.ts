import type { Row, SqlAnswer } from '../protocol/answers.ts'
import { fieldKind, type Field } from '../protocol/field.ts'
import { jsonToPlain } from '../protocol/jsonText.ts'
import { ProblemError } from '../protocol/problem.ts'
import type { ActionClient } from '../instances/client/actionClient.ts'
import { sendableStatement } from '../instances/client/sendableStatement.ts'
import { ROWS_IN_MEMORY, type Cut } from '../rows/resultExtent.ts'
import { sqlName } from '../query/sqlText.ts'
import { asTable, orderOfRows, type SteadyStatement } from '../query/statementPages.ts'
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
 * that holds (by `_id` if it is unique, else by what is proved to tell the rows apart, else by all that is in them), and put
 * into the order of the statement at the end. `first` is its answer as it was cut. Throws if rows came or went meanwhile.
 */
export async function readStatement(
  client: ActionClient,
  statement: SteadyStatement,
  first: Pick<SqlAnswer, 'fields' | 'rows'>,
  options: ReadOptions,
): Promise<WholeAnswer> {
  const { signal } = options
  const start = performance.now()
  const inner = asTable(await sendableStatement(statement.sql))
  const day = statement.isDated ? await askDay(client, signal) : null
  const { total, isKeyed } = await countRows(client, inner, first.fields, signal)
  if (!isKeyed && statement.changing !== null && statement.keys?.includes('_id') === true)
    throw new ProblemError(statement.changing)
  const wanted = Math.min(total, ROWS_IN_MEMORY)
  const isPlaced = /\border\s+by\b/i.test(statement.sql)
  const page = isKeyed
    ? pageById(inner, first.fields, isPlaced)
    : pageByOffset(statement, inner, first.fields, isPlaced)
  const rows: Row[] = []
  const lost = new Set<string>()
  options.onProgress(0, wanted)
  while (rows.length < wanted) {
    const limit = Math.min(Math.max(first.rows.length, 1), wanted - rows.length)
    const { answer } = await client.sql(page(rows, limit), { signal })
    if (answer.fields.length !== first.fields.length + (isPlaced ? 1 : 0))
      throw new ProblemError({ code: 'answerFieldsChanged' })
    if (answer.rows.length === 0) break
    for (const row of answer.rows) rows.push(row)
    for (const name of answer.lost) lost.add(name)
    options.onProgress(rows.length, wanted)
  }
  if (rows.length !== wanted) throw tableChanged(wanted, rows.length)
  if (day !== null && day !== (await askDay(client, signal))) throw new ProblemError({ code: 'dayChanged' })
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

/** The statement of the next page after these rows. */
type PageAfter = (rows: readonly Row[], limit: number) => string

function pageById(inner: string, fields: readonly Field[], isPlaced: boolean): PageAfter {
  const idColumn = fields.findIndex(({ id }) => id === '_id')
  const source = isPlaced ? `(SELECT *, ${PLACE} FROM ${inner}) AS placed` : inner
  return (rows, limit) => {
    const last = rows.at(-1)?.[idColumn]
    const after = last === undefined ? '' : ` WHERE "_id" > ${jsonToPlain(last)}`
    return `SELECT * FROM ${source}${after} ORDER BY "_id" LIMIT ${limit}`
  }
}

function pageByOffset(
  statement: SteadyStatement,
  inner: string,
  fields: readonly Field[],
  isPlaced: boolean,
): PageAfter {
  // Of values that are equal but written differently (1.0 and 1.00), a group shows either; by themselves they tell groups apart.
  const plain = statement.keys === null ? orderedFields(fields) : []
  const order = [...plain, orderOfRows(statement)].join(', ')
  return (rows, limit) => {
    const skipped = rows.length === 0 ? '' : ` OFFSET ${rows.length}`
    return `SELECT *${isPlaced ? `, ${PLACE}` : ''} FROM ${inner} ORDER BY ${order} LIMIT ${limit}${skipped}`
  }
}

/** Whether the statement gives more than so many rows. */
export async function hasRowAfter(
  client: ActionClient,
  statement: string,
  rows: number,
  signal: AbortSignal,
): Promise<boolean> {
  const inner = asTable(await sendableStatement(statement))
  const { answer } = await client.sql(`SELECT * FROM ${inner} LIMIT 1 OFFSET ${rows}`, { signal })
  return answer.rows.length > 0
}

/** How many rows a statement gives. */
export async function countStatement(client: ActionClient, statement: string, signal: AbortSignal): Promise<number> {
  const inner = asTable(await sendableStatement(statement))
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

/** The server's date of today. */
async function askDay(client: ActionClient, signal: AbortSignal): Promise<string> {
  const { answer } = await client.sql('SELECT CURRENT_DATE::text AS today', { signal })
  return answer.rows[0]?.[0] ?? ''
}

/** The columns that have an order of their own. Those that share a name can't be named. */
function orderedFields(fields: readonly Field[]): readonly string[] {
  const counts = new Map<string, number>()
  for (const { id } of fields) counts.set(id, (counts.get(id) ?? 0) + 1)
  return fields.flatMap(({ id, type }) => (counts.get(id) === 1 && ORDERED.has(fieldKind(type)) ? [sqlName(id)] : []))
}

/** The rows by the place that they had in the statement's own order, without that column; ties keep the order of reading. */
function inPlace(rows: readonly Row[]): Row[] {
  return rows
    .map((row) => ({ row: row.slice(0, -1), place: Number(row.at(-1)) }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ row }) => row)
}

const PLACE = 'row_number() OVER () AS "place in the answer"'

const ORDERED = new Set(['text', 'integer', 'numeric', 'boolean', 'date', 'timestamp', 'time'])

import { jsonKind, type JsonText } from '../../protocol/jsonText.ts'
import { addingRecords, countingMore, keyOf, type Table } from '../catalog/catalog.ts'
import { misfit, stored, type Column } from '../catalog/column.ts'
import { recordsRefusal } from '../sql/databaseError.ts'
import { invalid } from '../refusal.ts'
import { kindsByField, membersOf, shapesIn, type InputRecord, type InputRecords } from './inputRecords.ts'
import { runAll, SqlError, type Statement, type Transaction } from '../sql/sql.ts'
import { keptStatement, list, name, sql, statement, trusted, value, type Fragment } from '../sql/statement.ts'

export type Method = 'insert' | 'update' | 'upsert'

/** What is to be done with records beside storing them. */
export interface WriteOptions {
  /** Whether the `_id`s of the rows touched are asked for. */
  readonly wantsIds: boolean
  /** Whether the transaction has nothing else to do. It may be committed then. */
  readonly isLast: boolean
}

/**
 * Stores records in order and returns the `_id` of every row touched (protocol/README.md P26), separated by commas; nothing
 * if they aren't asked for. All or none, since the caller's transaction is rolled back on failure. A refusal names the
 * record by its number.
 */
export async function writeRecords(
  tx: Transaction,
  table: Table,
  records: InputRecords,
  method: Method,
  options: WriteOptions,
): Promise<string> {
  const columns = new Map(table.columns.map((column) => [column.name, column]))
  let before: InputRecord | null = null
  for (const [row, record] of records.each.entries()) {
    if (before?.kinds !== record.kinds) checkRecord(table, columns, record, row, method)
    before = record
  }
  const stored: Stored = { touched: [], made: 0 }
  const parts = batches(records, method)
  for (const batch of parts) {
    const plan = planBatch(table, batch, method, options.wantsIds)
    const isLast = options.isLast && parts.length === 1
    await store({ tx, table, method, batch, plan, stored, isLast }, 0, batch.records.length)
  }
  if (stored.made > 0) await runAll(tx, [countingMore(table, stored.made)], options.isLast)
  return stored.touched.join(',')
}

function checkRecord(
  table: Table,
  columns: ReadonlyMap<string, Column>,
  record: InputRecord,
  row: number,
  method: Method,
): void {
  const { kinds } = record
  const unknown: string[] = []
  for (const field of kinds.keys()) {
    if (!columns.has(field) || (field === '_id' && method === 'insert')) unknown.push(field)
  }
  if (method === 'insert') {
    if (unknown.length > 0) throw invalid({ records: [`row "${row + 1}" has extra keys "${unknown.join(', ')}"`] })
  } else {
    if (!kinds.has('_id')) {
      if (table.key.length === 0) throw invalid({ table: ['unique key must be passed for update/upsert'] })
      const missing = table.key.filter((field) => !kinds.has(field))
      if (missing.length > 0) {
        // The line break and the blanks are CKAN's.
        throw invalid({ key: [`fields "${missing.join(', ')}" are missing\n${' '.repeat(28)}but needed as key`] })
      }
    }
    if (unknown.length > 0) throw invalid({ fields: [`fields "${unknown.join(', ')}" do not exist`] })
  }
  for (const [field, kind] of kinds) {
    const column = columns.get(field)
    if (column === undefined || kind === 'null' || misfit(column, '', kind) === null) continue
    // Only now it matters how the value is written.
    const problem = misfit(column, membersOf(record).get(field) ?? 'null', kind)
    if (problem !== null) throw invalid({ records: [problem], records_row: row })
  }
}

/** Stored so far: the `_id`s of rows touched, and the number of new rows that is not in the registry yet. */
interface Stored {
  readonly touched: string[]
  made: number
}

/** Consecutive records with the same fields, which one statement can store. */
interface Batch {
  readonly firstRow: number
  readonly records: readonly InputRecord[]
  /** Of these records, if they are all there are. */
  readonly text: JsonText | null
  readonly fields: ReadonlySet<string>
}

/** An insert takes all records at once: a missing field is null. In an update it must stay unchanged. */
function batches({ text, each: records }: InputRecords, method: Method): readonly Batch[] {
  if (records.length === 0) return []
  if (method === 'insert') {
    const fields = new Set<string>()
    for (const kinds of shapesIn(records)) for (const field of kinds.keys()) fields.add(field)
    return [{ firstRow: 0, records, text, fields }]
  }
  const found: { firstRow: number; records: InputRecord[]; text: JsonText | null; fields: ReadonlySet<string> }[] = []
  let before: InputRecord | null = null
  for (const [row, record] of records.entries()) {
    const { kinds } = record
    const last = found.at(-1)
    const alike =
      before?.kinds === kinds ||
      (last?.fields.size === kinds.size && [...kinds.keys()].every((field) => last.fields.has(field)))
    before = record
    if (last && alike) last.records.push(record)
    else found.push({ firstRow: row, records: [record], text: null, fields: new Set(kinds.keys()) })
  }
  const [only] = found
  if (only !== undefined && found.length === 1) only.text = text
  return found
}

/** The statement for part of a batch. It returns how many rows it touched, how many are new and not counted yet, and their `_id`s. */
type Plan = (records: readonly InputRecord[], text: JsonText | null) => Statement

function planBatch(table: Table, batch: Batch, method: Method, wantsIds: boolean): Plan {
  const used = table.columns.filter((column) => batch.fields.has(column.name))
  const kinds = kindsByField(batch.records)
  const inputs = used.map((column) => ({ column, ...stored(column, kinds.get(column.name) ?? new Set()) }))
  const read = list(inputs.map(({ column, readAs }) => sql`${name(column.name)} ${readAs}`))
  const typed = list(
    inputs.map(({ column, from }) => sql`${from(sql`x.${name(column.name)}`)} as ${name(column.name)}`),
  )
  const targets = list(used.map((column) => name(column.name)))
  const ids = trusted(wantsIds ? `string_agg("_id"::text, ',')` : 'null')
  // Counts its rows in the same statement, which needs no round trip more then.
  const inserting = (insert: Fragment) => sql`
    with stored as (${insert} returning "_id"),
      counted as (${addingRecords(table, trusted('(select count(*) from stored)'))})
    select count(*), 0, ${ids} from stored`
  // Only inserts keep their plan: one that looks for rows is made for the table as it was, and a load makes that many times
  // larger before PostgreSQL makes a new one.
  if (used.length === 0) {
    return (records, text) =>
      keptStatement(
        inserting(sql`
      insert into ${table.relation} ("_id")
      select nextval(pg_get_serial_sequence(${value(relationText(table))}, '_id')) from json_array_elements(${jsonOf(records, text)})`),
      )
  }
  const source = (json: Fragment) => sql`select ${typed} from json_to_recordset(${json}) as x(${read})`
  const numbered = (json: Fragment) =>
    sql`select ${typed}, x."_place" from rows from (json_to_recordset(${json}) as (${read})) with ordinality as x(${targets}, "_place")`
  if (method === 'insert') {
    return (records, text) =>
      keptStatement(inserting(sql`insert into ${table.relation} (${targets}) ${source(jsonOf(records, text))}`))
  }
  const byId = batch.fields.has('_id')
  const key = byId ? ['_id'] : table.key
  const t = trusted('t')
  const i = trusted('i')
  const same = list(
    byId
      ? [sql`t."_id" = i."_id"`]
      : keyOf(table, t).map((expression, place) => sql`${expression} = ${keyOf(table, i)[place] ?? expression}`),
    ' and ',
  )
  const others = used.filter((column) => !key.includes(column.name))
  const set = list(
    (others.length > 0 ? others : used.slice(0, 1)).map((column) => sql`${name(column.name)} = i.${name(column.name)}`),
  )
  const updated = sql`updated as (update ${table.relation} t set ${set} from i where ${same} returning t."_id")`
  if (method === 'update') {
    return (records, text) =>
      statement(sql`
    with i as materialized (${source(jsonOf(records, text))}), ${updated} select count(*), 0, ${ids} from updated`)
  }
  // New rows get their numbers in the order of the records, whichever way PostgreSQL looks for the ones that are there.
  return (records, text) =>
    statement(sql`
    with i as materialized (${numbered(jsonOf(records, text))}), ${updated}, inserted as (
      insert into ${table.relation} (${targets})
      select ${list(used.map((column) => sql`i.${name(column.name)}`))} from i
      left join ${table.relation} t on ${same}
      where t."_id" is null
      order by i."_place"
      returning "_id"
    )
    select count(*), count(*) filter (where "new"), ${ids} from (
      select "_id", false as "new" from updated union all select "_id", true from inserted
    ) s`)
}

function jsonOf(records: readonly InputRecord[], text: JsonText | null): Fragment {
  return value(text ?? `[${records.map((record) => record.text).join(',')}]`, 'json')
}

/** A batch that is being stored. */
interface Writing {
  readonly tx: Transaction
  readonly table: Table
  readonly method: Method
  readonly batch: Batch
  readonly plan: Plan
  readonly stored: Stored
  /** Whether the transaction may be committed with it. */
  readonly isLast: boolean
}

/**
 * Stores records `[from, to)` of a batch in one statement. If PostgreSQL refuses them, or if they name a row twice, stores
 * one half after the other: this finds the first bad record, and lets the last record of a key win.
 */
async function store(writing: Writing, from: number, to: number): Promise<void> {
  const { tx, table, method, batch, plan, stored } = writing
  const isWhole = from === 0 && to === batch.records.length
  const isLast = writing.isLast && isWhole
  const records = isWhole ? batch.records : batch.records.slice(from, to)
  const alone = records.length === 1
  const release = alone ? [] : [RELEASE]
  const asked = plan(records, isWhole ? batch.text : null)
  let failure: SqlError | null = null
  try {
    // An insert stores all records or fails. (A trigger that leaves some out has its way, as in CKAN.)
    const isCertain = method === 'insert'
    const statements = [...(alone ? [] : [SAVEPOINT]), asked, ...(isCertain ? release : [])]
    const results = await runAll(tx, statements, isCertain && isLast)
    const [touched, made, ids] = results[alone ? 0 : 1]?.rows[0] ?? []
    if (isCertain || Number(touched) === records.length) {
      if (ids) stored.touched.push(ids)
      stored.made += Number(made)
      if (isCertain) return
      const count = isLast && stored.made > 0 ? [countingMore(table, stored.made)] : []
      await runAll(tx, [...release, ...count], isLast)
      if (isLast) stored.made = 0
      return
    }
  } catch (error) {
    if (isOfAnotherShape(error)) throw error
    if (alone || !(error instanceof SqlError) || !splittable(error)) throw recordsRefusal(error, batch.firstRow + from)
    failure = error
  }
  const [record] = records
  if (alone && record) throw invalid({ key: [`key "${keyText(record)}" not found`] })
  await runAll(tx, [BACK, RELEASE]).catch((error: unknown) => {
    // If it was the commit that failed, there is no savepoint.
    throw failure ?? error
  })
  const middle = from + Math.ceil(records.length / 2)
  await store(writing, from, middle)
  await store(writing, middle, to)
}

const SAVEPOINT: Statement = { text: 'savepoint records', values: [] }
const RELEASE: Statement = { text: 'release savepoint records', values: [] }
const BACK: Statement = { text: 'rollback to savepoint records', values: [] }

/** Errors that depend on the records: bad data, constraints, limits, casts. */
function splittable(error: SqlError): boolean {
  return /^(21|22|23|42|54|0A)/.test(error.code)
}

/**
 * Whether the trigger that finds a table's words was made for other columns than there are: somebody has changed them by
 * hand. It would fail until PostgreSQL is restarted.
 */
export function isOfAnotherShape(error: unknown): boolean {
  return error instanceof SqlError && (error.code === '42804' || error.code === '42703')
}

/** The record in Python's notation, as CKAN shows it. */
function keyText(record: InputRecord): string {
  const shown = [...membersOf(record)].map(
    ([field, held]) => `'${field}': ${jsonKind(held) === 'string' ? `'${held.slice(1, -1)}'` : held}`,
  )
  return `{${shown.join(', ')}}`
}

/**
 * Moves the counter past rows that came with their own `_id`, so that new rows don't collide with them. A counter ignores
 * rollbacks, so call this last in a transaction, and never in a dry run.
 */
export async function passBy(tx: Transaction, table: Table): Promise<void> {
  await tx.query(
    statement(sql`
    select setval(q.sequence, q.highest) from (
      select pg_get_serial_sequence(${value(relationText(table))}, '_id')::regclass as sequence,
        (select max("_id") from ${table.relation}) as highest
    ) q where q.highest > coalesce(pg_sequence_last_value(q.sequence), 0)`),
  )
}

function relationText(table: Table): string {
  return statement(table.relation).text
}

import { jsonElements, jsonKind, jsonMembers, type JsonKind, type JsonText } from '../../protocol/jsonText.ts'
import { countMore, keyOf, type Connection, type Table } from '../catalog/catalog.ts'
import { misfit, stored, type Column } from '../catalog/column.ts'
import { recordsRefusal } from '../sql/databaseError.ts'
import { given, type Params } from '../http/params.ts'
import { invalid } from '../refusal.ts'
import { SqlError } from '../sql/sql.ts'
import { list, name, sql, statement, trusted, value, type Fragment } from '../sql/statement.ts'

/** A record of a request: its JSON text and its members. If a name repeats, the last one counts. */
export interface InputRecord {
  readonly text: JsonText
  readonly members: ReadonlyMap<string, JsonText>
}

export type Method = 'insert' | 'update' | 'upsert'

/** The request's records, maybe none. Throws CKAN's refusals if one isn't an object. */
export function readRecords(params: Params): readonly InputRecord[] {
  const records = given(params, 'records')
  if (records === null) return []
  if (jsonKind(records) !== 'array') throw invalid({ records: ['Records has to be a list of dicts'] })
  let before: readonly (readonly [string, JsonText])[] = []
  return jsonElements(records).map((record, row) => {
    if (jsonKind(record) !== 'object') {
      throw invalid({ records: [`row "${row}" is not a json object`] })
    }
    const pairs = jsonMembers(record)
    // Records share field names: reusing one string means hashing it once, not once per record.
    for (const [place, pair] of pairs.entries()) {
      const same = before[place]?.[0]
      if (same === pair[0]) pair[0] = same
    }
    before = pairs
    return { text: record, members: new Map(pairs) }
  })
}

/**
 * Stores records in order and returns the `_id` of every row touched (protocol/README.md P26). All or none, since the caller's
 * transaction is rolled back on failure. A refusal names the record by its number.
 */
export async function writeRecords(
  tx: Connection,
  table: Table,
  records: readonly InputRecord[],
  method: Method,
): Promise<readonly string[]> {
  const columns = new Map(table.columns.map((column) => [column.name, column]))
  for (const [row, record] of records.entries()) checkRecord(table, columns, record, row, method)
  const stored: Stored = { touched: [], made: 0 }
  for (const batch of batches(records, method)) {
    const plan = planBatch(table, batch, method)
    await store(tx, batch, 0, batch.records.length, plan, stored)
  }
  await countMore(tx, table, stored.made)
  return stored.touched
}

function checkRecord(
  table: Table,
  columns: ReadonlyMap<string, Column>,
  { members }: InputRecord,
  row: number,
  method: Method,
): void {
  const unknown: string[] = []
  for (const field of members.keys()) {
    if (!columns.has(field) || (field === '_id' && method === 'insert')) unknown.push(field)
  }
  if (method === 'insert') {
    if (unknown.length > 0) throw invalid({ records: [`row "${row + 1}" has extra keys "${unknown.join(', ')}"`] })
  } else {
    if (!members.has('_id')) {
      if (table.key.length === 0) throw invalid({ table: ['unique key must be passed for update/upsert'] })
      const missing = table.key.filter((field) => !members.has(field))
      if (missing.length > 0) {
        // The line break and the blanks are CKAN's.
        throw invalid({ key: [`fields "${missing.join(', ')}" are missing\n${' '.repeat(28)}but needed as key`] })
      }
    }
    if (unknown.length > 0) throw invalid({ fields: [`fields "${unknown.join(', ')}" do not exist`] })
  }
  for (const [field, held] of members) {
    const column = columns.get(field)
    const problem = column ? misfit(column, held, jsonKind(held)) : null
    if (problem !== null) throw invalid({ records: [problem], records_row: row })
  }
}

/** Stored so far: the `_id` of each row touched, and the number of new rows. */
interface Stored {
  readonly touched: string[]
  made: number
}

/** Consecutive records with the same fields, which one statement can store. */
interface Batch {
  readonly firstRow: number
  readonly records: readonly InputRecord[]
  readonly fields: ReadonlySet<string>
}

/** An insert takes all records at once: a missing field is null. In an update it must stay unchanged. */
function batches(records: readonly InputRecord[], method: Method): readonly Batch[] {
  if (records.length === 0) return []
  if (method === 'insert') {
    const fields = new Set<string>()
    for (const { members } of records) for (const field of members.keys()) fields.add(field)
    return [{ firstRow: 0, records, fields }]
  }
  const found: { firstRow: number; records: InputRecord[]; fields: ReadonlySet<string> }[] = []
  for (const [row, record] of records.entries()) {
    const last = found.at(-1)
    const alike =
      last?.fields.size === record.members.size && [...record.members.keys()].every((field) => last.fields.has(field))
    if (last && alike) last.records.push(record)
    else found.push({ firstRow: row, records: [record], fields: new Set(record.members.keys()) })
  }
  return found
}

/** The statement for part of a batch. It returns `_id`, and `t` if the row is new. */
type Plan = (records: readonly InputRecord[]) => Fragment

function planBatch(table: Table, batch: Batch, method: Method): Plan {
  const used = table.columns.filter((column) => batch.fields.has(column.name))
  const kinds = kindsByField(batch.records)
  const inputs = used.map((column) => ({ column, ...stored(column, kinds.get(column.name) ?? new Set()) }))
  const read = list(inputs.map(({ column, readAs }) => sql`${name(column.name)} ${readAs}`))
  const typed = list(
    inputs.map(({ column, from }) => sql`${from(sql`x.${name(column.name)}`)} as ${name(column.name)}`),
  )
  const targets = list(used.map((column) => name(column.name)))
  if (used.length === 0) {
    return (records) => sql`
      insert into ${table.relation} ("_id")
      select nextval(pg_get_serial_sequence(${value(relationText(table))}, '_id')) from json_array_elements(${jsonOf(records)})
      returning "_id", true`
  }
  const source = (records: readonly InputRecord[]) =>
    sql`select ${typed} from json_to_recordset(${jsonOf(records)}) as x(${read})`
  const numbered = (records: readonly InputRecord[]) =>
    sql`select ${typed}, x."_place" from rows from (json_to_recordset(${jsonOf(records)}) as (${read})) with ordinality as x(${targets}, "_place")`
  if (method === 'insert') {
    return (records) => sql`insert into ${table.relation} (${targets}) ${source(records)} returning "_id", true`
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
  const updated = sql`update ${table.relation} t set ${set} from i where ${same} returning t."_id", false as "new"`
  if (method === 'update') return (records) => sql`with i as materialized (${source(records)}) ${updated}`
  // New rows get their numbers in the order of the records, whichever way PostgreSQL looks for the ones that are there.
  return (records) => sql`
    with i as materialized (${numbered(records)}), updated as (${updated}), inserted as (
      insert into ${table.relation} (${targets})
      select ${list(used.map((column) => sql`i.${name(column.name)}`))} from i
      where not exists (select 1 from ${table.relation} t where ${same})
      order by i."_place"
      returning "_id", true as "new"
    )
    select "_id", "new" from updated union all select "_id", "new" from inserted`
}

function jsonOf(records: readonly InputRecord[]): Fragment {
  return value(`[${records.map((record) => record.text).join(',')}]`, 'json')
}

function kindsByField(records: readonly InputRecord[]): ReadonlyMap<string, ReadonlySet<JsonKind>> {
  const kinds = new Map<string, Set<JsonKind>>()
  for (const { members } of records) {
    for (const [field, held] of members) {
      const known = kinds.get(field)
      if (known) known.add(jsonKind(held))
      else kinds.set(field, new Set([jsonKind(held)]))
    }
  }
  return kinds
}

/**
 * Stores records `[from, to)` of a batch in one statement. If PostgreSQL refuses them, or if they name a row twice, stores
 * one half after the other: this finds the first bad record, and lets the last record of a key win.
 */
async function store(
  tx: Connection,
  batch: Batch,
  from: number,
  to: number,
  plan: Plan,
  stored: Stored,
): Promise<void> {
  const records = batch.records.slice(from, to)
  const alone = records.length === 1
  if (!alone) await tx.query({ text: 'savepoint records', values: [] })
  try {
    const { rows } = await tx.query(statement(plan(records)))
    if (rows.length === records.length) {
      if (!alone) await tx.query({ text: 'release savepoint records', values: [] })
      for (const [id, made] of rows) {
        if (id) stored.touched.push(id)
        if (made === 't') stored.made += 1
      }
      return
    }
  } catch (error) {
    if (alone || !(error instanceof SqlError) || !splittable(error)) throw recordsRefusal(error, batch.firstRow + from)
  }
  const [record] = records
  if (alone && record) throw invalid({ key: [`key "${keyText(record)}" not found`] })
  await tx.query({ text: 'rollback to savepoint records', values: [] })
  await tx.query({ text: 'release savepoint records', values: [] })
  const middle = from + Math.ceil(records.length / 2)
  await store(tx, batch, from, middle, plan, stored)
  await store(tx, batch, middle, to, plan, stored)
}

/** Errors that depend on the records: bad data, constraints, limits, casts. */
function splittable(error: SqlError): boolean {
  return /^(21|22|23|42|54|0A)/.test(error.code)
}

/** The record in Python's notation, as CKAN shows it. */
function keyText({ members }: InputRecord): string {
  const shown = [...members].map(
    ([field, held]) => `'${field}': ${jsonKind(held) === 'string' ? `'${held.slice(1, -1)}'` : held}`,
  )
  return `{${shown.join(', ')}}`
}

/**
 * Moves the counter past rows that came with their own `_id`, so that new rows don't collide with them. A counter ignores
 * rollbacks, so call this last in a transaction, and never in a dry run.
 */
export async function passBy(tx: Connection, table: Table): Promise<void> {
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

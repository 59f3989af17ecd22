import type { JsonText } from '../../protocol/jsonText.ts'
import { TABLE_METADATA } from '../../protocol/actions.ts'
import { keyExpression, type Column } from './column.ts'
import { notFound } from '../refusal.ts'
import {
  runAll,
  SqlError,
  type Sql,
  type SqlResult,
  type Statement,
  type Transaction,
  type TransactionMode,
} from '../sql/sql.ts'
import { keptStatement, name, sql, statement, trusted, value, type Fragment } from '../sql/statement.ts'

/** Something that runs statements: a database or a transaction. */
export type Connection = Pick<Sql, 'query'>

/** A table made by this service, or its list of tables. */
export interface Table {
  readonly id: string
  /** The table as SQL names it. */
  readonly relation: Fragment
  /** Its number in the registry, which names its trigger function; 0 for the list of tables. */
  readonly number: number
  /** Increases whenever anything here changes; a number as text. */
  readonly version: string
  /** All columns shown in answers, `_id` first. */
  readonly columns: readonly Column[]
  /** The fields of the unique key; empty if the table has none. */
  readonly key: readonly string[]
  /** The fields that come first in an index, so that a filter by them reads no more than it finds. */
  readonly leading: readonly string[]
}

/** The table with this id or alias; 404 if there is none. */
export async function readTable(connection: Connection, idOrAlias: string): Promise<Table> {
  if (idOrAlias === TABLE_METADATA) return TABLES
  const table = idOrAlias.includes('\0')
    ? null
    : foundTable(await connection.query(tableNamed(idOrAlias, 'aliases too')))
  if (!table) throw notFound(`Resource "${idOrAlias}" was not found.`)
  return table
}

/** The table with this id, locked for changes until this transaction ends; null if there is none. */
export async function tableToChange(tx: Transaction, id: string): Promise<Table | null> {
  // The second sees what there is once the first has its lock: each statement has a snapshot of its own.
  const [, found] = id.includes('\0') ? [] : await runAll(tx, [locking(`table ${id}`), tableNamed(id, 'ids only')])
  return found === undefined ? null : foundTable(found)
}

/** Like `tableToChange`, but 404 if there is none. */
export async function existingTable(tx: Transaction, id: string): Promise<Table> {
  const table = await tableToChange(tx, id)
  if (!table) throw notFound(`Resource "${id}" was not found.`)
  return table
}

/** The aliases of a table, sorted by name. */
export async function aliasesOf(connection: Connection, id: string): Promise<readonly string[]> {
  const found = await connection.query(
    statement(sql`select alias from rowan.aliases where resource_id = ${value(id)} order by alias`),
  )
  return found.rows.flatMap(([alias]) => alias ?? [])
}

/** Runs a change, and runs it again if PostgreSQL ended it because of a deadlock or conflict. */
export async function change<T>(
  database: Sql,
  work: (tx: Transaction) => Promise<T>,
  mode: TransactionMode = 'read write',
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await database.transaction(mode, work)
    } catch (error) {
      const blocked = error instanceof SqlError && (error.code === '40P01' || error.code === '40001')
      if (!blocked || attempt === 5) throw error
    }
  }
}

/**
 * Adds to the number of records in the registry. Every change of records must do so in its own transaction; then an
 * unfiltered search needs no count.
 */
export async function countMore(tx: Connection, table: Table, more: number): Promise<void> {
  if (more !== 0) await tx.query(countingMore(table, more))
}

/** The statement that does so. Its text is the same for all tables, so that loads of many keep one plan. */
export function countingMore(table: Table, more: number): Statement {
  return keptStatement(addingRecords(table, value(String(more), 'int8')))
}

/** The same as part of another statement. */
export function addingRecords(table: Table, more: Fragment): Fragment {
  return sql`update rowan.tables set records = records + ${more} where number = ${value(String(table.number), 'int4')}`
}

/** Recounts a table's records: the number is missing, or wrong because somebody wrote to the table directly. */
export async function recount(tx: Connection, table: Table): Promise<void> {
  await tx.query(
    statement(
      sql`update rowan.tables set records = (select count(*) from ${table.relation}) where number = ${numberOf(table)}`,
    ),
  )
}

/** Raises the table's version, so that nobody uses an outdated description. */
export async function describeAnew(tx: Connection, table: Table): Promise<void> {
  await tx.query(statement(sql`update rowan.tables set version = version + 1 where number = ${numberOf(table)}`))
}

/** A number from the table's registry entry (int8); null if the table is gone. */
export function registered(table: Table, member: 'version' | 'records'): Fragment {
  return sql`(select e.${trusted(member)} from rowan.tables e where e.number = ${numberOf(table)})`
}

/** Part of the text, so that a table's statements always have the same text. */
function numberOf(table: Table): Fragment {
  return trusted(String(table.number))
}

/** Takes a lock until this transaction ends; others that ask for it wait. */
export async function lock(tx: Connection, what: string): Promise<void> {
  await tx.query(locking(what))
}

function locking(what: string): Statement {
  return keptStatement(sql`select pg_advisory_xact_lock(hashtextextended(${value(`rowan ${what}`)}, 0))`)
}

/** A table or view in the data schema. */
export function dataRelation(id: string): Fragment {
  return sql`datastore.${name(id)}`
}

/** The key's expressions on a source such as `t`. */
export function keyOf(table: Table, source: Fragment): readonly Fragment[] {
  const columns = new Map(table.columns.map((column) => [column.name, column]))
  return table.key.flatMap((field) => {
    const column = columns.get(field)
    return column ? [keyExpression(column, sql`${source}.${name(field)}`)] : []
  })
}

/** What is wrong with a name for a table or alias, or null. */
export function checkRelationName(id: string): string | null {
  if (id === '' || id !== id.trim() || /["%\p{Cc}]/u.test(id) || /^(_|pg_)/i.test(id))
    return 'has characters that a name may not have'
  return new TextEncoder().encode(id).length > 63 ? 'is longer than 63 bytes' : null
}

/** Asks for a table; `foundTable` reads the answer. */
function tableNamed(idOrAlias: string, which: 'aliases too' | 'ids only'): Statement {
  const byAlias =
    which === 'aliases too'
      ? sql` or t.resource_id = (select resource_id from rowan.aliases where alias = ${value(idOrAlias)})`
      : trusted('')
  return keptStatement(sql`
    select t.resource_id, t.number, array_to_json(t.key)::text, a.attname, y.typname, y.typcategory,
      format_type(a.atttypid, -1), format_type(a.atttypid, a.atttypmod), f.info::text, t.version,
      exists (select 1 from pg_index x where x.indrelid = c.oid and x.indkey[0] = a.attnum)
    from rowan.tables t
    join pg_class c on c.relname = t.resource_id and c.relnamespace = 'datastore'::regnamespace and c.relkind = 'r'
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attname <> '_full_text'
    join pg_type y on y.oid = a.atttypid
    left join rowan.fields f on f.resource_id = t.resource_id and f.field = a.attname
    where t.resource_id = ${value(idOrAlias)}${byAlias}
    order by a.attnum`)
}

function foundTable(found: SqlResult): Table | null {
  const [first] = found.rows
  const id = first?.[0]
  if (!first || !id) return null
  const key: unknown = JSON.parse(first[2] ?? '[]')
  return {
    id,
    relation: dataRelation(id),
    number: Number(first[1]),
    version: first[9] ?? '',
    key: Array.isArray(key) ? key.map(String) : [],
    leading: found.rows.flatMap((row) => (row[10] === 't' ? [row[3] ?? ''] : [])),
    columns: found.rows.map((row) => ({
      name: row[3] ?? '',
      type: row[4] ?? '',
      category: row[5] ?? '',
      cast: row[6] ?? '',
      native: row[7] ?? '',
      info: row[8] ?? null,
    })),
  }
}

const text = (column: string): Column => ({
  name: column,
  type: 'text',
  cast: 'text',
  native: 'text',
  category: 'S',
  info: null,
})

/** `_table_metadata`: the list of tables and aliases, read like a table (protocol/README.md P14). */
const TABLES: Table = {
  id: TABLE_METADATA,
  relation: dataRelation(TABLE_METADATA),
  number: 0,
  version: '',
  key: [],
  leading: [],
  columns: [
    text('_id'),
    text('name'),
    { ...text('oid'), type: 'oid', cast: 'oid', native: 'oid', category: 'N' },
    text('alias_of'),
  ],
}

/** Keeps a field's entry of the data dictionary, replacing the one it had. */
export async function keepInfo(tx: Connection, id: string, field: string, info: JsonText): Promise<void> {
  await tx.query(
    statement(sql`
    insert into rowan.fields (resource_id, field, info) values (${value(id)}, ${value(field)}, ${value(info, 'json')})
    on conflict (resource_id, field) do update set info = excluded.info`),
  )
}

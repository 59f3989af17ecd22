import {
  aliasesOf,
  change,
  checkRelationName,
  dataRelation,
  describeAnew,
  existingTable,
  lock,
  type Connection,
  type Table,
} from '../catalog/catalog.ts'
import { indexedText, keyExpression, type Column } from '../catalog/column.ts'
import type { Placement } from '../catalog/placement.ts'
import { isTimeout } from '../sql/databaseError.ts'
import { invalid, type Refusal } from '../refusal.ts'
import { isOfAnotherShape } from './records.ts'
import { SqlError, type Sql, type Transaction } from '../sql/sql.ts'
import { joined, list, name, sql, statement, trusted, value, type Fragment } from '../sql/statement.ts'

/** A column to create. Its type must already be checked to be exactly one type. */
export interface NewColumn {
  readonly id: string
  readonly type: string
}

/** Creates a table. Refused if its id isn't a valid name or is an alias. */
export async function makeTable(
  tx: Connection,
  id: string,
  columns: readonly NewColumn[],
  placement: Placement | null,
): Promise<void> {
  const problem = checkRelationName(id)
  if (problem) throw invalid({ resource_id: [`"${id}" is not a valid resource id: it ${problem}`] })
  const alias = await tx.query(statement(sql`select 1 from rowan.aliases where alias = ${value(id)}`))
  if (alias.rows.length > 0) throw invalid({ resource_id: [`"${id}" is an alias of another resource`] })
  await forgetDropped(tx, id)
  await tx.query(statement(sql`insert into rowan.tables (resource_id, records) values (${value(id)}, 0)`))
  const own = [trusted('"_id" serial primary key'), trusted('"_full_text" tsvector')]
  await tx.query(statement(sql`create table ${dataRelation(id)} (${list([...own, ...columns.map(definition)])})`))
  await tx.query(statement(sql`create index on ${dataRelation(id)} using gin ("_full_text")`))
  if (placement !== null) await tx.query(placement.place(dataRelation(id)))
  await refreshFullText(tx, await existingTable(tx, id))
}

/** Frees a name for a new table: one that somebody dropped by hand is still registered, one that is no table of ours is named. */
async function forgetDropped(tx: Connection, id: string): Promise<void> {
  const relation = await tx.query(
    statement(sql`select 1 from pg_class where relname = ${value(id)} and relnamespace = 'datastore'::regnamespace`),
  )
  if (relation.rows.length > 0) throw invalid({ resource_id: [NOT_OURS] })
  const gone = await tx.query(
    statement(sql`delete from rowan.tables where resource_id = ${value(id)} returning number`),
  )
  for (const [number] of gone.rows)
    await tx.query({ text: `drop function if exists rowan.words_${number}()`, values: [] })
}

const NOT_OURS =
  'The database has a table of this name that this service did not make. Take another name, or have the administrator drop or rename that table in the schema "datastore".'

/** Has a table's records indexed by the columns that it has now: somebody may have changed them by hand. */
async function describeHandMade(tx: Transaction, id: string): Promise<void> {
  const table = await existingTable(tx, id)
  await refreshFullText(tx, table)
  await describeAnew(tx, table)
}

/** Runs a change of a table's records, and again if the table turns out to have been changed by hand. */
export async function changeRecords<T>(database: Sql, id: string, work: (tx: Transaction) => Promise<T>): Promise<T> {
  try {
    return await change(database, work)
  } catch (error) {
    if (!isOfAnotherShape(error)) throw error
    await change(database, (tx) => describeHandMade(tx, id))
    return change(database, work)
  }
}

/** Adds the new columns and, with `only`, drops those not named, with their data. */
export async function alterTable(
  tx: Connection,
  table: Table,
  columns: readonly NewColumn[],
  only: boolean,
): Promise<void> {
  const known = new Set(table.columns.map((column) => column.name))
  const named = new Set(columns.map((column) => column.id))
  const added = columns.filter((column) => !known.has(column.id))
  const dropped = only ? [...known].filter((column) => column !== '_id' && !named.has(column)) : []
  if (added.length === 0 && dropped.length === 0) return
  const aliases = await aliasesOf(tx, table.id)
  // A view keeps the columns its table had when the view was created.
  await dropViews(tx, aliases)
  const changes = [
    ...added.map((column) => sql`add column ${definition(column)}`),
    ...dropped.map((column) => sql`drop column ${name(column)}`),
  ]
  await tx.query(statement(sql`alter table ${table.relation} ${list(changes)}`)).catch((error: unknown) => {
    const isWorn = error instanceof SqlError && error.code === TOO_MANY_COLUMNS
    throw isWorn ? invalid({ fields: [WORN] }) : error
  })
  if (dropped.length > 0) {
    const gone = value(JSON.stringify(dropped), 'json')
    await tx.query(
      statement(sql`
      delete from rowan.fields where resource_id = ${value(table.id)}
        and field in (select json_array_elements_text(${gone}))`),
    )
    // PostgreSQL drops an index when one of its columns is dropped.
    if (table.key.some((field) => dropped.includes(field))) await registerKey(tx, table, [])
  }
  await refreshFullText(tx, await existingTable(tx, table.id))
  await makeViews(tx, table.id, aliases)
}

const TOO_MANY_COLUMNS = '54011'

const WORN =
  'A table can have at most 1600 fields. Those that were removed count, too. Save its records (a dump), delete the table, and make it anew with the fields that it needs.'

/** Drops a table with its aliases and its dictionary. */
export async function dropTable(tx: Connection, table: Table): Promise<void> {
  await dropViews(tx, await aliasesOf(tx, table.id))
  await tx.query(statement(sql`drop table ${table.relation}`))
  await tx.query({ text: `drop function if exists rowan.words_${table.number}()`, values: [] })
  await tx.query(statement(sql`delete from rowan.tables where resource_id = ${value(table.id)}`))
}

/** Replaces all plain indexes of a table. */
export async function replaceIndexes(
  tx: Connection,
  table: Table,
  indexes: readonly (readonly string[])[],
): Promise<void> {
  const wanted = indexes.map((fields) => columnsNamed(table, fields, fields.join(', ')))
  await dropIndexes(tx, table, 'plain')
  for (const columns of wanted) {
    await tx.query(statement(sql`create index on ${table.relation} (${expressions(columns)})`)).catch(refuseIndex)
  }
}

/** Replaces a table's unique key; an empty one drops it. Refused if the records aren't unique by it. */
export async function replaceKey(tx: Connection, table: Table, key: readonly string[]): Promise<void> {
  const columns = columnsNamed(table, key, key.join(', '))
  await dropIndexes(tx, table, 'unique')
  if (columns.length > 0) {
    await tx
      .query(statement(sql`create unique index on ${table.relation} (${expressions(columns)})`))
      .catch(refuseIndex)
  }
  await registerKey(tx, table, key)
}

/** Replaces all aliases of a table. A name already in use is refused. */
export async function replaceAliases(tx: Connection, id: string, aliases: readonly string[]): Promise<void> {
  await lock(tx, 'aliases')
  await dropViews(tx, await aliasesOf(tx, id))
  await tx.query(statement(sql`delete from rowan.aliases where resource_id = ${value(id)}`))
  for (const alias of aliases) {
    const taken = await tx.query(
      statement(sql`
      select 'alias' from rowan.aliases where alias = ${value(alias)}
      union all select 'relation' from pg_class where relname = ${value(alias)} and relnamespace = 'datastore'::regnamespace`),
    )
    if (taken.rows[0]?.[0] === 'alias') throw invalid({ alias: [`The alias "${alias}" already exists.`] })
    if (taken.rows.length > 0) throw invalid({ alias: [`"${alias}" already exists`] })
    await tx.query(
      statement(sql`insert into rowan.aliases (alias, resource_id) values (${value(alias)}, ${value(id)})`),
    )
  }
  await makeViews(tx, id, aliases)
}

function definition(column: NewColumn): Fragment {
  // The line break ends a comment that may follow the type's name.
  return sql`${name(column.id)} ${trusted(column.type)}\n`
}

async function registerKey(tx: Connection, table: Table, key: readonly string[]): Promise<void> {
  const fields = sql`array(select json_array_elements_text(${value(JSON.stringify(key), 'json')}))`
  await tx.query(statement(sql`update rowan.tables set key = ${fields} where resource_id = ${value(table.id)}`))
}

function columnsNamed(table: Table, fields: readonly string[], shown: string): readonly Column[] {
  return fields.map((field) => {
    const column = table.columns.find((item) => item.name === field && item.name !== '_id')
    if (!column) throw invalid({ index: [`The field "${shown}" is not a valid column name.`] })
    return column
  })
}

function expressions(columns: readonly Column[]): Fragment {
  return list(columns.map((column) => sql`(${keyExpression(column, name(column.name))})`))
}

/** Drops the indexes that requests asked for, not those of `_id` and the full text. */
async function dropIndexes(tx: Connection, table: Table, which: 'plain' | 'unique'): Promise<void> {
  const found = await tx.query(
    statement(sql`
    select n.relname from pg_index x
    join pg_class n on n.oid = x.indexrelid
    join pg_class c on c.oid = x.indrelid
    where c.relname = ${value(table.id)} and c.relnamespace = 'datastore'::regnamespace
      and not x.indisprimary and x.indisunique = ${value(String(which === 'unique'), 'boolean')}
      and not exists (
        select 1 from pg_attribute a where a.attrelid = c.oid and a.attname = '_full_text' and a.attnum = any(x.indkey)
      )`),
  )
  for (const [index] of found.rows) if (index) await tx.query(statement(sql`drop index ${dataRelation(index)}`))
}

function refuseIndex(error: unknown): never {
  throw error instanceof SqlError ? indexRefusal(error) : error
}

function indexRefusal(error: SqlError): Refusal | SqlError {
  if (isTimeout(error)) return invalid({ query: ['Query took too long'] })
  if (error.code === '23505') {
    return invalid({
      // CKAN's own wording, without the space.
      constraints: ['Cannot insert records or create indexbecause of uniqueness constraint'],
      info: { orig: error.message, pgcode: error.code },
    })
  }
  return /^(42|54|22)/.test(error.code) ? invalid({ index: [error.message] }) : error
}

async function dropViews(tx: Connection, aliases: readonly string[]): Promise<void> {
  for (const alias of aliases) await tx.query(statement(sql`drop view if exists ${dataRelation(alias)}`))
}

async function makeViews(tx: Connection, id: string, aliases: readonly string[]): Promise<void> {
  for (const alias of aliases) {
    await tx.query(statement(sql`create view ${dataRelation(alias)} as select * from ${dataRelation(id)}`))
  }
}

/** Shorter text never exceeds the 1 MB of words that an index entry holds. */
const SURELY_INDEXABLE_BYTES = 100_000

/** Makes the trigger that keeps `_full_text` up to date with the columns. */
async function refreshFullText(tx: Connection, table: Table): Promise<void> {
  const contributions = table.columns
    .filter((column) => column.name !== '_id')
    .map((column) => indexedText(column, sql`new.${name(column.name)}`))
  // Null has no words.
  const words = joined(
    contributions.map((text) => sql`coalesce(${text}, '')`),
    `' '`,
  )
  const body = statement(words).text
  await tx.query({
    text: `create or replace function rowan.words_${table.number}() returns trigger language plpgsql as ${quoted(`
      declare words text := ${body};
      begin
        -- Composed accents and decomposed ones look the same, and are found by each other.
        if words is not normalized then words := normalize(words); end if;
        if octet_length(words) < ${SURELY_INDEXABLE_BYTES} then
          new."_full_text" := to_tsvector('pg_catalog.english', words);
        else
          new."_full_text" := rowan.words_of_long_text(words);
        end if;
        return new;
      end`)}`,
    values: [],
  })
  await tx.query(
    statement(sql`
    create or replace trigger full_text before insert or update on ${table.relation}
    for each row execute function rowan.${name(`words_${table.number}`)}()`),
  )
}

/** A function's body as an SQL string. It holds column names, so dollar quotes aren't safe. */
function quoted(body: string): string {
  return `'${body.replaceAll("'", "''")}'`
}

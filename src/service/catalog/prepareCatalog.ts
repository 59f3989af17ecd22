import { TABLE_METADATA } from '../../protocol/actions.ts'
import { change, lock, recount, tableToChange } from './catalog.ts'
import { SqlError, type Sql } from '../sql/sql.ts'

/**
 * Creates what the service needs in the database, if it isn't there yet. Rejects with an explanation if this user may
 * neither create it nor use what exists.
 */
export async function prepareCatalog(database: Sql): Promise<void> {
  try {
    await database.transaction('read write', async (tx) => {
      await lock(tx, 'prepare')
      for (const text of PREPARATION) await tx.query({ text, values: [] })
    })
  } catch (error) {
    if (!isRightMissing(error)) throw error
    // Another user created it, so this one may lack the right to use it.
    await database.query({ text: USE_OF_ALL, values: [] }).catch(async (cause: unknown) => {
      if (cause instanceof SqlError) throw new Error(await wayOut(database), { cause: error })
      throw cause
    })
  }
  const uncounted = await database.query({
    text: 'select resource_id from rowan.tables where records is null',
    values: [],
  })
  for (const [id] of uncounted.rows) {
    await change(database, async (tx) => {
      const table = await tableToChange(tx, id ?? '')
      if (table) await recount(tx, table)
    })
  }
}

/** Whether PostgreSQL reported a missing right. */
function isRightMissing(error: unknown): boolean {
  return error instanceof SqlError && error.code === '42501'
}

/** What an administrator of the database can do about the missing right. */
async function wayOut(database: Sql): Promise<string> {
  const { rows } = await database.query({
    text: `select quote_ident(current_user), quote_ident(current_database()),
        (select quote_ident(pg_get_userbyid(nspowner)) from pg_namespace
          where nspname in ('rowan', 'datastore') and not pg_has_role(nspowner, 'usage') limit 1)`,
    values: [],
  })
  const [user, name, owner] = rows[0] ?? []
  const [problem, statement] = owner
    ? [`belong to the user ${owner}, and ${user} may not use them`, `GRANT ${owner} TO ${user}`]
    : [`are missing, and the user ${user} may not create them`, `GRANT CREATE ON DATABASE ${name} TO ${user}`]
  return `The schemas "rowan" and "datastore" ${problem}. A database administrator can fix this: ${statement};`
}

/** The list's view is replaced, not dropped: dropping fails if something depends on it. */
const PREPARATION: readonly string[] = [
  'create schema if not exists rowan',
  'create schema if not exists datastore',
  `create table if not exists rowan.tables (
     resource_id text primary key,
     number serial not null unique,
     key text[] not null default '{}',
     made timestamptz not null default now(),
     records int8,
     version int8 not null default 0
   )`,
  // For registries older than these columns. Checked first, because even a no-op ALTER locks out every reader.
  `do $$ begin
     if not exists (
       select from pg_attribute where attrelid = 'rowan.tables'::regclass and attname = 'version' and not attisdropped
     ) then
       alter table rowan.tables add column records int8, add column version int8 not null default 0;
     end if;
   end $$`,
  `create table if not exists rowan.aliases (
     alias text primary key,
     resource_id text not null references rowan.tables on delete cascade on update cascade
   )`,
  `create table if not exists rowan.fields (
     resource_id text not null references rowan.tables on delete cascade on update cascade,
     field text not null,
     info json,
     primary key (resource_id, field)
   )`,
  // Facts about the database itself, such as a sample whose loading was interrupted.
  `create table if not exists rowan.marks (mark text primary key)`,
  // PostgreSQL refuses more than 1 MB of words per index entry, so longer text is shortened until it fits.
  `create or replace function rowan.words_of_long_text(words text) returns tsvector language plpgsql immutable as $$
   begin
     loop
       begin
         return to_tsvector('pg_catalog.english', words);
       exception when program_limit_exceeded then
         words := left(words, length(words) * 3 / 4);
       end;
     end loop;
   end $$`,
  `create or replace view datastore.${TABLE_METADATA} as
   select left(md5(e.name || coalesce(e.alias_of, '')), 17) as "_id", e.name, c.oid, e.alias_of
   from (
     select resource_id as name, null::text as alias_of from rowan.tables
     union all select alias, resource_id from rowan.aliases
   ) e
   join pg_class c on c.relname = e.name and c.relnamespace = 'datastore'::regnamespace`,
]

/** Fails if anything is missing or not readable for this user. */
const USE_OF_ALL = `
  select t.records, t.version, a.alias, f.info, m.mark, l.alias_of, rowan.words_of_long_text('')
  from rowan.tables t, rowan.aliases a, rowan.fields f, rowan.marks m, datastore.${TABLE_METADATA} l
  limit 0`

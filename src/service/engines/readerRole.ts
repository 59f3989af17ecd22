import { lock, type Connection } from '../catalog/catalog.ts'
import { prepareCatalog } from '../catalog/prepareCatalog.ts'
import { SqlError, type Sql } from '../sql/sql.ts'
import { name, sql, statement } from '../sql/statement.ts'

/**
 * The role that may only read the data schema, for `ServiceOptions.readerRole`, created if it is missing. Its name is
 * derived from the database's oid. Null if this user may not create roles or use them.
 */
export async function ensureReaderRole(database: Sql): Promise<string | null> {
  await prepareCatalog(database)
  try {
    return await database.transaction('read write', async (tx) => {
      // Two sessions can't grant rights on one thing at once: PostgreSQL fails with "tuple concurrently updated".
      await lock(tx, 'prepare')
      const role = await readerRoleOf(tx)
      const ask = async (text: string) => (await tx.query({ text, values: [role] })).rows.length > 0
      if (!(await ask('select 1 from pg_roles where rolname = $1')))
        await tx.query(statement(sql`create role ${name(role)} nologin`))
      // Once granted, it stays, and the right to create roles may have been taken away.
      if (!(await ask(`select 1 where pg_has_role(current_user, $1::name, 'member')`)))
        await tx.query(statement(sql`grant ${name(role)} to current_user`))
      await grantReading(tx, role)
      return role
    })
  } catch (error) {
    if (error instanceof SqlError && NOT_ALLOWED.has(error.code)) return null
    throw error
  }
}

/** Lets a role read what the service serves, now and later. */
export async function grantReading(tx: Connection, role: string): Promise<void> {
  await tx.query(statement(sql`grant usage on schema datastore to ${name(role)}`))
  // Another server may be changing its tables, so their rights are only touched if they are wrong.
  if ((await tx.query({ text: UNREADABLE, values: [role] })).rows.length > 0)
    await tx.query(statement(sql`grant select on all tables in schema datastore to ${name(role)}`))
  await tx.query(statement(sql`alter default privileges in schema datastore grant select on tables to ${name(role)}`))
}

/** Tables and views of the data schema that the role can't read. */
const UNREADABLE = `
  select from pg_class
  where relnamespace = 'datastore'::regnamespace and relkind in ('r', 'v', 'p', 'm', 'f')
    and not has_table_privilege($1::name, oid, 'select')`

/** A right is missing, a role can't be granted, or the server doesn't support this. */
const NOT_ALLOWED: ReadonlySet<string> = new Set(['42501', '0LP01', '0A000'])

/** The name of a database's reader role, whether it exists or not. */
export async function readerRoleOf(database: Connection): Promise<string> {
  const text = `select 'rowan_reader_' || oid from pg_database where datname = current_database()`
  const found = await database.query({ text, values: [] })
  return found.rows[0]?.[0] ?? 'rowan_reader'
}

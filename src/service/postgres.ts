import { DatabaseError, Pool, type PoolClient } from 'pg'
import { prepareCatalog } from './catalog.ts'
import { SESSION } from './session.ts'
import { SqlError, type Sql, type SqlResult, type Statement } from './sql.ts'
import { name, sql, statement } from './statement.ts'

/** How to reach a PostgreSQL server, and how long one statement may take there. */
export interface PostgresOptions {
  /** 60 seconds unless said (CKAN's). */
  statementTimeoutMs?: number | undefined
  /** Connections held at most; 10 unless said. */
  poolSize?: number | undefined
}

/** `Sql` over a pool of connections to a PostgreSQL server. Rejects when the server cannot be reached. */
export async function createPostgresSql(url: string, options: PostgresOptions = {}): Promise<Sql> {
  const pool = new Pool({
    connectionString: url,
    max: options.poolSize ?? 10,
    onConnect: async (client) => {
      await client.query(SESSION)
      await client.query(`set statement_timeout = ${Math.trunc(options.statementTimeoutMs ?? 60_000)}`)
    },
  })
  // A connection that breaks while it is idle is thrown away by the pool; the next query opens another.
  pool.on('error', () => undefined)
  try {
    await run(pool, { text: 'select 1', values: [] })
  } catch (error) {
    await pool.end()
    throw error
  }
  return {
    query: (statement) => run(pool, statement),
    async transaction(mode, work) {
      const client = await pool.connect()
      let broken: Error | undefined
      // The pool listens to a connection only while it is idle; unheard, a break would end the process.
      const onBreak = (failure: Error) => {
        broken ??= failure
      }
      client.on('error', onBreak)
      try {
        await client.query(`begin transaction ${mode}`)
        const result = await work({ query: (statement) => run(client, statement) })
        await client.query('commit')
        return result
      } catch (error) {
        await client.query('rollback').catch((failure: Error) => {
          broken ??= failure
        })
        throw sqlError(error)
      } finally {
        client.off('error', onBreak)
        client.release(broken)
      }
    },
    close: () => pool.end(),
  }
}

/**
 * A role of the database that may only read the data schema, for `ServiceOptions.readerRole`; made where it is missing.
 * Its name derives from the database's. Null where this user may not make roles or take them on.
 */
export async function ensureReaderRole(database: Sql): Promise<string | null> {
  await prepareCatalog(database)
  try {
    const role = await readerRoleOf(database)
    const known = await database.query({ text: 'select 1 from pg_roles where rolname = $1', values: [role] })
    if (known.rows.length === 0)
      await database.query(statement(sql`create role ${name(role)} nologin`)).catch(alreadyThere)
    await database.query(statement(sql`grant ${name(role)} to current_user`))
    await database.query(statement(sql`grant usage on schema datastore to ${name(role)}`))
    await database.query(statement(sql`grant select on all tables in schema datastore to ${name(role)}`))
    await database.query(
      statement(sql`alter default privileges in schema datastore grant select on tables to ${name(role)}`),
    )
    return role
  } catch (error) {
    if (error instanceof SqlError) return null
    throw error
  }
}

/** The name of a database's reader role, whether it is there or not. */
export async function readerRoleOf(database: Sql): Promise<string> {
  const text = `select 'rowan_reader_' || oid from pg_database where datname = current_database()`
  const found = await database.query({ text, values: [] })
  return found.rows[0]?.[0] ?? 'rowan_reader'
}

function alreadyThere(error: unknown): void {
  // 42710: another process made the role in between
  if (!(error instanceof SqlError) || !['42710', '23505'].includes(error.code)) throw error
}

async function run(target: Pool | PoolClient, { text, values }: Statement): Promise<SqlResult> {
  try {
    // `queryMode` stands in a variable because the types of pg do not know it yet; without it a statement that has no
    // parameters would go by the simple protocol, which takes several statements in one text.
    const query = { text, values: [...values], rowMode: 'array' as const, queryMode: 'extended', types: AS_TEXT }
    const result = await target.query<(string | null)[]>(query)
    return {
      rows: result.rows,
      columns: result.fields.map((field) => ({ name: field.name, type: field.dataTypeID })),
      changed: result.rowCount ?? 0,
    }
  } catch (error) {
    throw sqlError(error)
  }
}

const AS_TEXT = { getTypeParser: () => (text: string) => text }

function sqlError(error: unknown): unknown {
  if (!(error instanceof DatabaseError) || error.code === undefined) return error
  const position = Number(error.position)
  return new SqlError({
    message: error.message,
    code: error.code,
    detail: error.detail,
    hint: error.hint,
    position: Number.isInteger(position) ? position : undefined,
  })
}

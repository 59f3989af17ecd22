import { Duplex } from 'node:stream'
import { Client, DatabaseError, Pool, type PoolClient } from 'pg'
import { lock, type Connection } from './catalog.ts'
import { prepareCatalog } from './prepareCatalog.ts'
import { createPlanNames } from './planNames.ts'
import { limitMessages } from './messageLimit.ts'
import { localSettings, SESSION } from './session.ts'
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
    connectionTimeoutMillis: LONGEST_WAIT_MS,
    onConnect: async (client) => {
      limitMessages(streamOf(client), LONGEST_MESSAGE_BYTES, () => new SqlError(TOO_LARGE))
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
  const plans = createPlanNames()
  const generations = new WeakMap<PoolClient, number>()

  /**
   * Lends a connection of the pool; one that `discard` was called for is not used again. What runs on it is cancelled when
   * the signal is aborted.
   */
  async function withClient<T>(
    signal: AbortSignal | null,
    work: (client: PoolClient, discard: (failure: Error) => void) => Promise<T>,
  ): Promise<T> {
    const client = await connected(pool)
    const generation = generations.get(client) ?? plans.generation
    generations.set(client, generation)
    let broken: Error | undefined
    const discard = (failure: Error) => {
      broken ??= failure
    }
    // The pool listens to a connection only while it is idle; unheard, a break would end the process.
    client.on('error', discard)
    let cancelled: Promise<void> | undefined
    const cancel = () => {
      cancelled ??= cancelOn(url, client).catch(discard)
    }
    try {
      signal?.throwIfAborted()
      signal?.addEventListener('abort', cancel)
      return await work(client, discard)
    } finally {
      signal?.removeEventListener('abort', cancel)
      // Before somebody else has the connection, or the statement of that one would be cancelled.
      await cancelled
      client.off('error', discard)
      // One that keeps statements of names that were forgotten would keep them for ever.
      client.release(broken ?? generation !== plans.generation)
    }
  }

  const lent = (signal: AbortSignal | null): Sql => ({
    query: (statement) =>
      withClient(signal, (client, discard) =>
        run(client, statement, statement.prepare ? plans.nameOf(statement.text) : null).catch((error: unknown) => {
          if (!(error instanceof SqlError)) discard(new Error('A query failed', { cause: error }))
          throw error
        }),
      ),
    transaction: (mode, work, settings = {}) =>
      withClient(signal, async (client, discard) => {
        try {
          await client.query(`begin transaction ${mode};${localSettings(settings)}`)
          const result = await work({
            query(statement) {
              // Between two statements there was nothing to cancel.
              signal?.throwIfAborted()
              return run(client, statement)
            },
          })
          await client.query('commit')
          return result
        } catch (error) {
          await client.query('rollback').catch(discard)
          throw sqlError(error)
        }
      }),
    until: (other) => lent(other),
    close: () => pool.end(),
  })
  return lent(null)
}

/** How long a request waits for a connection of the pool, and for one to be made. */
const LONGEST_WAIT_MS = 15_000

/** Node's longest text is 512 MB, and an answer is held more than once on its way. */
const LONGEST_MESSAGE_BYTES = 128 * 1024 * 1024

const TOO_LARGE = {
  code: '54000',
  message:
    'The answer is larger than the 128 MB that this service gives at once. Ask for fewer records, or for less of each.',
}

/** The socket (or what encrypts it) of a connection: pg has it, but its types do not know it. */
function streamOf(client: object): Duplex {
  const connection: unknown = Reflect.get(client, 'connection')
  const stream: unknown = typeof connection === 'object' && connection ? Reflect.get(connection, 'stream') : null
  if (!(stream instanceof Duplex)) throw new Error('The connection of pg has no stream')
  return stream
}

/** A connection of the pool. Where none gets free, or none can be made, that is the database being out of reach (53300). */
async function connected(pool: Pool): Promise<PoolClient> {
  try {
    return await pool.connect()
  } catch (error) {
    if (error instanceof DatabaseError) throw sqlError(error)
    throw new SqlError({ code: '53300', message: error instanceof Error ? error.message : String(error) })
  }
}

/** Cancels what runs on a connection, by another one. Resolves when PostgreSQL has passed it on. */
async function cancelOn(url: string, running: PoolClient): Promise<void> {
  const pid: unknown = Reflect.get(running, 'processID')
  const other = new Client({ connectionString: url, connectionTimeoutMillis: LONGEST_WAIT_MS })
  other.on('error', () => undefined)
  await other.connect()
  try {
    await other.query('select pg_cancel_backend($1::int)', [String(pid)])
  } finally {
    await other.end()
  }
}

/**
 * A role of the database that may only read the data schema, for `ServiceOptions.readerRole`; made where it is missing.
 * Its name derives from the database's. Null where this user may not make roles or take them on.
 */
export async function ensureReaderRole(database: Sql): Promise<string | null> {
  await prepareCatalog(database)
  try {
    return await database.transaction('read write', async (tx) => {
      // PostgreSQL refuses rights of two sessions at once on one thing ("tuple concurrently updated").
      await lock(tx, 'prepare')
      const role = await readerRoleOf(tx)
      const ask = async (text: string) => (await tx.query({ text, values: [role] })).rows.length > 0
      if (!(await ask('select 1 from pg_roles where rolname = $1')))
        await tx.query(statement(sql`create role ${name(role)} nologin`))
      await tx.query(statement(sql`grant ${name(role)} to current_user`))
      await tx.query(statement(sql`grant usage on schema datastore to ${name(role)}`))
      // Another server may be changing its tables, so their rights are left alone where they are as they should be.
      if (await ask(UNREADABLE))
        await tx.query(statement(sql`grant select on all tables in schema datastore to ${name(role)}`))
      await tx.query(
        statement(sql`alter default privileges in schema datastore grant select on tables to ${name(role)}`),
      )
      return role
    })
  } catch (error) {
    if (error instanceof SqlError && NOT_ALLOWED.has(error.code)) return null
    throw error
  }
}

/** The tables and views of the data schema that a role may not read. */
const UNREADABLE = `
  select from pg_class
  where relnamespace = 'datastore'::regnamespace and relkind in ('r', 'v', 'p', 'm', 'f')
    and not has_table_privilege($1::name, oid, 'select')`

/** A right is missing, a role may not be given, or the server has nothing of the kind. */
const NOT_ALLOWED: ReadonlySet<string> = new Set(['42501', '0LP01', '0A000'])

/** The name of a database's reader role, whether it is there or not. */
export async function readerRoleOf(database: Connection): Promise<string> {
  const text = `select 'rowan_reader_' || oid from pg_database where datname = current_database()`
  const found = await database.query({ text, values: [] })
  return found.rows[0]?.[0] ?? 'rowan_reader'
}

async function run(
  target: Pool | PoolClient,
  { text, values }: Statement,
  keptAs: string | null = null,
): Promise<SqlResult> {
  try {
    // `queryMode` stands in a variable because the types of pg do not know it yet; without it a statement that has no
    // parameters would go by the simple protocol, which takes several statements in one text.
    const query = {
      ...(keptAs === null ? {} : { name: keptAs }),
      text,
      values: [...values],
      rowMode: 'array' as const,
      queryMode: 'extended',
      types: AS_TEXT,
    }
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

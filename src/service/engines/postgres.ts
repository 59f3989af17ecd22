import { Duplex } from 'node:stream'
import { Client, DatabaseError, Pool, type PoolClient } from 'pg'
import { lock, type Connection } from '../catalog/catalog.ts'
import { prepareCatalog } from '../catalog/prepareCatalog.ts'
import { createPlanNames } from './planNames.ts'
import { limitMessages } from './messageLimit.ts'
import { localSettings, SESSION } from './session.ts'
import { SqlError, type Sql, type SqlResult, type Statement } from '../sql/sql.ts'
import { name, sql, statement } from '../sql/statement.ts'

/** How to reach a PostgreSQL server, and how long one statement may take there. */
export interface PostgresOptions {
  /** 60 seconds by default, as in CKAN. */
  statementTimeoutMs?: number | undefined
  /** Most connections. 10 by default. */
  poolSize?: number | undefined
}

/** `Sql` over a pool of connections to a PostgreSQL server. Rejects if it can't be reached, or if the database isn't UTF-8. */
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
  // The pool discards a connection that breaks while idle; the next query opens another.
  pool.on('error', () => undefined)
  try {
    await requireUtf8(pool)
  } catch (error) {
    await pool.end()
    throw error
  }
  const plans = createPlanNames()
  const generations = new WeakMap<PoolClient, number>()

  /**
   * Lends a connection from the pool. After `discard` it is not used again. Aborting the signal cancels what runs on it.
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
    // The pool listens for errors only while a connection is idle. Without a listener, an error would end the process.
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
      // Before the connection is reused, or the cancel would hit the next user's statement.
      await cancelled
      client.off('error', discard)
      // A connection with statements of forgotten names would keep them forever.
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
              // The abort may have come between two statements.
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

/** In another encoding most of what people write could not be stored, and in SQL_ASCII anything could, readable or not. */
async function requireUtf8(pool: Pool): Promise<void> {
  const text = `select pg_encoding_to_char(encoding), datname from pg_database
    where datname = current_database() and pg_encoding_to_char(encoding) <> 'UTF8'`
  const [other] = (await run(pool, { text, values: [] })).rows
  if (!other) return
  const way = 'createdb --template=template0 --encoding=UTF8 --lc-collate=C --lc-ctype=C.UTF-8 NAME'
  throw new Error(
    `The database ${other[1]} has the encoding ${other[0]}, and Rowan needs UTF8. Make another one, name it in DATABASE_URL, and start again: ${way}`,
  )
}

/** How long a request waits for a connection from the pool, and for a new one to open. */
const LONGEST_WAIT_MS = 15_000

/** Strings in Node end at 512 MB, and an answer is held in memory more than once. */
const LONGEST_MESSAGE_BYTES = 128 * 1024 * 1024

const TOO_LARGE = {
  code: '54000',
  message:
    'The answer is larger than 128 MB, the most this service sends at once. Ask for fewer records or fewer fields.',
}

/** The socket of a connection, or the TLS stream on it: pg has it, but its types don't. */
function streamOf(client: object): Duplex {
  const connection: unknown = Reflect.get(client, 'connection')
  const stream: unknown = typeof connection === 'object' && connection ? Reflect.get(connection, 'stream') : null
  if (!(stream instanceof Duplex)) throw new Error('The connection of pg has no stream')
  return stream
}

/** A connection from the pool. If none is free in time, or none can be opened, the database counts as unreachable (53300). */
async function connected(pool: Pool): Promise<PoolClient> {
  try {
    return await pool.connect()
  } catch (error) {
    if (error instanceof DatabaseError) throw sqlError(error)
    throw new SqlError({ code: '53300', message: error instanceof Error ? error.message : String(error) })
  }
}

/** Cancels what runs on a connection, through another one. Resolves when PostgreSQL has sent the signal. */
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
      await tx.query(statement(sql`grant ${name(role)} to current_user`))
      await tx.query(statement(sql`grant usage on schema datastore to ${name(role)}`))
      // Another server may be changing its tables, so their rights are only touched if they are wrong.
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

async function run(
  target: Pool | PoolClient,
  { text, values }: Statement,
  keptAs: string | null = null,
): Promise<SqlResult> {
  try {
    // A variable, because pg's types don't have `queryMode` yet. Without it, a statement without parameters would use the
    // simple protocol, which accepts several statements in one text.
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
      columns: result.fields.map(({ name, dataTypeID, tableID }) => ({
        name,
        type: dataTypeID,
        isStored: tableID !== 0,
      })),
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

import { Client, DatabaseError, Pool, type PoolClient } from 'pg'
import type { Connection } from '../catalog/catalog.ts'
import { readCopy } from './copyOut.ts'
import { createPlanNames } from './planNames.ts'
import { limitMessages } from './messageLimit.ts'
import { processOf, streamOf } from './pgClient.ts'
import { run, sqlError } from './postgresQuery.ts'
import { limitTempFiles, localSettings, LOCAL_SESSION, SESSION } from './session.ts'
import { SqlError, type Sql, type TransactionMode } from '../sql/sql.ts'
import { commitForPosition } from './replicas/logPosition.ts'

/** How to reach a PostgreSQL server, and how long one statement may take there. */
export interface PostgresOptions {
  /** 60 seconds by default, as in CKAN. */
  statementTimeoutMs?: number | undefined
  /** The most that a statement's temporary files may hold, in MB, if the user may set that. No limit by default. */
  tempFileMb?: number | undefined
  /** Most connections. 10 by default. */
  poolSize?: number | undefined
  /** How long to wait for a connection. 15 seconds by default. */
  connectMs?: number | undefined
  /** How long to wait for an answer before the server counts as out of reach. No limit by default. */
  answerMs?: number | undefined
  /** Awaited after each commit of a change, before it is acknowledged, with a position in the log that includes it. */
  onCommit?: ((position: bigint) => Promise<void>) | undefined
}

/** Connections to a PostgreSQL server. */
export interface PostgresPool {
  /**
   * `Sql` on these connections. Aborting the signal cancels what runs; `arrive` runs first on each connection that is lent,
   * and nothing else does if it rejects.
   */
  lent(signal: AbortSignal | null, arrive?: Arrive): Sql
  close(): Promise<void>
}

/**
 * Work on a connection before it is used. `session` stands for the session of the server; null behind a pooler, where the
 * next transaction may have another.
 */
export type Arrive = (connection: Pick<Sql, 'query'>, session: object | null) => Promise<void>

/** `Sql` over a pool of connections to a PostgreSQL server. Rejects if it can't be reached, or if the database isn't UTF-8. */
export async function createPostgresSql(url: string, options: PostgresOptions = {}): Promise<Sql> {
  const pool = createPostgresPool(url, options)
  try {
    await checkReach(pool)
  } catch (error) {
    await pool.close()
    throw error
  }
  return pool.lent(null)
}

/** Rejects if the server can't be reached, if a pooler in front of it allows no transactions, or if the database isn't UTF-8. */
export async function checkReach(pool: PostgresPool): Promise<void> {
  try {
    await pool.lent(null).transaction('read only', requireUtf8)
  } catch (error) {
    if (error instanceof SqlError && error.message.includes('statement pooling')) {
      throw new Error(
        'The pooler in front of this database pools statements, and Rowan needs transactions. In pgbouncer.ini: pool_mode = transaction (or session).',
        { cause: error },
      )
    }
    throw error
  }
}

/** Connections that are opened when they are needed. */
export function createPostgresPool(url: string, options: PostgresOptions = {}): PostgresPool {
  const timeout = Math.trunc(options.statementTimeoutMs ?? 60_000)
  const { tempFileMb } = options
  /** Connections to a pooler, which may run each transaction in another session. */
  const pooled = new WeakSet<object>()
  const pool = new Pool({
    connectionString: url,
    max: options.poolSize ?? 10,
    connectionTimeoutMillis: options.connectMs ?? LONGEST_WAIT_MS,
    query_timeout: options.answerMs,
    onConnect: async (client) => {
      limitMessages(streamOf(client), LONGEST_MESSAGE_BYTES, () => new SqlError(TOO_LARGE))
      const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
      if (rows[0]?.pid !== processOf(client)) pooled.add(client)
      else {
        await client.query(`${SESSION} set statement_timeout = ${timeout}`)
        if (tempFileMb !== undefined) await client.query(limitTempFiles(tempFileMb)).catch(unlessForbidden)
      }
    },
  })
  // The pool discards a connection that breaks while idle; the next query opens another.
  pool.on('error', () => undefined)
  const plans = createPlanNames()
  const generations = new WeakMap<PoolClient, number>()

  /** Lends a connection from the pool. Aborting the signal cancels what runs on it. */
  async function withClient<T>(signal: AbortSignal | null, work: (lent: Lent) => Promise<T>): Promise<T> {
    const client = await connected(pool)
    const generation = generations.get(client) ?? plans.generation
    generations.set(client, generation)
    let broken: Error | undefined
    const discard = (failure: Error) => {
      broken ??= failure
    }
    // The pool listens for errors only while a connection is idle. Without a listener, an error would end the process.
    client.on('error', discard)
    const isPooled = pooled.has(client)
    const lent = { client, discard, isPooled, pid: isPooled ? null : processOf(client), settled: () => cancelled }
    let cancelled: Promise<void> | undefined
    const cancel = () => {
      if (lent.pid !== null) cancelled ??= cancelOn(url, lent.pid).catch(discard)
    }
    try {
      signal?.throwIfAborted()
      signal?.addEventListener('abort', cancel)
      return await work(lent)
    } finally {
      signal?.removeEventListener('abort', cancel)
      // Before the connection is reused, or the cancel would hit the next user's statement.
      await cancelled
      client.off('error', discard)
      // A connection with statements of forgotten names would keep them forever.
      client.release(broken ?? generation !== plans.generation)
    }
  }

  async function begin(lent: Lent, mode: TransactionMode, settings: Readonly<Record<string, string>>): Promise<void> {
    try {
      if (!lent.isPooled) {
        await lent.client.query(`begin transaction ${mode};${localSettings(settings)}`)
        return
      }
      // At this level a statement sees what was replayed before it, also if the transaction began earlier.
      await lent.client.query(
        `begin transaction isolation level read committed, ${mode};${LOCAL_SESSION} set local statement_timeout = ${timeout};${localSettings(settings)}`,
      )
      const { rows } = await lent.client.query<{ pid: number }>('select pg_backend_pid() as pid')
      lent.pid = rows[0]?.pid ?? null
    } catch (error) {
      throw mode === 'read write' ? readOnlyServer(error) : error
    }
  }

  async function inTransaction<T>(
    lent: Lent,
    mode: TransactionMode,
    settings: Readonly<Record<string, string>>,
    work: () => Promise<T>,
  ): Promise<T> {
    const { client, discard, settled } = lent
    try {
      await begin(lent, mode, settings)
      const result = await work()
      // Behind a pooler, the session serves others from here on.
      await settled()
      if (mode === 'read only' || !options.onCommit) await client.query('commit')
      else {
        const position = await commitForPosition(client)
        if (position !== null) await options.onCommit(position)
      }
      return result
    } catch (error) {
      await settled()
      await client.query('rollback').catch(discard)
      throw sqlError(error)
    }
  }

  function copied(signal: AbortSignal | null, text: string, arrive?: Arrive): AsyncIterable<readonly Uint8Array[]> {
    return readCopy(text, signal, (until, copy) =>
      withClient(until, async (lent) => {
        if (!lent.isPooled) {
          await arrive?.({ query: (statement) => run(lent.client, statement) }, lent.client)
          return copy(lent)
        }
        return inTransaction(lent, 'read only', {}, async () => {
          await arrive?.({ query: (statement) => run(lent.client, statement) }, null)
          return copy(lent)
        })
      }),
    )
  }

  const lent = (signal: AbortSignal | null, arrive?: Arrive): Sql => ({
    query: (asked) =>
      withClient(signal, async (lent) => {
        const { client, discard, isPooled } = lent
        const connection: Connection = { query: (statement) => run(client, statement) }
        if (isPooled && !asked.alone) {
          return inTransaction(lent, arrive ? 'read only' : 'read write', {}, async () => {
            await arrive?.(connection, null)
            signal?.throwIfAborted()
            return run(client, asked)
          })
        }
        try {
          await arrive?.(connection, client)
          return await run(client, asked, asked.prepare && !isPooled ? plans.nameOf(asked.text) : null)
        } catch (error) {
          if (!(error instanceof SqlError)) discard(new Error('A query failed', { cause: error }))
          throw error
        }
      }),
    transaction: (mode, work, settings = {}) =>
      withClient(signal, async (lent) => {
        const { client, isPooled } = lent
        const connection: Connection = {
          query(statement) {
            // The abort may have come between two statements.
            signal?.throwIfAborted()
            return run(client, statement)
          },
        }
        if (!isPooled) await arrive?.(connection, client)
        return inTransaction(lent, mode, settings, async () => {
          if (isPooled) await arrive?.(connection, null)
          return work(connection)
        })
      }),
    copy: (text) => copied(signal, text, arrive),
    copiesAsItRuns: true,
    until: (other) => lent(other, arrive),
    close: () => pool.end(),
  })
  return { lent, close: () => pool.end() }
}

/** A connection that is lent from the pool. */
interface Lent {
  readonly client: PoolClient
  /** Whether a pooler is in between. */
  readonly isPooled: boolean
  /** The process that would have to be cancelled; null while there is none. */
  pid: number | null
  /** The connection is not used again. */
  readonly discard: (failure: Error) => void
  /** Resolves when no cancel is under way. */
  readonly settled: () => Promise<void> | undefined
}

/** A server that follows another, or may only be read, counts as unreachable (57P03) for changes. */
function readOnlyServer(error: unknown): unknown {
  if (!(error instanceof DatabaseError) || !/^(0A000|25006)$/.test(error.code ?? '')) return error
  return new SqlError({ code: '57P03', message: error.message })
}

/** In another encoding most of what people write could not be stored, and in SQL_ASCII anything could, readable or not. */
async function requireUtf8(connection: Connection): Promise<void> {
  const text = `select pg_encoding_to_char(encoding), datname from pg_database
    where datname = current_database() and pg_encoding_to_char(encoding) <> 'UTF8'`
  const [other] = (await connection.query({ text, values: [] })).rows
  if (!other) return
  const way = 'createdb --template=template0 --encoding=UTF8 --lc-collate=C --lc-ctype=C.UTF-8 NAME'
  throw new Error(
    `The database ${other[1]} has the encoding ${other[0]}, and Rowan needs UTF8. Make another one, name it in DATABASE_URL, and start again: ${way}`,
  )
}

function unlessForbidden(error: unknown): void {
  if (!(error instanceof DatabaseError) || error.code !== '42501') throw error
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
async function cancelOn(url: string, pid: number): Promise<void> {
  const other = new Client({ connectionString: url, connectionTimeoutMillis: LONGEST_WAIT_MS })
  other.on('error', () => undefined)
  await other.connect()
  try {
    await other.query('select pg_cancel_backend($1::int)', [pid])
  } finally {
    await other.end()
  }
}

import type { AskedSignal } from '../../protocol/handler.ts'
import type { Connection } from '../catalog/catalog.ts'
import { createConnections, type Lent } from './driver/connections.ts'
import { readCopy } from './driver/copyOut.ts'
import { openingProblem, readOnlyServer } from './driver/openingProblem.ts'
import { run, runAll, sqlError } from './driver/postgresQuery.ts'
import { requireUtf8 } from './requireUtf8.ts'
import { localSettings, setLocally } from './session.ts'
import type { CopiedRows } from '../sql/copiedRows.ts'
import {
  SqlError,
  type Portions,
  type Settings,
  type Sql,
  type SqlResult,
  type Statement,
  type Transaction,
  type TransactionMode,
} from '../sql/sql.ts'

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
  /** Statements that each transaction begins with, where more than its session works for it. */
  beginning?: string | undefined
}

/** `Sql` over a pool of connections to a PostgreSQL server. Rejects if it can't be reached, or if the database isn't UTF-8. */
export async function createPostgresSql(url: string, options: PostgresOptions = {}): Promise<Sql> {
  const sql = connectWhenNeeded(url, options)
  try {
    await checkReach(sql)
  } catch (error) {
    await sql.close()
    throw error
  }
  return sql
}

/** Rejects if the server can't be reached, if a pooler in front of it allows no transactions, or if the database isn't UTF-8. */
export async function checkReach(database: Sql): Promise<void> {
  try {
    await database.transaction('read only', requireUtf8)
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

/** The same over connections that are opened when they are needed: the server need not be there yet. */
export function connectWhenNeeded(url: string, options: PostgresOptions = {}): Sql {
  const connections = createConnections(url, {
    statementTimeoutMs: Math.trunc(options.statementTimeoutMs ?? 60_000),
    tempFileMb: options.tempFileMb,
    poolSize: options.poolSize ?? 10,
    connectMs: options.connectMs ?? LONGEST_WAIT_MS,
    beginning: options.beginning,
  })

  function copied(signal: AskedSignal | null, text: string, portions: Portions | undefined): AsyncIterable<CopiedRows> {
    const whole = portionsOf(text)
    return readCopy(signal, (until, copy) => {
      const read = async (lent: Lent) => {
        if (lent.local !== null) return inTransaction(lent, 'read only', {}, () => copy(lent, whole))
        return portions ? inTransaction(lent, OF_ONE_MOMENT, {}, () => copy(lent, portions)) : copy(lent, whole)
      }
      return connections.lend(until, read, { mayBreak: true })
    })
  }

  const lent = (signal: AskedSignal | null): Sql => ({
    query: (asked) =>
      connections.lend(signal, (on) => {
        if (on.local === null || asked.alone) return queried(on, asked)
        return inTransaction(on, 'read write', {}, () => {
          signal?.throwIfAborted()
          return run(on, asked)
        })
      }),
    transaction: (mode, work, settings = {}) =>
      connections.lend(signal, (on) => {
        if (on.local === null) return inOwnTransaction(on, mode, settings, signal, work)
        const connection: Connection = {
          query(statement) {
            signal?.throwIfAborted()
            return run(on, statement)
          },
        }
        return inTransaction(on, mode, settings, () => work(connection))
      }),
    copy: (text, portions) => copied(signal, text, portions),
    copiesAsItRuns: true,
    until: lent,
    close: () => connections.close(),
  })
  return lent(null)
}

async function begin(lent: Lent, mode: Mode, settings: Settings): Promise<void> {
  try {
    if (lent.local === null) {
      await lent.client.query(`begin transaction ${mode};${localSettings(settings)}`)
      return
    }
    // At this level a statement sees what was replayed before it, also if the transaction began earlier.
    await lent.client.query(
      `begin transaction isolation level read committed, ${mode};${lent.local}${setLocally(settings)}`,
    )
    const { rows } = await lent.client.query<{ pid: number }>('select pg_backend_pid() as pid')
    lent.pid = rows[0]?.pid ?? null
  } catch (error) {
    throw mode === 'read write' ? readOnlyServer(error) : error
  }
}

/** A transaction whose settings may have to begin with it, a statement after the other. */
async function inTransaction<T>(lent: Lent, mode: Mode, settings: Settings, work: () => Promise<T>): Promise<T> {
  const { client, discard, settled } = lent
  try {
    await begin(lent, mode, settings)
    const result = await work()
    // Behind a pooler, the session serves others from here on.
    await settled()
    await client.query('commit')
    return result
  } catch (error) {
    await settled()
    await client.query('rollback').catch(discard)
    throw sqlError(error)
  }
}

/** A transaction without a pooler: it begins with its first statements, in the same round trip. */
async function inOwnTransaction<T>(
  lent: Lent,
  mode: TransactionMode,
  settings: Settings,
  signal: AskedSignal | null,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  const { client, discard, settled } = lent
  let state: 'new' | 'begun' | 'committed' = 'new'

  async function send(statements: readonly Statement[], isLast: boolean): Promise<readonly SqlResult[]> {
    // The abort may have come between two statements.
    signal?.throwIfAborted()
    const before = state === 'new' ? opening(mode, settings) : []
    state = 'begun'
    const { results, failure } = await runAll(
      lent,
      [...before, ...statements, ...(isLast ? [COMMIT] : [])].map((statement) => ({
        statement,
        kept: statement.prepare ? lent.kept(statement.text) : null,
      })),
    )
    if (failure !== null) {
      throw results.length < before.length ? openingProblem(failure.error, mode) : failure.error
    }
    if (isLast) state = 'committed'
    return results.slice(before.length, before.length + statements.length)
  }

  /** A function, as the compiler doesn't see what `send` makes of it. */
  const isBegun = (): boolean => state === 'begun'
  try {
    const result = await work({
      async query(statement) {
        const [found] = await send([statement], false)
        if (found === undefined) throw new Error('The statement gave no result')
        return found
      },
      queries: send,
    })
    if (isBegun()) {
      await settled()
      await client.query('commit')
    }
    return result
  } catch (error) {
    await settled()
    if (isBegun()) await client.query('rollback').catch(discard)
    throw sqlError(error)
  }
}

/** All statements of such a transaction see what its first one saw. */
const OF_ONE_MOMENT = 'isolation level repeatable read, read only'

type Mode = TransactionMode | typeof OF_ONE_MOMENT

function opening(mode: TransactionMode, settings: Settings): readonly Statement[] {
  const begin = { text: `begin transaction ${mode}`, values: [] }
  const set = localSettings(settings)
  return set === '' ? [begin] : [begin, { text: set, values: [], prepare: true }]
}

const COMMIT: Statement = { text: 'commit', values: [] }

/** The statement as its only portion. */
function portionsOf(text: string): Portions {
  let isGiven = false
  return () => {
    if (isGiven) return null
    isGiven = true
    return { text, isShort: false }
  }
}

/** One statement on a connection that nobody else uses meanwhile. */
async function queried(on: Lent, asked: Statement): Promise<SqlResult> {
  try {
    return await run(on, asked, asked.prepare ? on.kept(asked.text) : null)
  } catch (error) {
    if (!(error instanceof SqlError)) on.discard(new Error('A query failed', { cause: error }))
    throw error
  }
}

/** How long a request waits for a connection from the pool, and for a new one to open. */
const LONGEST_WAIT_MS = 15_000

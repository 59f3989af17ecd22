import { setTimeout as pause } from 'node:timers/promises'
import { isOutOfReach } from '../../sql/databaseError.ts'
import { SqlError, type Sql } from '../../sql/sql.ts'
import { POSITION } from './logPosition.ts'
import { checkReach, createPostgresPool, type Arrive, type PostgresOptions, type PostgresPool } from '../postgres.ts'
import { ReplicaBehind, together, withReplicas, type Replica } from './replicas.ts'

/** The servers that a service reads from, and how far behind they may be. */
export interface ReplicaOptions extends Omit<PostgresOptions, 'onCommit'> {
  readonly readUrls: readonly string[]
  /** How long a read waits for a replica to show what was written before. 100 ms by default. */
  lagMs?: number | undefined
  say?: ((news: string) => void) | undefined
}

/**
 * `Sql` on a primary and its streaming replicas. Rejects if the primary can't be reached, or if a server that can be
 * reached is no replica of it. Replicas that can't be reached are tried again later.
 */
export async function createReplicatedSql(url: string, options: ReplicaOptions): Promise<Sql> {
  let written = 0n
  /** Short as long as nothing arrives at any replica, or each change would have to wait. */
  let patienceMs = RECEIPT_MS
  const onCommit = async (position: bigint) => {
    const isReceived = await receivedByOne(replicas, position, patienceMs)
    patienceMs = isReceived ? RECEIPT_MS : lagMs
    // If the primary has died meanwhile, nobody could read the change: then it is not acknowledged.
    if (!isReceived) await positionNow()
    if (position > written) written = position
  }
  const pool = createPostgresPool(url, { ...options, onCommit })
  // A connection for this alone: requests that hold all others must not keep a read from knowing where to go.
  const watch = createPostgresPool(url, { poolSize: 1, connectMs: ANSWER_MS, answerMs: ANSWER_MS })
  const positionNow = together(positionOf(watch))
  const lagMs = options.lagMs ?? 100
  const replicas = options.readUrls.map((readUrl) => createReplica(readUrl, lagMs, options))
  const opened = [pool, watch, ...replicas]
  try {
    await checkReach(pool)
    const database = await identityOf(pool.lent(null))
    await Promise.all(replicas.map((replica) => replica.check(database)))
  } catch (error) {
    await Promise.all(opened.map((one) => one.close()))
    throw error
  }
  const sql = pool.lent(null)
  return withReplicas(
    {
      sql: {
        ...sql,
        async close() {
          await watch.close()
          await sql.close()
        },
      },
      position: positionNow,
      written: () => written,
    },
    replicas,
    { say: options.say },
  )
}

/** An answer about positions takes far less than a millisecond. Who gives none for so long counts as out of reach. */
const ANSWER_MS = 1000

/** How long a change waits to be received by a replica. */
const RECEIPT_MS = 2000

/**
 * Whether one of the replicas has received the log up to a position, within that time; false at once if none can be
 * reached. Until then a change is not acknowledged: if the primary died, nobody could read it.
 */
export async function receivedByOne(
  replicas: readonly Pick<Replica, 'received'>[],
  position: bigint,
  longestMs: number,
): Promise<boolean> {
  const over = new AbortController()
  const look = async (replica: Pick<Replica, 'received'>): Promise<true> => {
    for (let wait = FIRST_PAUSE_MS; (await replica.received()) < position; wait *= 2) {
      await pause(wait, null, { signal: over.signal })
    }
    return true
  }
  const seen = Promise.any(replicas.map(look)).catch(() => false)
  const limit = pause(longestMs, false, { signal: over.signal }).catch(() => false)
  const isReceived = await Promise.race([seen, limit])
  over.abort()
  return isReceived
}

/** Between two looks at a replica that is behind; twice as long each time. */
const FIRST_PAUSE_MS = 1

/**
 * Asks the primary for its position. As long as it is out of reach, only for a moment: behind a pooler, or if its host has
 * gone, a refusal takes its time, and each read would have to wait for it.
 */
function positionOf(watch: PostgresPool): () => Promise<bigint> {
  let patienceMs = ANSWER_MS
  return async () => {
    const late = new AbortController()
    try {
      const limit = pause(patienceMs, null, { signal: late.signal }).then(() => {
        throw new SqlError({ code: '57P03', message: 'The primary does not answer' })
      })
      const at = numberIn(await Promise.race([ask(watch, `select ${POSITION}`), limit]))
      patienceMs = ANSWER_MS
      return at
    } catch (error) {
      patienceMs = MOMENT_MS
      throw error
    } finally {
      late.abort()
    }
  }
}

const MOMENT_MS = 100

interface CheckedReplica extends Replica {
  /** Rejects if this is a server, but not a replica of that database. */
  check(identity: string): Promise<void>
}

function createReplica(url: string, lagMs: number, options: PostgresOptions): CheckedReplica {
  const { host, pathname } = new URL(url)
  const pool = createPostgresPool(url, { ...options, connectMs: ANSWER_MS })
  const watch = createPostgresPool(url, { poolSize: 1, connectMs: ANSWER_MS, answerMs: ANSWER_MS })
  /** How far each session has been seen to be. It never goes back; after a crash there are new sessions. */
  const shown = new WeakMap<object, bigint>()

  const arriveAt =
    (position: bigint): Arrive =>
    async (connection, session) => {
      if (session && (shown.get(session) ?? -1n) >= position) return
      const begun = performance.now()
      for (let wait = FIRST_PAUSE_MS; ; wait *= 2) {
        const { rows } = await connection.query({ text: SHOWN, values: [] })
        const at = numberIn(rows)
        if (session) shown.set(session, at)
        if (at >= position) return
        if (performance.now() - begun + wait > lagMs) throw new ReplicaBehind('The replica is behind')
        await pause(wait)
      }
    }

  return {
    place: host,
    upTo: (position, signal) => pool.lent(signal, arriveAt(position)),
    received: together(async () => numberIn(await ask(watch, RECEIVED))),
    async check(identity) {
      try {
        const found = await identityOf(watch.lent(null))
        if (found === identity) await ask(watch, SHOWN)
        else throw new Error(`it is not a replica of the database in DATABASE_URL`)
      } catch (error) {
        if (isOutOfReach(error)) return
        const reason = error instanceof Error ? error.message : String(error)
        throw new Error(`DATABASE_READ_URL, ${host}${pathname}: ${reason}`, { cause: error })
      }
    },
    async close() {
      await watch.close()
      await pool.close()
    },
  }
}

/** Fails (57P03) on a server that doesn't follow another: it was made a primary, and has a history of its own. */
const SHOWN = `select case when pg_is_in_recovery() then (pg_last_wal_replay_lsn() - '0/0')::text end`

const RECEIVED = `select case when pg_is_in_recovery()
  then (greatest(pg_last_wal_receive_lsn(), pg_last_wal_replay_lsn()) - '0/0')::text end`

async function ask(pool: PostgresPool, text: string): Promise<readonly (readonly (string | null)[])[]> {
  return (await pool.lent(null).query({ text, values: [], alone: true })).rows
}

function numberIn(rows: readonly (readonly (string | null)[])[]): bigint {
  const text = rows[0]?.[0]
  if (!text) throw new SqlError({ code: '57P03', message: 'it is not a replica: it accepts changes' })
  return BigInt(text)
}

/** The same for a primary and its replicas, and for no other database. */
async function identityOf(sql: Sql): Promise<string> {
  const text = `select system_identifier, (select oid from pg_database where datname = current_database()) from pg_control_system()`
  return String((await sql.query({ text, values: [] })).rows[0])
}

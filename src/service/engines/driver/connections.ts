import { Client, DatabaseError, Pool, type PoolClient } from 'pg'
import type { AskedSignal } from '../../../protocol/handler.ts'
import { SqlError, type ResultColumn } from '../../sql/sql.ts'
import { createPlanNames } from '../planNames.ts'
import { limitTempFiles, LOCAL_SESSION, SESSION } from '../session.ts'
import { gateMessages, type MessageGate } from './messageGate.ts'
import { processOf, streamOf } from './pgClient.ts'
import { newSocket } from './pgSocket.ts'
import { sqlError, type KeptStatement } from './postgresQuery.ts'

/** How many connections there may be, and what each of them is limited to. */
export interface ConnectionOptions {
  readonly statementTimeoutMs: number
  /** The most that a statement's temporary files may hold, in MB, if the user may set that. */
  readonly tempFileMb: number | undefined
  readonly poolSize: number
  readonly connectMs: number
  /** Statements that begin each transaction, if more than a session works for it, which its own settings don't reach. */
  readonly beginning: string | undefined
}

/** A connection while it is lent. */
export interface Lent {
  readonly client: PoolClient
  readonly gate: MessageGate
  /** The settings that each transaction begins with, as a pooler is in between; null if the session keeps them. */
  readonly local: string | null
  /** The process that would have to be cancelled; null while there is none. */
  pid: number | null
  /** The connection is not used again. */
  readonly discard: (failure: Error) => void
  /** Resolves when no cancel is under way. */
  readonly settled: () => Promise<void> | undefined
  /** How a statement that comes again is kept; null if it is not. */
  kept(text: string): KeptStatement | null
}

/** Connections to a PostgreSQL server, opened when they are needed. */
export interface Connections {
  /**
   * Lends a connection until the work is done. Aborting the signal cancels what runs on it. For work that breaks its
   * connection when it is left (`mayBreak`), it is the one that was used least lately: quick requests keep those that know
   * their statements.
   */
  lend<T>(signal: AskedSignal | null, work: (lent: Lent) => Promise<T>, kind?: KindOfWork): Promise<T>
  close(): Promise<void>
}

/** What work may do to its connection. */
export interface KindOfWork {
  readonly mayBreak?: boolean
}

/** A connection and what is known of it. */
interface Held extends Lent {
  cancelled: Promise<void> | undefined
  broken: Error | undefined
  /** Of the names of the statements that it keeps. */
  readonly generation: number
  /** Whether it was used since the last look at those that nobody uses. */
  isFresh: boolean
  readonly cancel: () => void
}

/**
 * Connections in a pool of pg's. Those that come back are lent again without asking the pool, which would set two timers and
 * wait a turn each time; the pool gets those that nobody has used for a while, and closes them.
 */
export function createConnections(url: string, options: ConnectionOptions): Connections {
  /** Of connections to a pooler, which may run each transaction in another session. */
  const locals = new WeakMap<object, string>()
  const gates = new WeakMap<object, MessageGate>()
  const pool = new Pool({
    connectionString: url,
    stream: newSocket,
    max: options.poolSize,
    connectionTimeoutMillis: options.connectMs,
    onConnect: async (client) => {
      gates.set(
        client,
        gateMessages(streamOf(client), LONGEST_MESSAGE_BYTES, () => new SqlError(TOO_LARGE)),
      )
      const { rows } = await client.query<{ pid: number; limits: boolean }>(
        `select pg_backend_pid() as pid, has_parameter_privilege('temp_file_limit', 'set') as limits`,
      )
      const tempFiles = options.tempFileMb !== undefined && rows[0]?.limits ? limitTempFiles(options.tempFileMb) : ''
      const time = `statement_timeout = ${options.statementTimeoutMs};`
      if (options.beginning !== undefined || rows[0]?.pid !== processOf(client)) {
        const limits = `set local ${time}${tempFiles.replace('set ', 'set local ')}`
        locals.set(client, `${options.beginning ?? ''}${LOCAL_SESSION}${limits}`)
      } else await client.query(`${SESSION} set ${time}${tempFiles}`)
    },
  })
  // The pool discards a connection that breaks while idle; the next query opens another.
  pool.on('error', () => undefined)
  const plans = createPlanNames()
  const known = new WeakMap<PoolClient, Held>()
  /** Connections that wait here, the one used last at the end. */
  const waiting: Held[] = []
  let isClosing = false
  let isReplacing = false
  let timer: NodeJS.Timeout | null = null

  async function taken(): Promise<Held> {
    const client = await connected(pool)
    const held = known.get(client) ?? heldOf(client)
    // The pool listens for errors only while a connection is with it. Without a listener, an error would end the process.
    client.on('error', held.discard)
    return held
  }

  function heldOf(client: PoolClient): Held {
    const local = locals.get(client) ?? null
    const columns = new Map<string, readonly ResultColumn[]>()
    const gate = gates.get(client)
    if (gate === undefined) throw new Error('The connection was not prepared')
    const held: Held = {
      client,
      gate,
      local,
      pid: local === null ? processOf(client) : null,
      generation: plans.generation,
      isFresh: true,
      cancelled: undefined,
      broken: undefined,
      cancel() {
        if (held.pid !== null) held.cancelled ??= cancelOn(url, held.pid).catch(held.discard)
      },
      discard(failure) {
        held.broken ??= failure
        if (waiting.includes(held)) returned(held)
      },
      settled: () => held.cancelled,
      kept(text) {
        const name = local === null ? plans.nameOf(text) : null
        return name === null ? null : { name, columns }
      },
    }
    known.set(client, held)
    return held
  }

  function giveBack(held: Held, isNew = false): void {
    const isFit = held.broken === undefined && held.generation === plans.generation
    if (!isFit || isClosing || pool.waitingCount > 0) return returned(held)
    held.isFresh = true
    if (isNew) waiting.unshift(held)
    else waiting.push(held)
    timer ??= setTimeout(look, UNUSED_MS).unref()
  }

  /** Gives the pool those that nobody has used since the last look. */
  function look(): void {
    timer = null
    for (const held of waiting.filter(({ isFresh }) => !isFresh)) returned(held)
    for (const held of waiting) held.isFresh = false
    if (waiting.length > 0) timer = setTimeout(look, UNUSED_MS).unref()
  }

  function returned(held: Held): void {
    const place = waiting.indexOf(held)
    if (place !== -1) waiting.splice(place, 1)
    held.client.off('error', held.discard)
    // A connection with statements of forgotten names would keep them forever.
    held.client.release(held.broken ?? held.generation !== plans.generation)
    if (held.broken !== undefined) void replace()
  }

  /** Opens a connection for one that broke: whoever asks next would wait for it, a dump that was left breaks one each time. */
  async function replace(): Promise<void> {
    if (isReplacing || isClosing) return
    isReplacing = true
    try {
      const held = await taken()
      giveBack(held, true)
    } catch {
      // Whoever asks next is told why.
    } finally {
      isReplacing = false
    }
  }

  return {
    async lend(signal, work, { mayBreak = false } = {}) {
      const held = (mayBreak ? waiting.shift() : waiting.pop()) ?? (await taken())
      if (held.local !== null) held.pid = null
      try {
        signal?.throwIfAborted()
        signal?.addEventListener('abort', held.cancel)
        return await work(held)
      } finally {
        signal?.removeEventListener('abort', held.cancel)
        // Before the connection is reused, or the cancel would hit the next user's statement.
        if (held.cancelled !== undefined) {
          await held.cancelled
          held.cancelled = undefined
        }
        giveBack(held)
      }
    },
    close() {
      isClosing = true
      while (waiting[0]) returned(waiting[0])
      return pool.end()
    },
  }
}

/** A connection that nobody uses for so long goes back to the pool, which closes it later. */
const UNUSED_MS = 5000

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
  const other = new Client({ connectionString: url, connectionTimeoutMillis: CANCEL_MS })
  other.on('error', () => undefined)
  await other.connect()
  try {
    await other.query('select pg_cancel_backend($1::int)', [pid])
  } finally {
    await other.end()
  }
}

const CANCEL_MS = 15_000

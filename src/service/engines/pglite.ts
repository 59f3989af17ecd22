import { messages as wire, protocol, type PGlite } from '@electric-sql/pglite'
import { execLong } from './longResult.ts'
import { createPlanNames } from './planNames.ts'
import { limitTempFiles, localSettings, SESSION } from './session.ts'
import { joinedRows, type CopiedRows } from '../sql/copiedRows.ts'
import { SqlError, type Settings, type Sql, type SqlResult, type Statement, type Transaction } from '../sql/sql.ts'
import { joinedBytes } from '../../protocol/joinedBytes.ts'

/** What a statement may take. */
export interface PgliteOptions {
  /** The most that its temporary files may hold, in MB. No limit by default. */
  readonly tempFileMb?: number | undefined
  /** Tells that a statement begins that makes way for requests after so many milliseconds, and with Infinity that it is over. */
  readonly onMakesWay?: ((afterMs: number) => void) | undefined
}

/**
 * `Sql` over a PGlite in this thread, in Node or in a browser's worker. PGlite has one connection, so statements and
 * transactions queue. Its `statement_timeout` has no effect (measured): a `StopSwitch` ends a long statement.
 */
export function createPgliteSql(db: PGlite, options: PgliteOptions = {}): Sql {
  const { tempFileMb, onMakesWay = () => undefined } = options
  const ready = db.exec(SESSION + QUIET + (tempFileMb === undefined ? '' : limitTempFiles(tempFileMb)))
  ready.catch(() => undefined)

  const plans = createPlanNames()
  const kept = { names: new Set<string>(), generation: 0 }
  let last: Promise<unknown> = ready

  /**
   * Runs work one at a time, in order. PGlite has queues of its own, but protocol messages bypass them and could land in
   * someone else's transaction.
   */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = last.then(work, async () => {
      await ready
      return work()
    })
    last = done
    done.catch(() => undefined)
    return done
  }

  const { bind, describe, execute, parse: prepare, sync } = protocol.serialize
  const messagesOf = ({ text, values, onlyDescribed }: Statement): readonly Uint8Array[] =>
    onlyDescribed
      ? [prepare({ text }), describe({ type: 'S' })]
      : [prepare({ text }), bind({ values: [...values] }), describe({ type: 'P' }), execute()]
  const send = (...parts: readonly Uint8Array[]) => db.execProtocolStream(joinedBytes(parts), { syncToFs: false })
  const ask = async (longAt: number | undefined, ...parts: readonly Uint8Array[]): Promise<SqlResult> => {
    if (longAt === undefined) return resultOf(await send(...parts))
    const { messages, row } = await execLong(db, joinedBytes(parts), longAt)
    const result = resultOf(messages)
    return row === null ? result : { ...result, rows: [row.values], long: row.long }
  }

  /**
   * Runs a statement in one round trip. PGlite's own `query` takes six, because it asks for the parameters' types; here
   * they are all text.
   */
  async function run(statement: Statement): Promise<SqlResult> {
    try {
      return await db.runExclusive(() => ask(statement.longAt, ...messagesOf(statement), sync()))
    } catch (error) {
      throw sqlError(error)
    }
  }

  /**
   * Runs a prepared statement, parsed and planned once (measured: saves half the time of a search, and six sevenths of a
   * lookup by key).
   */
  async function runKept(name: string, { text, values, longAt }: Statement): Promise<SqlResult> {
    try {
      return await db.runExclusive(async () => {
        if (kept.generation !== plans.generation) {
          await send(prepare({ text: 'deallocate all' }), bind(), execute(), sync())
          kept.names.clear()
          kept.generation = plans.generation
        }
        if (!kept.names.has(name)) {
          await send(prepare({ name, text }), sync())
          kept.names.add(name)
        }
        const bound = bind({ statement: name, values: [...values] })
        return ask(longAt, bound, describe({ type: 'P' }), execute(), sync())
      })
    } catch (error) {
      throw sqlError(error)
    }
  }

  /** Runs statements in one round trip, and gives what each of them did. One of them may have a long value. */
  async function runTogether(statements: readonly Statement[]): Promise<readonly SqlResult[]> {
    const parts = statements.flatMap(messagesOf)
    const place = statements.findIndex(({ longAt }) => longAt !== undefined)
    const sent = joinedBytes([...parts, sync()])
    try {
      const { messages, row } = await db.runExclusive(() => execLong(db, sent, statements[place]?.longAt))
      const results = eachResult(messages, statements)
      return row === null
        ? results
        : results.with(place, { ...resultAt(results, place), rows: [row.values], long: row.long })
    } catch (error) {
      throw sqlError(error)
    }
  }

  /** A transaction that begins with its first statements and is committed with its last ones. */
  async function reading<T>(work: (tx: Transaction) => Promise<T>, settings: Settings): Promise<T> {
    let state: 'new' | 'begun' | 'committed' = 'new'
    const queries = async (statements: readonly Statement[], isLast: boolean): Promise<readonly SqlResult[]> => {
      const set = localSettings(settings)
      const opening = state === 'new' ? ['begin transaction read only', ...(set === '' ? [] : [set])] : []
      state = 'begun'
      const results = await runTogether([...plain(opening), ...statements, ...plain(isLast ? ['commit'] : [])])
      if (isLast) state = 'committed'
      return results.slice(opening.length, opening.length + statements.length)
    }
    /** A function, as the compiler doesn't see what `queries` makes of it. */
    const isBegun = (): boolean => state === 'begun'
    try {
      const result = await work({ query: async (statement) => resultAt(await queries([statement], false), 0), queries })
      if (isBegun()) await db.exec('commit')
      return result
    } catch (error) {
      if (isBegun()) await db.exec('rollback')
      throw sqlError(error)
    }
  }

  async function copied(text: string): Promise<CopiedRows> {
    try {
      const messages = await db.runExclusive(() => send(prepare({ text }), bind(), execute(), sync()))
      return joinedRows(messages.flatMap((message) => (message instanceof wire.CopyDataMessage ? [message.chunk] : [])))
    } catch (error) {
      throw sqlError(error)
    }
  }

  return {
    query: (statement) =>
      inTurn(() => {
        const name = statement.prepare && !statement.onlyDescribed ? plans.nameOf(statement.text) : null
        if (name !== null) return runKept(name, statement)
        if (statement.makesWayAfterMs === undefined) return run(statement)
        onMakesWay(statement.makesWayAfterMs)
        return run(statement).finally(() => onMakesWay(Infinity))
      }),
    async *copy(text) {
      yield await inTurn(() => copied(text))
    },
    copiesAsItRuns: false,
    transaction: (mode, work, settings = {}) =>
      inTurn(async () => {
        if (mode === 'read only') return reading(work, settings)
        try {
          return await db.transaction(async (tx) => {
            const first = localSettings(settings)
            if (first !== '') await tx.exec(first)
            return work({ query: (statement) => run(statement) })
          })
        } catch (error) {
          // PGlite sends no rollback after an interrupted commit: every later statement would fail (measured).
          if (db.isInTransaction()) await db.exec('rollback')
          throw sqlError(error)
        }
      }),
    shortenLog: () =>
      inTurn(async () => {
        const { rows } = await db.query<{ long: boolean }>(LOG_IS_LONG)
        if (rows[0]?.long) await db.exec('checkpoint')
      }),
    close: () => db.close(),
  }
}

/** PostgreSQL has a process for checkpoints, PGlite has none: loading 1,000,000 records leaves a log of 900 MB (measured). */
const LOG_IS_LONG = `
  select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), redo_lsn) > ${64 * 1024 * 1024} as long from pg_control_checkpoint()
`

/** PGlite gathers its log character by character: a refused statement of 150 MB would crash the process (measured). */
const QUIET = `
  set log_min_messages = 'panic';
  set log_min_error_statement = 'panic';
`

type Messages = Awaited<ReturnType<PGlite['execProtocolStream']>>

function resultOf(messages: Messages): SqlResult {
  const described = messages.find((message) => message instanceof wire.RowDescriptionMessage)
  const completed = messages.find((message) => message instanceof wire.CommandCompleteMessage)
  return {
    rows: messages.flatMap((message) => (message instanceof wire.DataRowMessage ? [message.fields] : [])),
    columns: (described?.fields ?? []).map(({ name, dataTypeID, tableID }) => ({
      name,
      type: dataTypeID,
      isStored: tableID !== 0,
    })),
    changed: Number(CHANGED.exec(completed?.text ?? '')?.[1] ?? 0),
  }
}

function plain(texts: readonly string[]): readonly Statement[] {
  return texts.map((text) => ({ text, values: [] }))
}

/** What each of several statements did. */
function eachResult(messages: Messages, statements: readonly Statement[]): readonly SqlResult[] {
  const results: SqlResult[] = []
  let from = 0
  for (const [at, message] of messages.entries()) {
    const Last = statements[results.length]?.onlyDescribed ? wire.RowDescriptionMessage : wire.CommandCompleteMessage
    if (!(message instanceof Last)) continue
    results.push(resultOf(messages.slice(from, at + 1)))
    from = at + 1
  }
  return results
}

function resultAt(results: readonly SqlResult[], place: number): SqlResult {
  const result = results[place]
  if (result === undefined) throw new Error('The statement gave no result')
  return result
}

/** PostgreSQL's tag with the number of changed rows. */
const CHANGED = /^(?:INSERT 0|UPDATE|DELETE|MERGE) (\d+)$/

/** An error with an SQLSTATE comes from PostgreSQL. Other errors are returned as they are. */
function sqlError(error: unknown): unknown {
  if (error instanceof SqlError || !(error instanceof Error)) return error
  const text = (key: string): string | undefined => {
    const held: unknown = Reflect.get(error, key)
    return typeof held === 'string' ? held : undefined
  }
  const code = text('code')
  if (code === undefined || !/^[0-9A-Z]{5}$/.test(code)) return error
  const position = Number(text('position'))
  return new SqlError({
    message: error.message,
    code,
    detail: text('detail'),
    hint: text('hint'),
    position: Number.isInteger(position) ? position : undefined,
  })
}

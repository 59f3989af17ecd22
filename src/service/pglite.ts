import { messages as wire, protocol, type PGlite } from '@electric-sql/pglite'
import { createPlanNames } from './planNames.ts'
import { localSettings, SESSION } from './session.ts'
import { SqlError, type Sql, type SqlResult, type Statement } from './sql.ts'

/**
 * `Sql` over a PGlite in this thread, in Node or in a browser's worker. PGlite has one connection: statements and
 * transactions queue up. It has no `statement_timeout` (measured): a long statement ends by a `StopSwitch`.
 */
export function createPgliteSql(db: PGlite): Sql {
  const ready = db.exec(SESSION + QUIET)
  ready.catch(() => undefined)

  const plans = createPlanNames()
  const kept = { names: new Set<string>(), generation: 0 }
  let last: Promise<unknown> = ready

  /**
   * One after the other, in the order in which they were asked for. PGlite has such queues too, but what is sent to it
   * as messages stands in none of them and would get into somebody's transaction.
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
  const send = (...parts: readonly Uint8Array[]) => db.execProtocolStream(joinedBytes(parts), { syncToFs: false })

  /**
   * Runs a statement in one exchange. PGlite's own `query` takes six, since it asks what the parameters are, which here
   * are texts.
   */
  async function run({ text, values }: Statement): Promise<SqlResult> {
    try {
      return await db.runExclusive(async () =>
        resultOf(
          await send(prepare({ text }), bind({ values: [...values] }), describe({ type: 'P' }), execute(), sync()),
        ),
      )
    } catch (error) {
      throw sqlError(error)
    }
  }

  /**
   * Runs a statement that is kept under a name, so that it is read and planned once (measured: half of the time of a
   * search, six sevenths of that of one record by its key).
   */
  async function runKept(name: string, { text, values }: Statement): Promise<SqlResult> {
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
        return resultOf(await send(bound, describe({ type: 'P' }), execute(), sync()))
      })
    } catch (error) {
      throw sqlError(error)
    }
  }

  return {
    query: (statement) =>
      inTurn(() => {
        const name = statement.prepare ? plans.nameOf(statement.text) : null
        return name === null ? run(statement) : runKept(name, statement)
      }),
    transaction: (mode, work, settings = {}) =>
      inTurn(async () => {
        try {
          return await db.transaction(async (tx) => {
            const first = [
              ...(mode === 'read only' ? ['set transaction read only'] : []),
              localSettings(settings),
            ].join(';')
            if (first !== '') await tx.exec(first)
            return work({ query: (statement) => run(statement) })
          })
        } catch (error) {
          // After a commit that was interrupted PGlite sends no rollback: all that comes later would be refused (measured).
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

/** PostgreSQL has a process for that; PGlite has none, so the log of a load of 1,000,000 records has 900 MB (measured). */
const LOG_IS_LONG = `
  select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), redo_lsn) > ${64 * 1024 * 1024} as long from pg_control_checkpoint()
`

/** PGlite gathers its log character by character: a refused statement of 150 MB would end the process (measured). */
const QUIET = `
  set log_min_messages = 'panic';
  set log_min_error_statement = 'panic';
`

function joinedBytes(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

function resultOf(messages: Awaited<ReturnType<PGlite['execProtocolStream']>>): SqlResult {
  const described = messages.find((message) => message instanceof wire.RowDescriptionMessage)
  const completed = messages.find((message) => message instanceof wire.CommandCompleteMessage)
  return {
    rows: messages.flatMap((message) => (message instanceof wire.DataRowMessage ? [message.fields] : [])),
    columns: (described?.fields ?? []).map((field) => ({ name: field.name, type: field.dataTypeID })),
    changed: Number(CHANGED.exec(completed?.text ?? '')?.[1] ?? 0),
  }
}

/** How PostgreSQL says how many rows a statement has changed. */
const CHANGED = /^(?:INSERT 0|UPDATE|DELETE|MERGE) (\d+)$/

/** A failure that PostgreSQL reported has a SQLSTATE; every other failure stays what it is. */
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

import type { PGlite } from '@electric-sql/pglite'
import { createPgliteSql } from '../engines/pglite.ts'
import { engineAfter } from '../sql/databaseError.ts'
import { SqlError, type Sql, type Statement, type Transaction } from '../sql/sql.ts'
import { giveBackRoom } from './growingFiles.ts'

/** What was met since the last `forget`: during one request, as there is only one at a time. */
export interface Met {
  /** An internal error of PostgreSQL, after which the engine has to be checked. */
  readonly isInDoubt: boolean
  /** There was no room, which the service doesn't know about. */
  readonly isWithoutRoom: boolean
  /** A damaged page. */
  readonly isCorrupt: boolean
}

export interface DurableSql extends Sql {
  met(): Met
  forget(): void
}

/**
 * PostgreSQL whose writing transactions resolve only when they are stored. `onBroken` hears of an error after which the
 * engine can't be trusted, as it isn't PostgreSQL's own.
 */
export function createDurableSql(db: PGlite, onBroken: (error: unknown) => void): DurableSql {
  const sql = createPgliteSql(db)
  let met = NOTHING

  async function guarded<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      notice(error)
      throw error
    }
  }

  function notice(error: unknown): void {
    if (error instanceof SqlError && CORRUPTION.test(error.code)) met = { ...met, isCorrupt: true }
    const state = engineAfter(error)
    if (state === 'broken') onBroken(error)
    else if (state === 'doubtful') met = { ...met, isInDoubt: true }
    else if (isOfStore(error)) met = { ...met, isWithoutRoom: true }
  }

  return {
    ...sql,
    met: () => met,
    forget: () => (met = NOTHING),
    query: (statement) => guarded(() => sql.query(statement)),
    async *copy(text) {
      try {
        yield* sql.copy(text)
      } catch (error) {
        notice(error)
        throw error
      }
    },
    async transaction(mode, work, settings) {
      // Errors thrown by the work itself, such as refusals, are no failures of the engine; those of `commit` are.
      const own = new Set<unknown>()
      const result = await sql
        .transaction(
          mode,
          (tx) => {
            const query = (statement: Statement) => guarded(() => tx.query(statement))
            const { queries } = tx
            const noticed: Transaction = queries
              ? { query, queries: (statements, isLast) => guarded(() => queries(statements, isLast)) }
              : { query }
            return work(noticed).catch((error: unknown) => {
              own.add(error)
              throw error
            })
          },
          settings,
        )
        .catch((error: unknown) => {
          if (!own.has(error)) notice(error)
          throw error
        })
      // PGlite itself doesn't wait for the store after a transaction: it counts `commit` as part of it.
      if (mode === 'read write') {
        await guarded(() => db.syncToFs())
        await guarded(() => db.runExclusive(giveBackRoom))
      }
      return result
    },
  }
}

const NOTHING: Met = { isInDoubt: false, isWithoutRoom: false, isCorrupt: false }

/** Whether the store has no room, or its files can't be written: how a browser's refusal of more space arrives here. */
export function isOfStore(error: unknown): boolean {
  return error instanceof SqlError && STORE_FAILURE.test(error.code)
}

/** SQLSTATEs of full disks and unwritable files. */
const STORE_FAILURE = /^(?:53|58(?!P01))/

/** SQLSTATEs of data and indexes that are damaged, and of files that are gone. */
const CORRUPTION = /^(?:XX00[12]|58P01)/

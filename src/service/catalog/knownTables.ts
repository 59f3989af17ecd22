import { TABLE_METADATA } from '../../protocol/actions.ts'
import { readTable, type Connection, type Table } from './catalog.ts'
import { Refusal } from '../refusal.ts'

/** Returned by work that finds another version of the table than the one it was given. */
export const OUTDATED = Symbol('outdated')

/** Remembers tables, so that a search needn't read the catalog first. */
export interface KnownTables {
  /**
   * Gives `work` the table with this id or alias; 404 if there is none. The table may have changed since it was read, so
   * `work` must compare its version in the same statement that reads the records, and return `OUTDATED` if it differs.
   * Then, or if it failed on an outdated table, it runs again with the current one.
   */
  use<T>(idOrAlias: string, work: (table: Table) => Promise<T | typeof OUTDATED>): Promise<T>
  /** Whether a table or alias has this name, or had it when last read. If it is gone since, PostgreSQL will say so. */
  serves(name: string): Promise<boolean>
}

/** Remembers the tables of a database that other processes may change too. */
export function rememberTables(connection: Connection): KnownTables {
  const known = new Map<string, Table>()

  async function read(idOrAlias: string): Promise<Table> {
    known.delete(idOrAlias)
    const table = await readTable(connection, idOrAlias)
    if (known.size >= MOST_TABLES) known.clear()
    if (idOrAlias !== TABLE_METADATA) known.set(idOrAlias, table)
    return table
  }

  return {
    async serves(name) {
      if (known.has(name)) return true
      try {
        await read(name)
        return true
      } catch (error) {
        if (error instanceof Refusal && error.status === 404) return false
        throw error
      }
    },
    async use(idOrAlias, work) {
      let table = known.get(idOrAlias)
      if (table) {
        const before = table
        let failure: unknown
        try {
          const done = await work(table)
          if (done !== OUTDATED) return done
        } catch (error) {
          failure = error
        }
        table = await read(idOrAlias)
        if (failure !== undefined && JSON.stringify(table) === JSON.stringify(before)) throw failure
      } else table = await read(idOrAlias)
      for (;;) {
        const done = await work(table)
        if (done !== OUTDATED) return done
        table = await read(idOrAlias)
      }
    },
  }
}

const MOST_TABLES = 1000

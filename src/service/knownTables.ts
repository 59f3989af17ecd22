import { TABLE_METADATA } from '../protocol/actions.ts'
import { readTable, type Connection, type Table } from './catalog.ts'
import { Refusal } from './refusal.ts'

/** What work answers when the table's version, read together with the records, is not the one it was given. */
export const OUTDATED = Symbol('outdated')

/** The tables that were asked for before, so that a search need not ask the catalog what its table is. */
export interface KnownTables {
  /**
   * Gives `work` the table of an id or an alias; 404 where there is none. The table may have been changed since it was
   * read: `work` has to compare its version, in the statement that reads the records, and answer `OUTDATED` where it is
   * another. It is then done once more with the table as it is now, and so is work that failed on what is out of date.
   */
  use<T>(idOrAlias: string, work: (table: Table) => Promise<T | typeof OUTDATED>): Promise<T>
  /** Whether a table or an alias has that name, or had it when it was last looked at: PostgreSQL says when it has gone. */
  serves(name: string): Promise<boolean>
}

/** Remembers the tables of a database, which other processes may change too. */
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

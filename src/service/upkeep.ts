import { registered, type Table } from './catalog.ts'
import { isTimeout } from './databaseError.ts'
import type { Sql } from './sql.ts'
import { sql, statement } from './statement.ts'

/** Looks after tables when nobody writes to them any more. */
export interface Upkeep {
  /** Tells that so many records of a table were stored or deleted, and that this is committed. */
  changed(table: Table, records: number): void
}

/**
 * Vacuums a table after large changes, once they have paused: only then are its pages known to be visible to everyone
 * (measured: a count and a deep offset take a third to a sixth of the time), its full-text index is in order and the
 * planner knows its values. PGlite has no autovacuum, and that of PostgreSQL may come a minute later. The log is shortened
 * while a load runs.
 */
export function createUpkeep(database: Sql): Upkeep {
  const waiting = new Map<number, Due>()
  let unwritten = 0

  async function vacuum(table: Table): Promise<void> {
    const due = waiting.get(table.number)
    if (!due) return
    const found = await database.query(statement(sql`select ${registered(table, 'records')}`))
    if (due.timer !== null || due.records < Number(found.rows[0]?.[0] ?? 0) * CHANGED_SHARE) return
    waiting.delete(table.number)
    await database.query(statement(sql`vacuum (analyze, skip_locked) ${table.relation}`))
  }

  /** Vacuums the table when nothing more has changed in it for a while. */
  function vacuumLater(table: Table, due: Due): void {
    if (due.timer !== null) clearTimeout(due.timer)
    due.timer = setTimeout(() => {
      due.timer = null
      vacuum(table).catch((error: unknown) => {
        // Where it can't be done now (the table is gone, the database is closing), reading is slower and still right.
        if (!isTimeout(error) || (waiting.get(table.number) ?? due) !== due) return
        // It was in the way of a request whose time was up.
        waiting.set(table.number, due)
        vacuumLater(table, due)
      })
    }, PAUSE_MS)
    // It is no reason for a process to live on; a browser's timer is a number.
    if (typeof due.timer === 'object') due.timer.unref()
  }

  return {
    changed(table, records) {
      if (records === 0) return
      const known = waiting.get(table.number) ?? { records: 0, timer: null }
      known.records += records
      waiting.set(table.number, known)
      if (known.records >= MANY_RECORDS) vacuumLater(table, known)
      unwritten += records
      if (unwritten < MANY_RECORDS) return
      unwritten = 0
      database.shortenLog?.().catch(() => undefined)
    },
  }
}

interface Due {
  records: number
  timer: ReturnType<typeof setTimeout> | null
}

/** Fewer than this are not worth it. */
const MANY_RECORDS = 5000

/** In a large table it is worth it when this part of the records is new. */
const CHANGED_SHARE = 0.05

/** Longer than a client that loads in batches takes from one to the next. */
const PAUSE_MS = 1000

import { registered, type Table } from './catalog.ts'
import { isTimeout } from '../sql/databaseError.ts'
import type { Sql } from '../sql/sql.ts'
import { sql, statement } from '../sql/statement.ts'

/** Maintains tables once writing to them has paused. */
export interface Upkeep {
  /** Reports that this many records of a table were stored or deleted and committed. */
  changed(table: Table, records: number): void
}

/**
 * Vacuums a table when large changes have paused. That marks its pages as visible to everyone (measured: a count and a deep
 * offset take a third to a sixth of the time), cleans up its full-text index and tells the planner about its values. PGlite
 * has no autovacuum, and PostgreSQL's may come a minute later. During a load, the log is kept short.
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
    const asked = statement(sql`vacuum (analyze, skip_locked) ${table.relation}`)
    await database.query({ ...asked, alone: true, makesWayAfterMs: due.makesWayAfterMs })
  }

  /** Vacuums the table after a pause without changes, and after one that made way whatever changes. */
  function vacuumLater(table: Table, due: Due): void {
    if (due.timer !== null) clearTimeout(due.timer)
    due.timer = setTimeout(() => {
      due.timer = null
      vacuum(table).catch((error: unknown) => {
        // If it fails (the table is gone, the database is closing), reads are slower but still correct.
        if (!isTimeout(error) || (waiting.get(table.number) ?? due) !== due) return
        // It was cancelled for requests. The pages that it has marked stay so, but it has to look for deleted records again:
        // so that it comes to an end, it has longer each time.
        due.makesWayAfterMs *= 2
        waiting.set(table.number, due)
        vacuumLater(table, due)
      })
    }, pauseOf(due))
    // Doesn't keep the process alive. In browsers a timer is a number.
    if (typeof due.timer === 'object') due.timer.unref()
  }

  return {
    changed(table, records) {
      if (records === 0) return
      const known = waiting.get(table.number) ?? { records: 0, timer: null, makesWayAfterMs: MAKES_WAY_AFTER_MS }
      known.records += records
      waiting.set(table.number, known)
      // What was put off once need not wait for another pause.
      if (known.records >= MANY_RECORDS && (known.timer === null || isFirst(known))) vacuumLater(table, known)
      unwritten += records
      if (unwritten < MANY_RECORDS) return
      unwritten = 0
      database.shortenLog?.().catch(() => undefined)
    },
  }
}

interface Due {
  records: number
  makesWayAfterMs: number
  timer: ReturnType<typeof setTimeout> | null
}

function isFirst({ makesWayAfterMs }: Due): boolean {
  return makesWayAfterMs === MAKES_WAY_AFTER_MS
}

function pauseOf(due: Due): number {
  return isFirst(due) ? PAUSE_MS : LONGER_PAUSE_MS
}

/** Fewer changes than this are not worth a vacuum. */
const MANY_RECORDS = 5000

/** In a large table, the share of changed records that makes it worth it. */
const CHANGED_SHARE = 0.05

/** Longer than the time between two batches of a load. */
const PAUSE_MS = 1000

/** After an attempt that made way; shorter than the time without requests after which a grown PGlite is renewed. */
const LONGER_PAUSE_MS = 2000

/** On PGlite, where everybody waits meanwhile: a vacuum of 1,000,000 new records takes three seconds. */
const MAKES_WAY_AFTER_MS = 100

import { openDB, type DBSchema, type IDBPDatabase } from 'idb'
import type { NotedTable, SalvagedTable } from '../../protocol/engineMessages.ts'
import type { Sql } from '../sql/sql.ts'
import { name as quoted, sql as fragment, statement } from '../sql/statement.ts'

/** The list of the tables and their records, kept beside the store: it tells what is missing when PostgreSQL doesn't. */
export interface NotedTables {
  /** What there is less of than was noted. */
  compare(): Promise<readonly SalvagedTable[]>
  /** What is stored now. */
  now(): Promise<readonly NotedTable[]>
  /** Notes what is stored now. */
  note(): Promise<void>
}

/** Never throws if the list can't be read or written, as then it is only not known what was there. */
export function createNotedTables(sql: Sql): NotedTables {
  const stored = async (): Promise<readonly NotedTable[]> => {
    const { rows } = await sql.query({ text: TABLES, values: [] })
    return rows.flatMap(([id, name, records, bytes]) => {
      if (typeof id !== 'string' || typeof bytes !== 'string') return []
      const count = Number(records ?? Number.NaN)
      return [{ id, name: name ?? id, records: Number.isNaN(count) ? null : count, bytes: Number(bytes) }]
    })
  }
  /** Null if the table can't be read. */
  const countOf = async (id: string): Promise<number | null> => {
    const counted = await sql
      .query(statement(fragment`select count(*)::text from datastore.${quoted(id)}`))
      .catch(() => null)
    return counted && Number(counted.rows[0]?.[0])
  }
  return {
    now: stored,
    async compare() {
      const now = new Map((await stored()).map((table) => [table.id, table]))
      const lost: SalvagedTable[] = []
      for (const { id, name, records, bytes } of await readNoted()) {
        const found = now.get(id)
        // PostgreSQL misses a file that is gone only when it reads it, and takes the records of a cut one for all.
        const isShorter = found === undefined || found.bytes < bytes
        const left = found === undefined ? null : isShorter ? await countOf(id) : found.records
        if (isShorter && left === null) lost.push({ name, saved: null, records })
        else if (left !== null && records !== null && left < records) lost.push({ name, saved: left, records })
      }
      return lost
    },
    async note() {
      const before = new Map((await readNoted()).map((table) => [table.id, table]))
      // Of a table whose file is gone it stays known what was in it.
      const tables = (await stored()).map(
        (table) => (table.bytes === 0 && table.records !== 0 && before.get(table.id)) || table,
      )
      await withNotes((notes) => notes.put(NAME, tables, KEY).then(() => undefined), undefined)
    },
  }
}

/** What was noted last; nothing if that isn't known. */
export async function readNoted(): Promise<readonly NotedTable[]> {
  return withNotes(async (notes) => (await notes.get(NAME, KEY)) ?? [], [])
}

/** By a name that people know, as far as there is one; `bytes` is null where PostgreSQL has no such table. */
export const TABLES = `
  select t.resource_id as id, min(a.alias) as name, t.records::text as records, pg_relation_size(c.oid)::text as bytes
  from rowan.tables t
    left join rowan.aliases a on a.resource_id = t.resource_id
    left join pg_class c on c.relname = t.resource_id and c.relnamespace = 'datastore'::regnamespace
  group by t.resource_id, t.records, c.oid order by 2, 1`

/** Not in the folder of PostgreSQL, so that damage there spares it. */
const NAME = 'rowan-tables'
const KEY = 'tables'

/** The database of the list; `onClosed` is called if the browser closes it, as it does when the site's data is removed. */
export function openNotes(onClosed: () => void = () => undefined): Promise<IDBPDatabase<Notes>> {
  return openDB<Notes>(NAME, 1, {
    upgrade(db, _from, _to, transaction) {
      // If the browser removes the site's data meanwhile, opening fails; this says the same once more, to nobody.
      transaction.done.catch(() => undefined)
      db.createObjectStore(NAME)
    },
    blocking: (_now, _wanted, event) => {
      if (event.target instanceof IDBDatabase) event.target.close()
    },
    terminated: onClosed,
  })
}

interface Notes extends DBSchema {
  [NAME]: { key: typeof KEY; value: readonly NotedTable[] }
}

async function withNotes<T>(work: (notes: IDBPDatabase<Notes>) => Promise<T>, otherwise: T): Promise<T> {
  try {
    const notes = await openNotes()
    try {
      return await work(notes)
    } finally {
      notes.close()
    }
  } catch {
    return otherwise
  }
}

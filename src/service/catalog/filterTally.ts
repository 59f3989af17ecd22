import { registered, type Connection, type Table } from './catalog.ts'
import { sql, statement } from '../sql/statement.ts'

/** Counts by which fields without an index tables are filtered, since the service started. */
export interface FilterTally {
  /** Counts a search that was filtered by these fields. Does nothing if one of them has an index. */
  searched(table: Table, fields: readonly string[]): void
  /** The fields by which this large table is often filtered and that have no index. */
  wanting(table: Table): readonly WantedIndex[]
}

/** A field that should have an index, and how many searches were filtered by it. */
export interface WantedIndex {
  readonly field: string
  readonly searches: number
}

/** Every so many searches it is checked whether the table is large. */
const OFTEN = 100

/** A scan of fewer records is quick. */
const LARGE_RECORDS = 50_000

/** Fields counted at once; beyond that the count starts over. */
const MOST_FIELDS = 10_000

/** `onOften` gets a sentence for the operator, once for each field. */
export function createFilterTally(connection: Connection, onOften?: (sentence: string) => void): FilterTally {
  const counts = new Map<string, { searches: number; isTold: boolean }>()

  async function tell(table: Table, field: string): Promise<void> {
    const found = await connection.query(statement(sql`select ${registered(table, 'records')}`))
    const records = Number(found.rows[0]?.[0] ?? 0)
    const count = counts.get(keyOf(table, field))
    if (records < LARGE_RECORDS || count === undefined || count.isTold) return
    count.isTold = true
    onOften?.(
      `Table "${table.id}" (${records} records) is often filtered by "${field}", which has no index, so that each time all records are read. datastore_create with "indexes" makes one; name all indexes that the table shall have.`,
    )
  }

  return {
    searched(table, fields) {
      if (table.number === 0 || fields.some((field) => table.leading.includes(field))) return
      for (const field of fields) {
        const key = keyOf(table, field)
        if (counts.size >= MOST_FIELDS && !counts.has(key)) counts.clear()
        const count = counts.get(key) ?? { searches: 0, isTold: false }
        count.searches += 1
        counts.set(key, count)
        // If the database is out of reach, the searches say so themselves.
        if (count.searches % OFTEN === 0 && !count.isTold) tell(table, field).catch(() => undefined)
      }
    },
    wanting(table) {
      return table.columns.flatMap(({ name }) => {
        const count = counts.get(keyOf(table, name))
        return count?.isTold && !table.leading.includes(name) ? [{ field: name, searches: count.searches }] : []
      })
    },
  }
}

function keyOf(table: Table, field: string): string {
  return `${table.number} ${field}`
}

import type { PGlite } from '@electric-sql/pglite'
import { quoted } from '../sql/statement.ts'

/**
 * Whoever first reads a record notes in its block that it is committed. As blocks have checksums, PostgreSQL logs each block
 * for that whole, unless it was written since the last checkpoint, as these were. Left to the first statement that reads all
 * of 1,000,000 records, that is a log of 330 MB at once: more files than there are for it, and PostgreSQL ends (measured).
 */
export async function markCommitted(db: PGlite, id: string, blocks: number): Promise<void> {
  const from = Math.max(0, blocks - EXTENDED_AHEAD)
  await db.exec(`select count(*) from datastore.${quoted(id)} where ctid >= '(${from},0)'`)
}

/** A file is made longer by so many blocks in advance, at most, which the next page then fills. */
const EXTENDED_AHEAD = 128

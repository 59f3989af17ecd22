import type { PoolClient } from 'pg'

const IS_FLUSHED = `current_setting('synchronous_commit') <> 'off'`

/** SQL for the position in the log that includes all commits that were acknowledged: bytes, as text. */
export const POSITION = `(case when ${IS_FLUSHED} then pg_current_wal_flush_lsn() else pg_current_wal_insert_lsn() end - '0/0')::text`

/**
 * Commits, and gives a position that includes the commit; null if commits are acknowledged before they are on the disk.
 * One message, so that it costs no second round trip.
 */
export async function commitForPosition(client: PoolClient): Promise<bigint | null> {
  // pg gives a list if a text has several statements; its types don't say so.
  const text = `commit;select case when ${IS_FLUSHED} then ${POSITION} end`
  const results: unknown = await client.query({ text, rowMode: 'array' })
  const last: unknown = Array.isArray(results) ? results.at(-1) : null
  const rows: unknown = typeof last === 'object' && last ? Reflect.get(last, 'rows') : null
  // One row of one column.
  const position = String(rows)
  return position === '' ? null : BigInt(position)
}

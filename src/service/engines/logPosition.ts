import type { PoolClient } from 'pg'

/** SQL for the position in the log that includes all commits that were acknowledged: bytes, as text. */
export const POSITION = `(case current_setting('synchronous_commit') when 'off' then pg_current_wal_insert_lsn()
  else pg_current_wal_flush_lsn() end - '0/0')::text`

/** Commits, and gives a position that includes the commit. One message, so that it costs no second round trip. */
export async function commitForPosition(client: PoolClient): Promise<bigint> {
  // pg gives a list if a text has several statements; its types don't say so.
  const results: unknown = await client.query({ text: `commit;select ${POSITION}`, rowMode: 'array' })
  const last: unknown = Array.isArray(results) ? results.at(-1) : null
  const rows: unknown = typeof last === 'object' && last ? Reflect.get(last, 'rows') : null
  // One row of one column.
  return BigInt(String(rows))
}

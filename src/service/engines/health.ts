import { engineAfter } from '../sql/databaseError.ts'
import type { Sql } from '../sql/sql.ts'

/**
 * Whether PGlite still works after an internal error: it reads its catalogs and a table that is always there, sorts, and
 * builds a search index of a text. Any answer of PostgreSQL's but another internal error counts.
 */
export async function isHealthy(sql: Pick<Sql, 'query'>): Promise<boolean> {
  try {
    for (const text of CHECKS) await sql.query({ text, values: [] })
    return true
  } catch (error) {
    return engineAfter(error) === 'sound'
  }
}

const CHECKS: readonly string[] = [
  'select count(*) from (select oid, relname from pg_class order by relname desc) c',
  'select count(*) from (select resource_id, key from rowan.tables order by resource_id) t',
  `select to_tsvector('english', 'sound') @@ to_tsquery('english', 'sound')`,
]

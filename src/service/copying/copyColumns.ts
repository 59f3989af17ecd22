import type { Transaction } from '@electric-sql/pglite'
import { takingOf, type CopyColumn } from './copyText.ts'

/** The columns of a copy's table that take what comes, in their order. */
export async function columnsOf(tx: Transaction, id: string): Promise<readonly CopyColumn[]> {
  const { rows } = await tx.query<{ name: string; type: string }>(COLUMNS, [id])
  return rows.map(({ name, type }) => ({ name, takes: takingOf(type) }))
}

const COLUMNS = `
  select a.attname as name, y.typname as type
  from pg_class c join pg_attribute a on a.attrelid = c.oid join pg_type y on y.oid = a.atttypid
  where c.relname = $1 and c.relnamespace = 'datastore'::regnamespace
    and a.attnum > 0 and not a.attisdropped and a.attname <> '_full_text'
  order by a.attnum`

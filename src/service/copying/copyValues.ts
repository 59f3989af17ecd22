import type { PGlite, Transaction } from '@electric-sql/pglite'
import type { CopyColumns } from '../../protocol/copyMessages.ts'
import { wholeResponse } from '../../protocol/wholeBody.ts'
import { quoted } from '../sql/statement.ts'

/** The types whose binary form is read; values of all others come as their text. */
const READ: ReadonlySet<string> = new Set(
  (
    'bool int2 int4 int8 oid float4 float8 numeric date timestamp timestamptz time text varchar name bpchar ' +
    '_bool _int2 _int4 _int8 _float4 _float8 _numeric _date _timestamp _timestamptz _time _text _varchar'
  ).split(' '),
)

/**
 * Values of columns in binary, as `CopyColumns` asks. Blocks are read one after the other by their numbers: a plain reading of
 * the whole table may begin anywhere.
 */
export function copyValues(db: PGlite, asked: CopyColumns): Promise<Response> {
  return db.transaction(async (tx) => {
    // A condition is made by the page; it must not change anything all the same.
    await tx.exec('set transaction read only; set local search_path = pg_catalog, datastore, pg_temp')
    const { types, blocks, records } = await known(tx, asked.id)
    const columns = asked.columns.map((name) => {
      const type = types.get(name) ?? 'text'
      if (READ.has(type)) return { sql: quoted(name), type }
      if (type.startsWith('_')) return { sql: `${quoted(name)}::text[]`, type: '_text' }
      return { sql: `${quoted(name)}::text`, type: type.startsWith('json') ? 'json' : 'text' }
    })
    const condition = asked.condition === null ? [] : [{ sql: `(${asked.condition})`, type: 'bool' }]
    const all = [...columns, ...condition]
    const until = asked.fromBlock + asked.blocks
    const { blob } = await tx.query(
      `copy (select ${all.map(({ sql }) => sql).join(', ')} from datastore.${quoted(asked.id)}
        where ctid >= '(${asked.fromBlock},0)' and ctid < '(${until},0)') to '/dev/blob' (format binary)`,
    )
    return wholeResponse(new Uint8Array(blob === undefined ? new ArrayBuffer(0) : await blob.arrayBuffer()), {
      headers: {
        'x-rowan-types': JSON.stringify(all.map(({ type }) => type)),
        'x-rowan-blocks': String(blocks),
        'x-rowan-records': String(records),
      },
    })
  })
}

async function known(tx: Transaction, id: string) {
  const table = await tx.query<{ blocks: number; records: number }>(
    `select (pg_relation_size(c.oid) / current_setting('block_size')::int)::int as blocks, k.records::int as records
     from rowan.copies k join pg_class c on c.relname = k.id and c.relnamespace = 'datastore'::regnamespace where k.id = $1`,
    [id],
  )
  const columns = await tx.query<{ name: string; type: string }>(
    `select a.attname as name, y.typname as type from pg_class c join pg_attribute a on a.attrelid = c.oid
       join pg_type y on y.oid = a.atttypid
     where c.relname = $1 and c.relnamespace = 'datastore'::regnamespace and a.attnum > 0 and not a.attisdropped`,
    [id],
  )
  const { blocks = 0, records = 0 } = table.rows[0] ?? {}
  return { types: new Map(columns.rows.map(({ name, type }) => [name, type])), blocks, records }
}

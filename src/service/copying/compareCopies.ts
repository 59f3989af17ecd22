import type { Transaction } from '@electric-sql/pglite'
import { changesTable, type CopyChanges } from '../../protocol/copyMessages.ts'
import { columnsOf } from './copyColumns.ts'
import type { CopyColumn } from './copyText.ts'
import { literal, quoted } from '../sql/statement.ts'

/** Makes the table of what is different, with both records as JSON, and says how much that is. */
export async function compare(tx: Transaction, id: string, before: string): Promise<CopyChanges> {
  const [now, old] = await Promise.all([columnsOf(tx, id), columnsOf(tx, before)])
  const known = new Set(old.map(({ name }) => name))
  const shared = now.filter(({ name }) => name !== '_id' && known.has(name))
  const table = changesTable(id)
  const different = shared.map(({ name }) => `n.${quoted(name)}::text is distinct from o.${quoted(name)}::text`)
  const names = shared.map(({ name }, place) => `case when ${different[place]} then ${literal(name)} end`)
  const isChanged = different.length === 0 ? 'false' : `(${different.join(' or ')})`
  const changed = names.length === 0 ? `'[]'` : `to_json(array_remove(array[${names.join(', ')}], null))`
  await tx.query('insert into rowan.tables (resource_id, records) values ($1, 0)', [table])
  await tx.exec(`
    create table datastore.${quoted(table)} as
    select (row_number() over (order by coalesce(n."_id", o."_id")))::int4 as "_id",
      null::tsvector as "_full_text",
      case when o."_id" is null then 'added' when n."_id" is null then 'removed' else 'changed' end as since,
      case when o."_id" is null or n."_id" is null then '[]' else ${changed} end as fields,
      case when o."_id" is not null then ${recordOf('o', old)} end as was,
      case when n."_id" is not null then ${recordOf('n', now)} end as now
    from datastore.${quoted(id)} n full join datastore.${quoted(before)} o on n."_id" = o."_id"
    where o."_id" is null or n."_id" is null or ${isChanged};
    alter table datastore.${quoted(table)} add primary key ("_id");
    update rowan.tables set records = (select count(*) from datastore.${quoted(table)})
      where resource_id = ${literal(table)}`)
  const counted = await tx.query<{ since: string; count: number }>(
    `select since, count(*)::int as count from datastore.${quoted(table)} group by 1`,
  )
  const counts = new Map(counted.rows.map(({ since, count }) => [since, count]))
  const fields = await tx.query<{ name: string; count: number }>(
    `select f as name, count(*)::int as count from datastore.${quoted(table)}, json_array_elements_text(fields) f
     group by 1 order by 2 desc, 1`,
  )
  return {
    added: counts.get('added') ?? 0,
    removed: counts.get('removed') ?? 0,
    changed: counts.get('changed') ?? 0,
    fields: fields.rows.map(({ name, count }) => [name, count]),
  }
}

/** A record as JSON, without what is only there for search. */
function recordOf(source: string, columns: readonly CopyColumn[]): string {
  const values = columns.map(({ name }) => `${source}.${quoted(name)}`).join(', ')
  return `(select row_to_json(r) from (select ${values}) r)`
}

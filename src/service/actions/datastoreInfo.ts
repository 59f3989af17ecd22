import { aliasesOf, readTable, registered } from '../catalog/catalog.ts'
import { flag, objectText, resourceId } from '../http/params.ts'
import { notFound, Refusal } from '../refusal.ts'
import { sql, statement, value } from '../sql/statement.ts'
import type { Action } from './action.ts'

/** `datastore_info` (protocol/README.md P32): describes a table, without its records. */
export const datastoreInfo: Action = async ({ database, tally, params }) => {
  const id = resourceId(params)
  const table = await readTable(database, id).catch((error: unknown) => {
    throw error instanceof Refusal && error.status === 404 ? notFound(`Resource/Alias "${id}" was not found.`) : error
  })
  const withSchema = flag(params, 'include_fields_schema', true)
  const schemas = new Map<string, string>()
  if (withSchema) {
    const found = await database.query(
      statement(sql`
      select a.attname, json_build_object(
        'native_type', format_type(a.atttypid, a.atttypmod),
        'notnull', a.attnotnull,
        'is_index', i.relname is not null,
        'index_name', i.relname,
        'uniquekey', i.indisunique is true
      )::text
      from pg_class c
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      left join lateral (
        select n.relname, x.indisunique
        from pg_index x join pg_class n on n.oid = x.indexrelid
        where x.indrelid = c.oid and (a.attnum = any(x.indkey) or exists (
          select 1 from pg_depend d
          where d.classid = 'pg_class'::regclass and d.objid = x.indexrelid and d.refobjid = c.oid and d.refobjsubid = a.attnum
        ))
        order by x.indisunique desc, n.relname limit 1
      ) i on true
      where c.relname = ${value(table.id)} and c.relnamespace = 'datastore'::regnamespace`),
    )
    for (const [field, schema] of found.rows) if (field && schema) schemas.set(field, schema)
  }
  const fields = table.columns
    .filter((column) => column.name !== '_id')
    .map((column) => {
      const schema = schemas.get(column.name)
      return objectText([
        ['id', JSON.stringify(column.name)],
        ['type', JSON.stringify(column.type)],
        ...(column.info === null ? [] : [['info', column.info] as const]),
        ...(schema === undefined ? [] : [['schema', schema] as const]),
      ])
    })
  const result: (readonly [string, string])[] = []
  if (flag(params, 'include_meta', true)) {
    const total =
      table.number === 0 ? sql`(select count(*)::text from ${table.relation})` : registered(table, 'records')
    const found = await database.query(
      statement(sql`
      select ${total},
        pg_relation_size(${value(statement(table.relation).text, 'regclass')})::text,
        pg_indexes_size(${value(statement(table.relation).text, 'regclass')})::text,
        pg_database_size(current_database())::text`),
    )
    const [count, size, indexSize, databaseSize] = found.rows[0] ?? []
    const wanting = tally.wanting(table)
    result.push([
      'meta',
      objectText([
        ['id', JSON.stringify(table.id)],
        ['count', count ?? '0'],
        ['table_type', '"BASE TABLE"'],
        ['size', size ?? '0'],
        ['idx_size', indexSize ?? '0'],
        ['db_size', databaseSize ?? '0'],
        ['aliases', JSON.stringify(await aliasesOf(database, table.id))],
        // Not CKAN's, and only there if there is something to say.
        ...(wanting.length === 0 ? [] : [['often_filtered_without_index', JSON.stringify(wanting)] as const]),
      ]),
    ])
  }
  result.push(['fields', `[${fields.join(', ')}]`])
  return objectText(result)
}

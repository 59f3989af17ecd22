import { version } from '../../../package.json'
import { actions } from '../../protocol/actions.ts'
import { objectText, plainText } from '../http/params.ts'
import { invalid, notFound } from '../refusal.ts'
import type { Action } from './action.ts'

/** `help_show`: one sentence about an action. The `help` of every answer points here. */
export const helpShow: Action = ({ params }) => {
  const action = plainText(params, 'name')
  if (!action) throw invalid({ name: ['Missing value'] })
  const help = Object.hasOwn(HELP, action) ? Reflect.get(HELP, action) : undefined
  if (help === undefined) throw notFound(`Action "${action}" was not found.`)
  return Promise.resolve(JSON.stringify(help))
}

/** `status_show`: the product, its version, its limits, and what it can do beyond CKAN. It never claims to be CKAN. */
export const statusShow: Action = ({ limits, sql }) =>
  Promise.resolve(
    objectText([
      ['product', '"Rowan"'],
      ['version', JSON.stringify(version)],
      ['rowan_limits', JSON.stringify(limits())],
      ['rowan_sql', JSON.stringify(sql.access)],
      ...(sql.functions === null ? [] : [['rowan_functions', JSON.stringify([...sql.functions])] as const]),
      ['rowan_abilities', '["explain"]'],
    ]),
  )

const HELP = {
  datastore_create: 'Creates or changes a table: resource_id, fields, records, primary_key, indexes, aliases. POST.',
  datastore_upsert: 'Stores records in a table: resource_id, records, method (upsert, insert, update). POST.',
  datastore_search: 'Finds records of a table: resource_id, q, filters, sort, limit, offset, fields. GET or POST.',
  datastore_search_sql:
    'Runs one SELECT statement: sql. Write the resource id in double quotes as the table name. EXPLAIN (FORMAT JSON) before it gives its plan. GET or POST.',
  datastore_info: 'Describes a table: resource_id. GET or POST.',
  datastore_delete: 'Drops a table or, with filters, deletes the matching records: resource_id, filters. POST.',
  datastore_records_delete: 'Deletes the matching records: resource_id, filters. POST.',
} as const satisfies Record<keyof typeof actions, string>

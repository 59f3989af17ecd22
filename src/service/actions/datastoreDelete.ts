import { jsonKind, type JsonText } from '../../protocol/jsonText.ts'
import { pickShown, recordsOf, stretchOf } from '../search/answer.ts'
import { change, countMore, existingTable, recount, type Connection, type Table } from '../catalog/catalog.ts'
import { isRefusedRequest, isTimeout } from '../sql/databaseError.ts'
import { extras, flag, given, objectText, resourceId } from '../http/params.ts'
import { invalid } from '../refusal.ts'
import { planSearch, type Search } from '../search/searchQuery.ts'
import { sql, statement } from '../sql/statement.ts'
import { dropTable } from '../write/tableChange.ts'
import type { Action, ActionContext } from './action.ts'

/**
 * `datastore_delete` (protocol/README.md P33): drops the table if `filters` is absent, or else deletes the matching records.
 * Unlike CKAN it refuses `filters: null`, which in CKAN drops the whole table, even if "no filter" was meant.
 */
export const datastoreDelete: Action = async (context) => {
  const { database, params, mayWrite } = context
  const id = resourceId(params)
  const filters = params.get('filters')
  if (filters === undefined) {
    mayWrite()
    await change(database, async (tx) => dropTable(tx, await existingTable(tx, id)))
    const unknown = extras(params, KNOWN)
    const members: [string, JsonText][] = [['resource_id', JSON.stringify(id)]]
    if (unknown !== null) members.push(['__extras', unknown])
    return objectText(members)
  }
  if (filters === 'null') {
    throw invalid({
      filters: [
        'null is ambiguous. Leave filters out to drop the table, or call datastore_records_delete with {} to delete all records.',
      ],
    })
  }
  if (jsonKind(filters) !== 'object') throw invalid({ filters: ['filters must be either a dict or null.'] })
  return deleteRecords(context, id, filters)
}

/** `datastore_records_delete` (protocol/README.md P33): deletes the matching records; `filters` is required. */
export const datastoreRecordsDelete: Action = async (context) => {
  const id = resourceId(context.params)
  const filters = context.params.get('filters')
  if (filters === undefined) throw invalid({ filters: ['Missing value'] })
  if (jsonKind(filters) !== 'object') throw invalid({ filters: ['Must be a dict'] })
  return deleteRecords(context, id, filters)
}

const KNOWN: ReadonlySet<string> = new Set([
  'resource_id',
  'id',
  'filters',
  'force',
  'calculate_record_count',
  'include_deleted_records',
])

async function deleteRecords(
  { database, upkeep, params, rowsMax, mayWrite }: ActionContext,
  id: string,
  filters: JsonText,
): Promise<JsonText> {
  const unknown = extras(params, KNOWN)
  if (unknown !== null) {
    throw invalid({ __extras: Object.keys(JSON.parse(unknown)).map((name) => `invalid value "${name}"`) })
  }
  mayWrite()
  const { table, changed, deleted } = await change(database, async (tx) => {
    const table = await existingTable(tx, id)
    const search = planSearch(
      { filters, words: null, fieldWords: [], plain: true, language: 'english', sort: [] },
      table,
    )
    try {
      const shown = flag(params, 'include_deleted_records', false) ? await matching(tx, table, search, rowsMax) : null
      const { changed } = await tx.query(statement(sql`delete from ${table.relation} t where ${search.where}`))
      await countMore(tx, table, -changed)
      if (flag(params, 'calculate_record_count', false)) await recount(tx, table)
      return { table, changed, deleted: shown }
    } catch (error) {
      if (isTimeout(error)) throw invalid({ query: ['Query took too long'] })
      throw isRefusedRequest(error) ? invalid({ filters: [error.message] }) : error
    }
  })
  upkeep.changed(table, changed)
  const members: [string, JsonText][] = [
    ['resource_id', JSON.stringify(id)],
    ['filters', filters],
  ]
  if (given(params, 'calculate_record_count') !== null) {
    members.push(['calculate_record_count', given(params, 'calculate_record_count') ?? 'null'])
  }
  if (deleted !== null) members.push(['deleted_records', deleted])
  return objectText(members)
}

/** The records to be deleted, at most as many as an answer may hold. */
async function matching(tx: Connection, table: Table, search: Search, rowsMax: number): Promise<JsonText> {
  const items = pickShown(table, search, null)
  const rows = stretchOf(table, search, {
    items,
    distinct: false,
    limit: String(rowsMax),
    offset: '0',
    asksRegistry: false,
  })
  const found = await tx.query(statement(recordsOf(items, search, 'objects', rows)))
  return found.rows[0]?.[0] ?? '[]'
}

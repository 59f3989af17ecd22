import type { JsonText } from '../../protocol/jsonText.ts'
import { pickShown, recordsOf } from '../search/answer.ts'
import { existingTable, recount, type Connection, type Table } from '../catalog/catalog.ts'
import { extras, flag, given, objectText, plainText, resourceId, type Params } from '../http/params.ts'
import { invalid } from '../refusal.ts'
import { readRecords } from '../write/inputRecords.ts'
import { changeRecords } from '../write/tableChange.ts'
import { passBy, writeRecords, type Method } from '../write/records.ts'
import { planSearch } from '../search/searchQuery.ts'
import { sql, statement, value } from '../sql/statement.ts'
import type { Action } from './action.ts'

/**
 * `datastore_upsert` (protocol/README.md P26): stores records by key, by `_id` or as new ones; all or none. Unless
 * `include_records` asks for the stored ones or for none, the answer repeats those sent (protocol/README.md P37).
 */
export const datastoreUpsert: Action = async ({ database, upkeep, params, mayWrite }) => {
  const id = resourceId(params)
  const method = readMethod(params)
  try {
    mayWrite()
  } catch (refusal) {
    // As in CKAN, what is wrong with the records is said first.
    readRecords(params)
    throw refusal
  }
  const dryRun = flag(params, 'dry_run', false)
  const recounts = flag(params, 'calculate_record_count', false)
  const wantsIds = flag(params, 'include_records', false)
  // What is wrong with few records is said at once; to read many takes about as long as to find the table.
  let read = (given(params, 'records')?.length ?? 0) > LONG_RECORDS ? null : readRecords(params)
  const { table, records, stored } = await changeRecords(database, id, async (tx) => {
    const looking = existingTable(tx, id)
    let records = read
    if (records === null) {
      try {
        records = readRecords(params)
      } catch (refusal) {
        await looking.catch(() => undefined)
        throw refusal
      }
      // A change may be run again.
      read = records
    }
    const bringsIds = method === 'upsert' && records.each.some(({ kinds }) => kinds.has('_id'))
    const isLast = !dryRun && !recounts && !wantsIds && !bringsIds
    const table = await looking
    if (dryRun) await tx.query({ text: 'savepoint dry_run', values: [] })
    const touched = await writeRecords(tx, table, records, method, { wantsIds, isLast })
    if (recounts) await recount(tx, table)
    const shown = wantsIds ? await recordsById(tx, table, touched) : null
    if (dryRun) await tx.query({ text: 'rollback to savepoint dry_run', values: [] })
    else if (bringsIds) await passBy(tx, table)
    return { table, records, stored: shown }
  })
  if (!dryRun) upkeep.changed(table, records.each.length)
  const members: [string, JsonText][] = [['resource_id', JSON.stringify(id)]]
  if (given(params, 'method') !== null) members.push(['method', JSON.stringify(plainText(params, 'method'))])
  if (given(params, 'dry_run') !== null) members.push(['dry_run', String(dryRun)])
  members.push(['calculate_record_count', given(params, 'calculate_record_count') ?? '"background"'])
  const sent = given(params, 'include_records') === null ? given(params, 'records') : null
  const shown = stored ?? sent
  if (shown !== null) members.push(['records', shown])
  const unknown = extras(params, KNOWN)
  if (unknown !== null) members.push(['__extras', unknown])
  return objectText(members)
}

/** In characters. */
const LONG_RECORDS = 64 * 1024

/** The rows with these `_id`s, separated by commas, as `datastore_search` shows them, each once, ordered by `_id`. */
export async function recordsById(connection: Connection, table: Table, ids: string): Promise<JsonText> {
  const search = planSearch(
    { filters: null, words: null, fieldWords: [], plain: true, language: 'english', sort: [] },
    table,
  )
  const items = pickShown(table, search, null)
  const rows = sql`select t.* from ${table.relation} t where t."_id" = any(${value(`{${ids}}`, 'int4[]')}) order by t."_id"`
  const found = await connection.query(statement(recordsOf(items, search, 'objects', rows)))
  return found.rows[0]?.[0] ?? '[]'
}

const KNOWN: ReadonlySet<string> = new Set([
  'resource_id',
  'id',
  'records',
  'method',
  'force',
  'dry_run',
  'include_records',
  'calculate_record_count',
])

/** CKAN lets the empty text pass and then stores nothing; here it means the default. */
function readMethod(params: Params): Method {
  const asked = plainText(params, 'method') || 'upsert'
  if (asked === 'insert' || asked === 'update' || asked === 'upsert') return asked
  throw invalid({ method: ["Value must be one of ['insert', 'upsert', 'update']"] })
}

import { refusal, type Given, type Reading } from './minimalReading.ts'

/** What the interface leaves open about writing, all but the names of the actions, and one server decides in its own way. */
export interface Writing {
  /** What becomes of a change: it is stored, or not, whatever the answer says; or refused with this status. */
  readonly fate: 'stored' | 'not stored' | 400 | 403 | 409 | 500
  /** What an answer that does not refuse looks like; `cut`: the connection ends in place of one. */
  readonly reply: 'envelope' | 'bare object with the id' | 'bare object' | 'flag' | '204' | 'a word' | 'cut'
  /** The method by which records are stored (`datastore_upsert`); any other is refused with 405, or with 404. */
  readonly upsertBy: 'POST' | 'PUT' | 'PATCH'
  readonly otherMethods: 404 | 405
  /** Whether a new table has the id that was asked for, or one that the server makes. */
  readonly ids: 'kept' | 'its own'
  /** Whether `datastore_upsert` takes any record, only one that has an `_id`, or is not known. */
  readonly upsert: 'any' | 'by _id' | 'not known'
}

export type Tables = Map<string, Record<string, unknown>[]>

/** An answer of `minimalWrite`; null if the connection ends instead. */
export type Written = Given | null

interface Playing {
  /** Of the request. */
  readonly method: string
  readonly tables: Tables
  readonly reading: Reading
  readonly writing: Writing
}

/** Changes the tables, or not, as such a server does, and gives its answer. */
export function minimalWrite(
  action: string,
  params: Readonly<Record<string, unknown>>,
  { method, tables, reading, writing }: Playing,
): Written {
  const asked = String(params['resource_id'])
  const records = [params['records'] ?? []].flat().map((record): Record<string, unknown> => ({ ...Object(record) }))
  if (action === 'datastore_upsert' && writing.upsert === 'not known')
    return refusal(reading, 404, 'There is no such action')
  if (action === 'datastore_upsert' && method !== writing.upsertBy)
    return refusal(reading, writing.otherMethods, `There is no ${method} here`)
  if (typeof writing.fate === 'number') return refusal(reading, writing.fate, 'This is not allowed today')
  const table = tables.get(asked)
  if (action !== 'datastore_create' && table === undefined) return refusal(reading, 404, 'There is no such resource')
  const isById = writing.upsert === 'by _id'
  if (isById && records.some((record) => record['_id'] === undefined)) return refusal(reading, 400, 'No _id is given')
  const id = action === 'datastore_create' && writing.ids === 'its own' ? `own-${tables.size + 1}` : asked
  if (writing.fate === 'stored') store(tables, action, id, records)
  const bodies: Record<Exclude<Writing['reply'], '204' | 'cut'>, unknown> = {
    envelope: { success: true, result: { resource_id: id, method: params['method'] } },
    'bare object with the id': { resource_id: id },
    'bare object': { done: writing.fate === 'stored' },
    flag: writing.fate === 'stored',
    'a word': writing.fate === 'stored' ? 'OK' : 'later',
  }
  if (writing.reply === 'cut') return null
  if (writing.reply === '204') return { status: 204, type: 'text/plain', body: '' }
  return { status: 200, type: 'application/json', body: JSON.stringify(bodies[writing.reply]) }
}

function store(tables: Tables, action: string, id: string, records: readonly Record<string, unknown>[]): void {
  if (action === 'datastore_delete') {
    tables.delete(id)
    return
  }
  const table = tables.get(id) ?? []
  tables.set(id, table)
  for (const record of records) {
    const known = table.find((each) => record['_id'] !== undefined && each['_id'] === Number(record['_id']))
    if (known !== undefined) Object.assign(known, record, { _id: known['_id'] })
    else table.push({ ...record, _id: table.length + 1 })
  }
}

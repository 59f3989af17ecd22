import * as v from 'valibot'
import type { ActionClient } from '../../../instances/client/actionClient.ts'
import { readIndexes } from '../../../instances/catalogue/tableIndexes.ts'
import { isRowan } from '../../../instances/profile/isRowan.ts'
import { isNamedCkan, serviceName } from '../../../instances/profile/questions/service.ts'
import { countRecords } from '../../write/readBack.ts'

/** A table that records of a file go into, as the server tells it. */
export interface IntoTable {
  readonly id: string
  readonly columns: readonly { readonly name: string; readonly type: string; readonly isKey: boolean }[]
  /** The names of its key's columns, none if it has no key; null if the server doesn't tell. */
  readonly key: readonly string[] | null
  /** null if the server doesn't tell. */
  readonly records: number | null
  /** The server is known to check records without storing them. */
  readonly canTry: boolean
  /** What it can delete at once: all records of a range, or those that are named; null if it may not know filters. */
  readonly deletes: 'ranges' | 'lists' | null
}

/** Asks what the table is like. Rejects as the client does. */
export async function readIntoTable(client: ActionClient, id: string, signal: AbortSignal): Promise<IntoTable> {
  const first = await client.search({ resource_id: id, limit: 0 }, { signal })
  // Without a list of fields, they are those of a record.
  const { answer } =
    first.answer.fields.length > 1 ? first : await client.search({ resource_id: id, limit: 1 }, { signal })
  const indexes = await readIndexes(client, id, signal).catch(() => null)
  const records = await countRecords(client, id).catch(() => null)
  const fields = answer.fields.filter(({ id: name }) => !OWN_COLUMNS.has(name))
  const unique = indexes?.indexes.filter(({ isUnique }) => isUnique).flatMap((index) => index.fields)
  const key = unique?.filter((name) => !OWN_COLUMNS.has(name)) ?? null
  const service = await serviceOf(client, signal)
  const isOurs = isRowan({ service })
  return {
    id,
    columns: fields.map((field) => ({ name: field.id, type: field.type, isKey: key?.includes(field.id) === true })),
    key,
    records,
    // A server that doesn't know the word would store the records.
    canTry: isOurs || isNamedCkan(service),
    deletes: isOurs ? 'ranges' : isNamedCkan(service) ? 'lists' : null,
  }
}

/** What the server calls itself, asked now if nobody has yet; null if it doesn't say. */
async function serviceOf(client: ActionClient, signal: AbortSignal): Promise<string | null> {
  const { service } = client.profile.get()
  if (service !== null) return service
  try {
    const status: unknown = JSON.parse(await client.read('status_show', {}, { signal }))
    return serviceName(v.parse(v.record(v.string(), v.unknown()), status))
  } catch {
    return null
  }
}

/** Those that the service fills by itself. */
const OWN_COLUMNS: ReadonlySet<string> = new Set(['_id', '_full_text'])

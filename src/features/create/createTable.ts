import type { ActionClient } from '../../instances/client/actionClient.ts'
import { databaseType } from '../../formats/columnTypes.ts'
import type { NewColumn } from '../../formats/csv/newTable.ts'
import { jsonMember, jsonToPlain } from '../../protocol/jsonText.ts'
import { ProblemError } from '../../protocol/problem.ts'

/** Where a new table goes: under an id of its own or, on a CKAN, into a resource or a dataset. */
export type TableTarget =
  | { readonly kind: 'own' }
  | { readonly kind: 'resource'; readonly id: string }
  | { readonly kind: 'dataset'; readonly id: string }

export interface NewTable {
  readonly target: TableTarget
  /** Its alias; empty for none. */
  readonly name: string
  readonly columns: readonly NewColumn[]
  /** Names of the columns that identify a record; may be empty. */
  readonly key: readonly string[]
}

/** Creates the table, without records, and returns its resource id. */
export async function createTable(
  client: Pick<ActionClient, 'write'>,
  table: NewTable,
  signal: AbortSignal,
): Promise<string> {
  const params = {
    ...targetParams(table),
    fields: table.columns.map(({ name, type }) => ({ id: name, type: databaseType(type) })),
    ...(table.name === '' ? {} : { aliases: [table.name] }),
    ...(table.key.length === 0 ? {} : { primary_key: table.key }),
  }
  const { answer } = await client.write('datastore_create', JSON.stringify(params), { signal })
  const id = jsonMember(answer, 'resource_id')
  if (id === undefined) throw new ProblemError({ code: 'tableWithoutId' })
  return jsonToPlain(id)
}

/** Deletes a table with its records and aliases. */
export async function deleteTable(
  client: Pick<ActionClient, 'write'>,
  id: string,
  signal?: AbortSignal,
): Promise<void> {
  await client.write('datastore_delete', JSON.stringify({ resource_id: id }), { signal })
}

function targetParams({ target, name }: NewTable): object {
  if (target.kind === 'resource') return { resource_id: target.id }
  if (target.kind === 'dataset') return { resource: { package_id: target.id, ...(name === '' ? {} : { name }) } }
  return { resource_id: newId() }
}

/** A random UUID; `crypto.randomUUID` is missing on plain HTTP. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const hex = Array.from(bytes, (byte, place) => {
    const set = place === 6 ? (byte & 0x0f) | 0x40 : place === 8 ? (byte & 0x3f) | 0x80 : byte
    return set.toString(16).padStart(2, '0')
  }).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

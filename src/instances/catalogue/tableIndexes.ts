import * as v from 'valibot'
import { ActionError } from '../../protocol/envelope.ts'
import type { ActionClient } from '../client/actionClient.ts'

/** What a server tells of the indexes of a table. */
export interface TableIndexes {
  /** The fields of each index, in the order of the table. */
  readonly indexes: readonly { readonly fields: readonly string[]; readonly isUnique: boolean }[]
  /** Fields without an index by which the table is often filtered; Rowan's service alone tells. */
  readonly wanted: readonly string[]
}

/**
 * The indexes as `datastore_info` tells them (protocol/README.md P32); null if the server doesn't tell, as CKAN before 2.10.
 * A failure of the server or on the way is thrown.
 */
export async function readIndexes(
  client: Pick<ActionClient, 'read'>,
  id: string,
  signal?: AbortSignal,
): Promise<TableIndexes | null> {
  try {
    const { fields, meta } = v.parse(Info, JSON.parse(await client.read('datastore_info', { id }, { signal })))
    const indexes = new Map<string, { fields: string[]; isUnique: boolean }>()
    for (const { id: field, schema } of fields) {
      if (!schema.is_index) continue
      const index = indexes.get(schema.index_name ?? field) ?? { fields: [], isUnique: schema.uniquekey }
      index.fields.push(field)
      indexes.set(schema.index_name ?? field, index)
    }
    return { indexes: [...indexes.values()], wanted: meta.often_filtered_without_index.map(({ field }) => field) }
  } catch (error) {
    if (error instanceof v.ValiError || (error instanceof ActionError && error.status < 500)) return null
    throw error
  }
}

const Info = v.object({
  meta: v.object({ often_filtered_without_index: v.optional(v.array(v.object({ field: v.string() })), []) }),
  fields: v.array(
    v.object({
      id: v.string(),
      schema: v.object({
        is_index: v.boolean(),
        index_name: v.optional(v.nullable(v.string()), null),
        uniquekey: v.optional(v.boolean(), false),
      }),
    }),
  ),
})

import type { QueryClient } from '@tanstack/react-query'
import type { Table } from '../../../instances/catalogue/table.ts'
import type { Timed } from '../../../instances/client/actionClient.ts'
import type { SearchPage } from '../../../protocol/answers.ts'
import type { Field } from '../../../protocol/field.ts'

/** The tables whose fields came with an answer that is still here; nothing is asked for. */
export function knownTables(
  cache: QueryClient,
  instanceId: string,
  tables: readonly Table[],
): readonly (Table & { readonly fields: readonly Field[] })[] {
  const pages = new Map<unknown, readonly Field[]>()
  for (const [[, , params], data] of cache.getQueriesData<Timed<SearchPage>>({
    queryKey: [instanceId, 'datastore_search'],
  })) {
    if (typeof params !== 'object' || params === null || !('resource_id' in params) || 'fields' in params) continue
    if (data && data.answer.fields.length > 0) pages.set(params.resource_id, data.answer.fields)
  }
  return tables.flatMap((table) => {
    const fields = pages.get(table.id)
    return fields ? [{ ...table, fields }] : []
  })
}

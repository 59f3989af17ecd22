import type { QueryClient } from '@tanstack/react-query'
import type { ActionClient } from '../../../instances/client/actionClient.ts'
import { wholeTable } from '../../../query/query.ts'
import { offeredBySql } from '../../../results/offeredBySql.ts'
import { valuesQuery, type OfferedValues } from '../../../results/offeredValues.ts'
import type { CatalogueValue } from '../../../sql/completion/catalogue.ts'
import { allFields } from '../../copyAs/tableFields.ts'

/** Whose values are wanted. */
export interface WantedValues {
  readonly instanceId: string
  readonly client: ActionClient
  readonly resource: string
  readonly field: string
}

/**
 * Values of a field to write into a statement, the most frequent first, by one request, which the filter shares. Always by
 * SQL: without it a server would sort the whole table for them.
 */
export async function valuesForSql(cache: QueryClient, wanted: WantedValues): Promise<readonly CatalogueValue[]> {
  const { instanceId, client, resource, field } = wanted
  const { sql } = client.profile.get()
  if (sql === 'off' || sql === 'refused') return []
  const fields = await allFields(cache, { instanceId, client, resource, known: null })
  const query = wholeTable(resource)
  const shared = valuesQuery(instanceId, client, { query, fields }, field, '')
  const found: Pick<OfferedValues, 'values' | 'counts'> | null =
    sql === 'on'
      ? await cache.fetchQuery({ ...shared, staleTime: FRESH_MS })
      : await cache.fetchQuery({
          queryKey: [instanceId, 'valuesBySql', { resource, field }, client.identity],
          queryFn: ({ signal }) => offeredBySql(client, query, fields, field, '', { signal }),
          staleTime: FRESH_MS,
        })
  if (found === null) return []
  const { values, counts } = found
  return values.filter((text) => text.length <= LONGEST).map((text) => ({ text, records: counts?.get(text) ?? null }))
}

/** Values that came so lately are not asked for again, ms. */
const FRESH_MS = 600_000

/** Nobody picks a longer text from a list. */
const LONGEST = 200

import type { QueryClient } from '@tanstack/react-query'
import type { ActionClient } from '../../../instances/client/actionClient.ts'
import { wholeTable } from '../../../query/query.ts'
import { offeredBySql } from '../../../results/offeredBySql.ts'
import { valuesQuery, type OfferedValues } from '../../../results/offeredValues.ts'
import type { FoundValues } from '../sqlSource.ts'
import { allFields } from '../../copyAs/tableFields.ts'

/** Whose values are wanted. */
export interface WantedValues {
  readonly instanceId: string
  readonly client: ActionClient
  readonly resource: string
  readonly field: string
  /** Only values that hold this text; empty: the most frequent of all. */
  readonly typed: string
}

/**
 * Values of a field to write into a statement, the most frequent first, by one request, which the filter shares; with what is
 * typed, by one for that. Always by
 * SQL: without it a server would sort the whole table for them.
 */
export async function valuesForSql(cache: QueryClient, wanted: WantedValues): Promise<FoundValues> {
  const { instanceId, client, resource, field, typed } = wanted
  const { sql } = client.profile.get()
  if (sql === 'off' || sql === 'refused') return { values: [], isWhole: true }
  const fields = await allFields(cache, { instanceId, client, resource, known: null })
  const query = wholeTable(resource)
  const shared = valuesQuery(instanceId, client, { query, fields }, field, typed)
  const found: Pick<OfferedValues, 'values' | 'counts' | 'others'> | null =
    sql === 'on'
      ? await cache.fetchQuery({ ...shared, staleTime: FRESH_MS })
      : await cache.fetchQuery({
          queryKey: [instanceId, 'valuesBySql', { resource, field, typed }, client.identity],
          queryFn: async ({ signal }) => {
            const offered = await offeredBySql(client, query, fields, field, typed, { signal })
            return offered && { ...offered, others: offered.isWhole ? 'none' : 'some' }
          },
          staleTime: FRESH_MS,
        })
  if (found === null) return { values: [], isWhole: true }
  const { values, counts, others } = found
  const short = values.filter((text) => text.length <= LONGEST)
  return {
    values: short.map((text) => ({ text, records: counts?.get(text) ?? null })),
    isWhole: others === 'none',
  }
}

/** Values that came so lately are not asked for again, ms. */
const FRESH_MS = 600_000

/** Nobody picks a longer text from a list. */
const LONGEST = 200

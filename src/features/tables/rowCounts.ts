import { queryOptions } from '@tanstack/react-query'
import type { ActionClient } from '../../instances/client/actionClient.ts'
import { laterModule } from '../../ui/later.tsx'

const loadCounting = laterModule(() => import('./countTables.ts'))

/**
 * How many records a table has; null if the server does not say. Tables that come into view together are counted by one
 * request, and one whose count was refused is not counted again.
 */
export function rowCountQuery(instanceId: string, client: ActionClient, resource: string) {
  return queryOptions({
    queryKey: [instanceId, 'rowCount', { resource }, client.identity],
    queryFn: async () => (await loadCounting()).countTogether(client, resource),
    staleTime: Infinity,
  })
}

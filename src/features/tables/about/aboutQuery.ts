import { queryOptions } from '@tanstack/react-query'
import { readAbout } from '../../../instances/catalogue/about.ts'
import { readIndexes } from '../../../instances/catalogue/tableIndexes.ts'
import type { ActionClient } from '../../../instances/client/actionClient.ts'
import type { Instance } from '../../../instances/instance.ts'

/** What the portal tells of a table; asked once for as long as the page is open, also where it tells nothing. */
export function aboutQuery({ id, baseUrl }: Pick<Instance, 'id' | 'baseUrl'>, client: ActionClient, resource: string) {
  return queryOptions({
    queryKey: [id, 'about', { resource }, client.identity],
    queryFn: ({ signal }) => readAbout(client, baseUrl, resource, signal),
    staleTime: Infinity,
    gcTime: Infinity,
  })
}

/** The indexes of a table, as they are each time that somebody looks: they can be changed while the page is open. */
export function indexesQuery({ id }: Pick<Instance, 'id'>, client: ActionClient, resource: string) {
  return queryOptions({
    queryKey: [id, 'indexes', { resource }, client.identity],
    queryFn: ({ signal }) => readIndexes(client, resource, signal),
    staleTime: 0,
    retry: false,
  })
}

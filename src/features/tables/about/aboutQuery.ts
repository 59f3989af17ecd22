import { queryOptions } from '@tanstack/react-query'
import { readAbout } from '../../../instances/catalogue/about.ts'
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

import { queryOptions } from '@tanstack/react-query'
import { readFacets } from '../../../instances/catalogue/catalogue.ts'
import type { Facet, Narrowing } from '../../../instances/catalogue/cataloguePage.ts'
import type { ActionClient } from '../../../instances/client/actionClient.ts'

/** What datasets of a portal can be narrowed to, in the order in which it is offered. */
export const FIELDS = ['organization', 'groups', 'tags'] as const

type Facets = Awaited<ReturnType<typeof readFacets>>

/** What datasets of that portal may belong to, asked for once. */
export function facetsQuery(instanceId: string, client: ActionClient) {
  return queryOptions({
    queryKey: [instanceId, 'catalogue', 'facets', client.identity],
    queryFn: ({ signal }) => readFacets(client, signal),
    staleTime: Infinity,
  })
}

/** The chosen organisation, group and tag by their titles, or by their names while the titles are unknown. */
export function titlesOf(narrowed: Narrowing, facets: Facets | undefined): readonly string[] {
  return FIELDS.flatMap((field) => {
    const name = narrowed[field]
    if (name === undefined) return []
    const offered: readonly Facet[] = facets?.[field] ?? []
    return [offered.find((facet) => facet.name === name)?.title ?? name]
  })
}

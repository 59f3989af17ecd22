import type { QueryClient } from '@tanstack/react-query'
import { rowsIn, valueIn, type SearchPage } from '../../protocol/answers.ts'
import type { Timed } from '../../instances/client/actionClient.ts'
import type { Sample } from './proposals.ts'

/** Records of a table that came for the grid, the latest; nothing is asked for. */
export function sampleOf(cache: QueryClient, instanceId: string, resource: string | null): Sample {
  const pages = cache
    .getQueryCache()
    .findAll({
      queryKey: [instanceId, 'datastore_search'],
      predicate: ({ queryKey }) => asksFor(queryKey[2], resource),
    })
    .toSorted((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt)
  for (const { queryKey } of pages) {
    const page = cache.getQueryData<Timed<SearchPage>>(queryKey)?.answer
    if (page === undefined || rowsIn(page) === 0) continue
    const rows = Array.from({ length: Math.min(rowsIn(page), MOST) }, (_, row) =>
      page.fields.map((_field, place) => valueIn(page, row, place)),
    )
    return { fields: page.fields, rows }
  }
  return NOTHING
}

function asksFor(params: unknown, resource: string | null): boolean {
  return typeof params === 'object' && params !== null && 'resource_id' in params && params.resource_id === resource
}

const MOST = 200
const NOTHING: Sample = { fields: [], rows: [] }

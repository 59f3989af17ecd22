import type { QueryClient } from '@tanstack/react-query'
import type { Timed } from '../../../instances/client/actionClient.ts'
import type { SearchPage } from '../../../protocol/answers.ts'
import { dayWords } from '../../../words/figures.ts'

/** How many records a table has, as far as an answer to an open search of all of them said; null if none did. */
export function knownCount(
  cache: QueryClient,
  instanceId: string,
  identity: string,
  resource: string,
): { readonly total: number; readonly isEstimate: boolean } | null {
  const pages = cache.getQueriesData<Timed<SearchPage>>({
    queryKey: [instanceId, 'datastore_search'],
    predicate: ({ queryKey }) => queryKey[3] === identity && asksForAll(queryKey[2], resource),
  })
  for (const [, page] of pages) {
    const { total, totalIsEstimate = false } = page?.answer ?? { total: null }
    if (total !== null) return { total, isEstimate: totalIsEstimate }
  }
  return null
}

function asksForAll(params: unknown, resource: string): boolean {
  if (typeof params !== 'object' || params === null) return false
  const { resource_id: asked, q, filters } = { q: undefined, filters: undefined, resource_id: undefined, ...params }
  return asked === resource && q === undefined && filters === undefined
}

/** A day in the reader's words; a text that is no date stays as it is. A time without a zone is in UTC, as CKAN means it. */
export function dayOfMoment(moment: string | number): string {
  const hasZone = typeof moment === 'number' || /Z|[+-]\d\d:?\d\d$|^\d{4}-\d\d-\d\d$/.test(moment)
  const date = new Date(hasZone ? moment : `${moment}Z`)
  return Number.isNaN(date.getTime()) ? String(moment) : dayWords(date.getTime())
}

import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useState, useSyncExternalStore } from 'react'
import type { ActionClient, Timed } from '../client/actionClient.ts'
import { searchPageQuery } from '../client/queries.ts'
import type { SearchPage } from '../protocol/answers.ts'
import type { Field } from '../protocol/field.ts'

/**
 * The fields of a table; null while unknown, none where the table can't be read. They are read off the pages that the grid loads, so that in filter mode no
 * request goes out for them; `ask` has them asked for, where no page may come (SQL mode).
 */
export function useTableFields(
  instanceId: string,
  client: ActionClient,
  resource: string | null,
  ask: boolean,
): readonly Field[] | null {
  const cache = useQueryClient()
  const [seen] = useState(() => new Map<string, readonly Field[]>())
  const known = useSyncExternalStore(
    (changed) => cache.getQueryCache().subscribe(changed),
    () => (resource === null ? null : latestFields(cache, instanceId, resource, seen)),
  )
  const empty = { resource: resource ?? '', search: '', filters: [], sort: [], limit: 0 }
  const asked = useQuery({
    ...searchPageQuery(instanceId, client, empty, { offset: 0, limit: 0 }),
    enabled: ask && known === null && resource !== null,
  })
  return known ?? (resource === null ? null : (asked.data?.answer.fields ?? null))
}

function latestFields(
  cache: QueryClient,
  instanceId: string,
  resource: string,
  seen: Map<string, readonly Field[]>,
): readonly Field[] | null {
  const place = JSON.stringify([instanceId, resource])
  const pages = cache.getQueryCache().findAll({
    queryKey: [instanceId, 'datastore_search'],
    predicate: (query) => query.state.data !== undefined && asksFor(query.queryKey[2], resource),
  })
  const latest = pages.toSorted((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt)[0]
  const page = latest && cache.getQueryData<Timed<SearchPage>>(latest.queryKey)
  const before = seen.get(place)
  if (page === undefined) return before ?? (isRefused(cache, instanceId, resource) ? NO_FIELDS : null)
  const { fields } = page.answer
  // Every page brings its own list; the same one is kept while nothing in it differs, or each page would draw the rail.
  if (before !== undefined && JSON.stringify(before) === JSON.stringify(fields)) return before
  if (fields.length > 0 || before === undefined) seen.set(place, fields)
  return seen.get(place) ?? null
}

/** Whether the table was asked for and nothing came, so that nothing of it is to be waited for. */
function isRefused(cache: QueryClient, instanceId: string, resource: string): boolean {
  const asked = cache.getQueryCache().findAll({
    queryKey: [instanceId, 'datastore_search'],
    predicate: (query) => asksFor(query.queryKey[2], resource),
  })
  return asked.length > 0 && asked.every((query) => query.state.status === 'error')
}

/** One list, as the store that is read has to give the same one twice. */
const NO_FIELDS: readonly Field[] = []

function asksFor(params: unknown, resource: string): boolean {
  return typeof params === 'object' && params !== null && 'resource_id' in params && params.resource_id === resource
}

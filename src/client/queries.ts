import { QueryClient, queryOptions, skipToken, type QueryClient as Cache } from '@tanstack/react-query'
import { searchParams, type QuerySpec, type Window } from '../protocol/querySpec.ts'
import type { ActionClient } from './actionClient.ts'
import { NetworkError } from './networkError.ts'
import { offeredValues } from './offeredValues.ts'

/** The page's cache: answers are fresh for 30 s; only what the network lost is asked for again, once. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        gcTime: 300_000,
        retry: (failures, error) => error instanceof NetworkError && failures < 1,
        retryDelay: 400,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        // A server on this device answers without any network, so nothing waits for one.
        networkMode: 'always',
      },
    },
  })
}

/** Forgets every answer of an instance, running requests included; for when its address or token has changed. */
export function forgetAnswers(cache: Cache, instanceId: string): void {
  cache.removeQueries({ queryKey: [instanceId] })
}

/** The tables of the instance. */
export function tablesQuery(instanceId: string, client: ActionClient) {
  return queryOptions({
    queryKey: [instanceId, 'tables', {}, client.identity],
    queryFn: ({ signal }) => client.tables({ signal }),
  })
}

/** One stretch of a search's result; only the one at offset 0 asks the server to count. */
export function searchPageQuery(instanceId: string, client: ActionClient, spec: QuerySpec, window: Window) {
  const params = searchParams(spec, window)
  return {
    queryKey: [instanceId, 'datastore_search', params, client.identity],
    queryFn: ({ signal }: { signal: AbortSignal }) => client.search(params, { signal }),
    structuralSharing: false,
    gcTime: PAGE_GC_TIME_MS,
  }
}

/** The answer to one statement. Where its run is given up, `sqlStoppedQuery` tells so until it is run again. */
export function sqlQuery(instanceId: string, client: ActionClient, sql: string) {
  const stopped = sqlStoppedQuery(instanceId, client, sql).queryKey
  return queryOptions({
    queryKey: sqlKey(instanceId, client, sql),
    queryFn: ({ signal, client: cache }) => {
      const start = performance.now()
      // Only where somebody looks, or has looked: an instance that is forgotten leaves nothing.
      const isKept = () => cache.getQueryState(stopped) !== undefined
      if (isKept()) cache.setQueryData(stopped, null)
      // A second try hears the same signal; the time is that of the first.
      const note = () => {
        if (isKept()) cache.setQueryData(stopped, (before) => before ?? performance.now() - start)
      }
      signal.addEventListener('abort', note, { once: true })
      return client.sql(sql, { signal })
    },
    structuralSharing: false,
    gcTime: PAGE_GC_TIME_MS,
  })
}

/**
 * After how many milliseconds the last run of a statement was given up, by Stop or by leaving it; null where it was not.
 * It is written by `sqlQuery` and asks for nothing; it goes where the statement's answer is removed.
 */
export function sqlStoppedQuery(instanceId: string, client: ActionClient, sql: string) {
  return queryOptions<number | null>({
    queryKey: [...sqlKey(instanceId, client, sql), 'stopped'],
    queryFn: skipToken,
    initialData: null,
    staleTime: Infinity,
    gcTime: Infinity,
  })
}

function sqlKey(instanceId: string, client: ActionClient, sql: string) {
  return [instanceId, 'datastore_search_sql', { sql }, client.identity]
}

/** Values of a field that contain the typed text, in order, from the data; `complete` where there are no others. */
export function valuesQuery(
  instanceId: string,
  client: ActionClient,
  resource: string,
  field: string,
  contains: string,
) {
  const key = [instanceId, 'values', { resource, field }, client.identity]
  const first = queryOptions({
    queryKey: [...key, ''],
    queryFn: ({ signal }) => offeredValues(client, resource, field, '', { signal }),
  })
  if (contains.trim() === '') return first
  return queryOptions({
    queryKey: [...key, contains.trim()],
    queryFn: async ({ client: cache, signal }) => {
      const all = await cache.fetchQuery(first)
      return offeredValues(client, resource, field, contains.trim(), { signal }, all)
    },
  })
}

/** Pages that were scrolled past are kept for a minute, or a walk over a million rows would keep them all. */
const PAGE_GC_TIME_MS = 60_000

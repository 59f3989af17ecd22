import { QueryClient, queryOptions, skipToken, type QueryClient as Cache } from '@tanstack/react-query'
import { searchParams, type QuerySpec, type Window } from '../protocol/querySpec.ts'
import type { ActionClient } from './actionClient.ts'
import { readCatalogue } from './catalogue.ts'
import { enter } from './gate.ts'
import { offeredValues } from './offeredValues.ts'

/** The page's cache: answers are fresh for 30 s. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        gcTime: 300_000,
        // What can pass is tried again where it is sent, for every caller.
        retry: false,
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

/** What the catalogue of the instance says of those tables; asked once for as long as the page is open. */
export function catalogueQuery(instanceId: string, client: ActionClient, tableIds: readonly string[]) {
  return queryOptions({
    queryKey: [instanceId, 'catalogue', { tableIds }, client.identity],
    queryFn: ({ signal }) => readCatalogue(client, new Set(tableIds), signal),
    structuralSharing: false,
    staleTime: Infinity,
    gcTime: Infinity,
  })
}

/**
 * One stretch of a search's result. Only the one at offset 0 asks the server to count, and the last one (`isLast`), by which
 * it shows whether the table has changed meanwhile.
 */
export function searchPageQuery(
  instanceId: string,
  client: ActionClient,
  spec: QuerySpec,
  window: Window,
  isLast = false,
) {
  const params = searchParams(spec, window, window.offset === 0 || isLast)
  return {
    queryKey: [instanceId, 'datastore_search', params, client.identity],
    queryFn: ({ signal }: { signal: AbortSignal }) => client.search(params, { signal }),
    structuralSharing: false,
    gcTime: PAGE_GC_TIME_MS,
  }
}

/**
 * How many records a table has; null where the server does not count them exactly. Two at a time are asked for, so that
 * a long list of tables keeps nobody waiting.
 */
export function rowCountQuery(instanceId: string, client: ActionClient, resource: string) {
  return queryOptions({
    queryKey: [instanceId, 'rowCount', { resource }, client.identity],
    queryFn: async ({ signal }) => {
      const leave = await enter(`row counts of ${client.identity}`, signal, 2)
      try {
        const { answer } = await client.search({ resource_id: resource, limit: 0 }, { signal })
        return answer.totalIsEstimate ? null : answer.total
      } finally {
        leave()
      }
    },
    staleTime: Infinity,
  })
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
      const note = () => {
        if (isKept()) cache.setQueryData(stopped, performance.now() - start)
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

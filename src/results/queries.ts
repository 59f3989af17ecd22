import {
  QueryClient,
  queryOptions,
  skipToken,
  type Query as CachedQuery,
  type QueryCache,
  type QueryFilters,
} from '@tanstack/react-query'
import type { Window } from '../query/toSearch.ts'
import type { ActionClient, Searched } from '../instances/client/actionClient.ts'
import { NetworkError } from '../instances/transport/networkError.ts'
import { ActionError } from '../protocol/envelope.ts'
import type { Problem } from '../protocol/problem.ts'
import type { Plan } from './plan/plan.ts'

/** The page's cache: answers are fresh for 30 s. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        gcTime: 300_000,
        // The transport retries what may pass, for every caller.
        retry: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        // A server on this device answers without any network, so nothing waits for one.
        networkMode: 'always',
      },
    },
  })
}

/**
 * Calls once after the answers in the cache, or how their requests are going, have become others. Most of what a cache
 * tells is only who looks at an answer; of each column that comes into view it tells a dozen things in one moment.
 */
export function subscribeToAnswers(cache: QueryCache, changed: () => void): () => void {
  let isDue = false
  let isOver = false
  const call = () => {
    isDue = false
    if (!isOver) changed()
  }
  const unsubscribe = cache.subscribe(({ type }) => {
    if (type !== 'added' && type !== 'removed' && type !== 'updated') return
    if (!isDue) queueMicrotask(call)
    isDue = true
  })
  return () => {
    isOver = true
    unsubscribe()
  }
}

/** The tables of the instance: all, if it has no catalogue to search; else the first page of them. */
export function tablesQuery(instanceId: string, client: ActionClient) {
  return queryOptions({
    queryKey: [instanceId, 'tables', {}, client.identity],
    queryFn: ({ signal }) => client.tables({ signal, all: client.profile.get().hasCatalogue === false }),
  })
}

/** The records and the list of tables that failed since the server, or the way to it, was gone; a refusal is an answer. */
export function lostQueries(instanceId: string): QueryFilters {
  return { queryKey: [instanceId], type: 'active', predicate: isLost }
}

function isLost({ queryKey, state }: CachedQuery): boolean {
  const isShown = queryKey[1] === 'datastore_search' || queryKey[1] === 'tables'
  return isShown && state.status === 'error' && isGone(state.error)
}

function isGone(error: unknown): boolean {
  if (error instanceof NetworkError) return GONE.has(error.problem.code)
  // What a proxy says for it. A service that puts requests off says when to come back, or sends a refusal.
  if (!(error instanceof ActionError) || error.type !== '' || error.problem?.code !== 'serverUnavailable') return false
  return error.problem.retryAfter === null
}

/** A browser can't tell a server that is gone from one that lets the page read nothing (`answerUnreadable`). */
const GONE: ReadonlySet<Problem['code']> = new Set<Problem['code']>([
  'hostUnreachable',
  'ownServerSilent',
  'answerUnreadable',
  'answerBrokeOff',
  'deviceOffline',
])

/** The number of records of a table that a list of tables shows. */
export function rowCountKey(instanceId: string, resource: string) {
  return [instanceId, 'rowCount', { resource }]
}

/** What of a stretch is asked for. */
export interface Stretch {
  /** It is the last one: it asks the server to count, and so shows whether the table has changed in the meantime. */
  readonly isLast?: boolean
  /** The names of the fields that are wanted; null is those of the query. */
  readonly columns?: readonly string[] | null
}

/** One stretch of a search's result. Only the first one and the last ask the server to count. */
export function searchPageQuery(
  instanceId: string,
  plan: Plan,
  window: Window,
  { isLast = false, columns = null }: Stretch = {},
) {
  const asked = columns === null ? plan : plan.as({ columns })
  const { key, ask } = asked.page(window, window.offset === 0 || isLast)
  return {
    queryKey: [instanceId, 'datastore_search', key, plan.client.identity],
    queryFn: ({ signal }: { signal: AbortSignal }) => ask({ signal }),
    structuralSharing: false,
    gcTime: PAGE_GC_TIME_MS,
  }
}

/** The same for what is drawn before there is a plan: it asks nothing till then. */
export function plannedPageQuery(instanceId: string, plan: Plan | null, window: Window) {
  const asked = plan && searchPageQuery(instanceId, plan, window)
  const queryKey: readonly unknown[] = asked?.queryKey ?? [instanceId, 'datastore_search', null]
  return queryOptions<Searched>({
    queryKey,
    queryFn: asked === null ? skipToken : asked.queryFn,
    structuralSharing: false,
    gcTime: PAGE_GC_TIME_MS,
  })
}

/** Pages that were scrolled past are kept for a minute, or a walk over a million rows would keep them all. */
const PAGE_GC_TIME_MS = 60_000

import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useState, useSyncExternalStore } from 'react'
import type { ActionClient, Timed } from '../../instances/client/actionClient.ts'
import { surePlan } from '../../results/plan/plan.ts'
import { searchPageQuery, subscribeToAnswers } from '../../results/queries.ts'
import type { SearchPage } from '../../protocol/answers.ts'
import type { Field } from '../../protocol/field.ts'
import { emptyView } from '../../workspace/view.ts'
import { queryOf } from '../../workspace/edits/viewEdits.ts'

/**
 * The fields of a table; null while unknown, empty if the table can't be read. They come from the pages that the grid
 * loads, so filter mode needs no extra request; `ask` requests them if no page may be loaded (SQL mode).
 */
export function useTableFields(
  instanceId: string,
  client: ActionClient,
  resource: string | null,
  ask: boolean,
): readonly Field[] | null {
  const cache = useQueryClient()
  const [seen] = useState(() => new Map<string, Seen>())
  const known = useSyncExternalStore(
    (changed) => subscribeToAnswers(cache.getQueryCache(), changed),
    () => (resource === null ? null : latestFields(cache, instanceId, resource, seen)),
  )
  const empty = queryOf(emptyView, resource ?? '')
  const asked = useQuery({
    ...searchPageQuery(instanceId, surePlan(client, empty), { offset: 0, limit: 0 }),
    enabled: ask && known === null && resource !== null,
  })
  return known ?? (resource === null ? null : (asked.data?.answer.fields ?? null))
}

/** The fields of a table as they were first seen, and the last list that said the same. */
interface Seen {
  readonly fields: readonly Field[]
  readonly alike: readonly Field[]
}

function latestFields(
  cache: QueryClient,
  instanceId: string,
  resource: string,
  seen: Map<string, Seen>,
): readonly Field[] | null {
  const place = JSON.stringify([instanceId, resource])
  const pages = cache.getQueryCache().findAll({
    queryKey: [instanceId, 'datastore_search'],
    predicate: (query) => query.state.data !== undefined && asksForAllFields(query.queryKey[2], resource),
  })
  const latest = pages.toSorted((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt)[0]
  const page = latest && cache.getQueryData<Timed<SearchPage>>(latest.queryKey)
  const before = seen.get(place)
  if (page === undefined) return before?.fields ?? (isRefused(cache, instanceId, resource) ? NO_FIELDS : null)
  const { fields } = page.answer
  if (before === undefined || (fields !== before.alike && fields.length > 0)) {
    // Every page brings its own list. Keep the old one while nothing differs, or each page would render the rail again.
    const isAlike = before !== undefined && JSON.stringify(before.fields) === JSON.stringify(fields)
    seen.set(place, { fields: isAlike ? before.fields : fields, alike: fields })
  }
  return seen.get(place)?.fields ?? null
}

/** Whether the table was requested and every request failed, so that there is nothing to wait for. */
function isRefused(cache: QueryClient, instanceId: string, resource: string): boolean {
  const asked = cache.getQueryCache().findAll({
    queryKey: [instanceId, 'datastore_search'],
    // The query for SQL mode, while that is off, waits for nothing.
    predicate: ({ queryKey, state }) =>
      asksFor(queryKey[2], resource) && (state.status !== 'pending' || state.fetchStatus !== 'idle'),
  })
  return asked.length > 0 && asked.every((query) => query.state.status === 'error')
}

/** A constant, because `useSyncExternalStore` needs the same list each time. */
const NO_FIELDS: readonly Field[] = []

/** Later pages of wide tables hold only some of the fields. */
function asksForAllFields(params: unknown, resource: string): boolean {
  return asksFor(params, resource) && !Object.hasOwn(Object(params), 'fields')
}

function asksFor(params: unknown, resource: string): boolean {
  return typeof params === 'object' && params !== null && 'resource_id' in params && params.resource_id === resource
}

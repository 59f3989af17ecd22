import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import type { ActionClient, Timed } from '../../instances/client/actionClient.ts'
import type { Instance } from '../../instances/instance.ts'
import type { SearchPage } from '../../protocol/answers.ts'
import { rowCountKey, subscribeToAnswers } from '../../results/queries.ts'
import { countWords } from '../../words/figures.ts'
import { countTogether } from './countTables.ts'
import styles from './RowCount.module.css'

export interface CurrentCountProps {
  readonly instance: Instance
  readonly client: ActionClient
  /** The table, by id. */
  readonly resource: string
}

/**
 * How many records the open table has. The grid's first page says so; the server is asked only if that is of a part of
 * the table, and not before it has shown that it lets the table be read.
 */
export function CurrentCount({ instance, client, resource }: CurrentCountProps) {
  const cache = useQueryClient()
  const seen = useSyncExternalStore(
    (changed) => subscribeToAnswers(cache.getQueryCache(), changed),
    () => seenOf(cache, instance.id, resource),
  )
  const { data } = useQuery({
    queryKey: [...rowCountKey(instance.id, resource), client.identity],
    queryFn: () => countTogether(client, resource),
    staleTime: Infinity,
    enabled: seen === 'a part',
  })
  const count = typeof seen === 'number' ? seen : data
  return (
    <span className={styles.count} aria-hidden="true">
      {typeof count === 'number' && countWords(count)}
    </span>
  )
}

/** How many records the latest page of the whole table counted; else whether any page of it was answered. */
function seenOf(cache: QueryClient, instanceId: string, resource: string): number | 'a part' | null {
  const answered = cache.getQueryCache().findAll({
    queryKey: [instanceId, 'datastore_search'],
    predicate: ({ queryKey, state }) => state.data !== undefined && memberOf(queryKey[2], 'resource_id') === resource,
  })
  const latestFirst = answered.toSorted((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt)
  for (const { queryKey } of latestFirst) {
    const page = NARROWS.some((name) => memberOf(queryKey[2], name) !== undefined)
      ? undefined
      : cache.getQueryData<Timed<SearchPage>>(queryKey)?.answer
    if (typeof page?.total === 'number' && !page.totalIsEstimate) return page.total
  }
  return answered.length > 0 ? 'a part' : null
}

/** What leaves records out. */
const NARROWS = ['filters', 'q', 'distinct', 'sql'] as const

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}

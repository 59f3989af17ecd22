import { useQuery } from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'
import type { Row } from '../protocol/answers.ts'
import { wholeTable, type Query } from '../query/query.ts'
import type { ActionClient } from '../instances/client/actionClient.ts'
import { wholeRow, type RowSource } from '../rows/rowSource.ts'
import { searchPageQuery } from './queries.ts'

export interface RowOf {
  readonly instanceId: string
  readonly client: ActionClient
  readonly query: Query | null
  readonly rows: RowSource
}

/**
 * A row of a search with all its fields; undefined until it is here, and if `index` is null. If only some of its columns
 * were loaded, it is asked for by itself.
 */
export function useWholeRow({ instanceId, client, query, rows }: RowOf, index: number | null): Row | undefined {
  const at = index ?? -1
  const subscribe = useCallback(
    (changed: () => void) => rows.subscribe({ start: at, end: at + 1 }, changed),
    [rows, at],
  )
  useSyncExternalStore(subscribe, () => rows.revision(at))
  const here = wholeRow(rows, at)
  const idPlace = rows.fields.get().findIndex(({ id }) => id === '_id')
  const id = rows.cell(at, idPlace)
  const isPartial = query !== null && here === undefined && typeof id === 'string'
  const { data } = useQuery({
    ...searchPageQuery(instanceId, client, query ?? NO_QUERY, { offset: Math.max(0, at), limit: 1 }),
    enabled: isPartial,
  })
  if (!isPartial) return here
  // Records may have been added or removed before it since.
  const row = data?.answer.rows[0]
  return row?.[data?.answer.fields.findIndex((field) => field.id === '_id') ?? -1] === id ? row : undefined
}

const NO_QUERY = wholeTable('')

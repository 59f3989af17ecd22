import { useQueryClient } from '@tanstack/react-query'
import { useLayoutEffect, useMemo, useState, useSyncExternalStore } from 'react'
import type { RowSource } from '../rows/rowSource.ts'
import type { Plan } from './plan/plan.ts'
import { awaiting, type SearchResult } from './searchResult.ts'
import { createSearchRows, searchName } from './searchRows.ts'

/** A search as a component sees it: how it is going, and the source of its rows. */
export interface Records extends SearchResult {
  readonly rows: RowSource
  /** Takes over how many records match, once somebody has counted. */
  readonly setTotal: (total: number) => void
  /** Asks again for everything shown. */
  readonly reload: () => void
}

/** The records that match, loaded as they are looked at. With `null` for no plan yet it stays loading and asks nothing. */
export function useRecords(instanceId: string, plan: Plan | null): Records {
  const cache = useQueryClient()
  const [rows] = useState(() => createSearchRows(cache))
  // Before paint, so that rows of the table before are never seen under the name of the next.
  useLayoutEffect(() => rows.show(instanceId, plan))
  const result = useSyncExternalStore(rows.result.subscribe, rows.result.get)
  const { table, whole } = searchName(instanceId, plan)
  return useMemo(() => {
    // The effect above comes after this: until then the result is that of the search before, and must not pass for this one.
    const own = result.asked.whole === whole ? result : awaiting(result, { table, whole })
    return { ...own, rows, setTotal: rows.setTotal, reload: rows.reload }
  }, [result, rows, table, whole])
}

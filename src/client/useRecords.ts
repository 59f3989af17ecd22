import { useQueryClient } from '@tanstack/react-query'
import { useLayoutEffect, useState, useSyncExternalStore } from 'react'
import type { QuerySpec } from '../protocol/querySpec.ts'
import type { ActionClient } from './actionClient.ts'
import { createRecordsSource, type Records } from './recordsSource.ts'

export type { Records } from './recordsSource.ts'
export { PAGE_SIZE } from './rowWindow.ts'

/** The rows that match, loaded where one looks; `null` for no query yet (then it stays loading and asks for nothing). */
export function useRecords(instanceId: string, client: ActionClient, spec: QuerySpec | null): Records {
  const cache = useQueryClient()
  const [source] = useState(() => createRecordsSource(cache))
  // Before paint, so that rows of the table before are never seen under the name of the next.
  useLayoutEffect(() => source.show(instanceId, client, spec))
  return useSyncExternalStore(source.subscribe, source.snapshot)
}

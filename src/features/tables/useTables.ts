import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'
import type { ActionClient } from '../../instances/client/actionClient.ts'
import { withCatalogue } from '../../instances/catalogue/cataloguePage.ts'
import { isMissingPage, TABLES_PER_PAGE } from '../../instances/catalogue/tables.ts'
import type { Table } from '../../instances/catalogue/table.ts'
import { useProfile } from '../../instances/profile/useProfile.ts'
import { tablesQuery } from '../../results/queries.ts'
import { catalogueQuery, DATASETS_PER_PAGE, entriesQuery, UNASKED } from './cataloguePages.ts'

/**
 * The tables of an instance: first as the service lists them, then with the titles that its catalogue was found to have.
 * The catalogue is asked for one page, and only if a table has no name of its own or not all are listed; not again in this
 * tab if there was none.
 */
export function useTables(instanceId: string, client: ActionClient): UseQueryResult<readonly Table[]> {
  const cache = useQueryClient()
  const listed = useQuery(tablesQuery(instanceId, client))
  const { hasAnswered, hasCatalogue, moreTables } = useProfile(client)
  const isPart = moreTables === true
  const count = listed.data?.length ?? 0
  const rows = isPart || count > FEW ? DATASETS_PER_PAGE : FEW
  useQuery({
    ...catalogueQuery(cache, instanceId, client, UNASKED, rows),
    enabled: hasCatalogue !== false && needsCatalogue(listed.data, isPart),
  })
  const { data: entries } = useQuery(entriesQuery(instanceId, client))
  const { refetch } = listed
  // List and records were requested together and the records have arrived: one more request shows if there is no list.
  const isMissing = hasAnswered === true && isMissingPage(listed.error) && !listed.isFetching
  // Without a catalogue that could be searched, the whole list is needed.
  const isShort = hasCatalogue === false && isPart && count <= TABLES_PER_PAGE && !listed.isFetching
  useEffect(() => {
    if (isMissing || isShort) void refetch({ cancelRefetch: false })
  }, [isMissing, isShort, refetch])
  const select = useCallback(
    (tables: readonly Table[]) => (entries === undefined ? tables : withCatalogue(tables, entries, isPart)),
    [entries, isPart],
  )
  return useQuery({ ...tablesQuery(instanceId, client), select })
}

/** Whether the catalogue has more datasets than its first page, so that it has to be searched. */
export function useIsPortal(instanceId: string, client: ActionClient): boolean {
  const first = catalogueQuery(useQueryClient(), instanceId, client, UNASKED)
  return useQuery({ ...first, enabled: false, select: ({ read, count }) => read < count }).data === true
}

/** Whether the catalogue knows more of these tables than the list. */
export function needsCatalogue(listed: readonly Table[] | undefined, isPart: boolean): boolean {
  return listed !== undefined && (isPart || listed.some((table) => !table.isNamed))
}

/** So many tables are named by one request; of more, those that are looked for. */
const FEW = 100

import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'
import type { ActionClient } from '../../instances/client/actionClient.ts'
import { mayHaveNoList, TABLES_PER_PAGE } from '../../instances/catalogue/tables.ts'
import type { Table } from '../../instances/catalogue/table.ts'
import { NetworkError } from '../../instances/transport/networkError.ts'
import { useProfile } from '../../instances/profile/useProfile.ts'
import { tablesQuery } from '../../results/queries.ts'
import { cataloguedQuery } from './catalogued.ts'

/** The tables of an instance: first as the service lists them, then with the titles that its catalogue was found to have. */
export function useTables(instanceId: string, client: ActionClient): UseQueryResult<readonly Table[]> {
  const listed = useQuery(tablesQuery(instanceId, client))
  const { error } = listed
  // List and records were requested together and the records have arrived: one more request shows if there is no list.
  const mayBeMissing = useProfile(
    client,
    (known) => mayHaveNoList(error, known) || (known.hasAnswered === true && isFirstLost(error)),
  )
  const hasNoCatalogue = useProfile(client, ({ hasCatalogue }) => hasCatalogue === false)
  const isPart = useProfile(client, ({ moreTables }) => moreTables === true)
  const { data: catalogued } = useQuery(cataloguedQuery(instanceId, client))
  const { refetch } = listed
  const isMissing = mayBeMissing && !listed.isFetching
  // Without a catalogue that could be searched, the whole list is needed.
  const count = listed.data?.length ?? 0
  const isShort = hasNoCatalogue && isPart && count <= TABLES_PER_PAGE && !listed.isFetching
  useEffect(() => {
    if (isMissing || isShort) void refetch({ cancelRefetch: false })
  }, [isMissing, isShort, refetch])
  const select = useCallback(
    (tables: readonly Table[]) => catalogued?.withTitles(tables, isPart) ?? tables,
    [catalogued, isPart],
  )
  return useQuery({ ...tablesQuery(instanceId, client), select })
}

/** Nothing had come of the server yet that says whether it is gone, or closes its refusals to the page. */
function isFirstLost(error: Error | null): boolean {
  return error instanceof NetworkError && error.problem.code === 'hostUnreachable'
}

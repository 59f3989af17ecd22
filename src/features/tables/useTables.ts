import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { ActionClient } from '../../instances/client/actionClient.ts'
import { withCatalogue } from '../../instances/catalogue/catalogue.ts'
import { catalogueQuery, tablesQuery } from '../../results/queries.ts'
import { isMissingPage } from '../../instances/catalogue/tables.ts'
import type { Table } from '../../instances/catalogue/table.ts'
import { useProfile } from '../../instances/profile/useProfile.ts'

/**
 * The tables of an instance: first as the service lists them, then with the titles from its catalogue. The catalogue is
 * asked only if a table has no name of its own, and not again in this tab if there was none.
 */
export function useTables(instanceId: string, client: ActionClient): UseQueryResult<readonly Table[]> {
  const listed = useQuery(tablesQuery(instanceId, client))
  const { profile } = client
  const { hasAnswered, hasCatalogue } = useProfile(client)
  const nameless = (listed.data ?? []).some((table) => !table.isNamed)
  const ids = nameless && hasCatalogue !== false ? (listed.data ?? []).map((table) => table.id) : NO_IDS
  const { data: catalogue } = useQuery({ ...catalogueQuery(instanceId, client, ids), enabled: ids.length > 0 })
  useEffect(() => {
    if (catalogue?.absent === true) profile.learn('noticed', { hasCatalogue: false })
  }, [catalogue, profile])
  // List and records were requested together and the records have arrived: one more request shows if there is no list.
  const isMissing = hasAnswered === true && isMissingPage(listed.error) && !listed.isFetching
  const { refetch } = listed
  useEffect(() => {
    if (isMissing) void refetch({ cancelRefetch: false })
  }, [isMissing, refetch])
  return useQuery({
    ...tablesQuery(instanceId, client),
    select: (tables) => (catalogue === undefined ? tables : withCatalogue(tables, catalogue)),
  })
}

const NO_IDS: readonly string[] = []

import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { ActionClient } from '../client/actionClient.ts'
import { withCatalogue } from '../client/catalogue.ts'
import { catalogueQuery, tablesQuery } from '../client/queries.ts'
import { isMissingPage, type Table } from '../client/tables.ts'
import { useManners } from '../client/useManners.ts'
import { hasNoCatalogue, noteNoCatalogue } from '../state/noCatalogue.ts'

/**
 * The tables of an instance: at once as the service lists them, then by the titles of its catalogue. The catalogue is
 * asked only where a table has no name of its own, and not again in this tab where there was none.
 */
export function useTables(instanceId: string, client: ActionClient): UseQueryResult<readonly Table[]> {
  const listed = useQuery(tablesQuery(instanceId, client))
  const nameless = (listed.data ?? []).some((table) => !table.isNamed)
  const ids = nameless && !hasNoCatalogue(instanceId) ? (listed.data ?? []).map((table) => table.id) : NO_IDS
  const { data: catalogue } = useQuery({ ...catalogueQuery(instanceId, client, ids), enabled: ids.length > 0 })
  useEffect(() => {
    if (catalogue?.absent === true) noteNoCatalogue(instanceId)
  }, [catalogue, instanceId])
  // Both went out together, and the records have come: asked once more, the list is known to be missing.
  const { hasAnswered } = useManners(client)
  const isMissing = hasAnswered && isMissingPage(listed.error) && !listed.isFetching
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

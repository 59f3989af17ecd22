import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { cataloguedQuery } from '../../features/tables/catalogued.ts'
import type { Narrowing } from '../../instances/catalogue/cataloguePage.ts'
import type { Table } from '../../instances/catalogue/table.ts'
import type { ActionClient } from '../../instances/client/actionClient.ts'
import type { Instance } from '../../instances/instance.ts'
import { useProfile } from '../../instances/profile/useProfile.ts'
import { CurrentCount, RowCount } from '../laterParts.ts'

/** What is known of an instance's list of tables: whether there is one, whether it is all, and how to find the rest. */
export function useListing(instance: Instance, client: ActionClient, listed: readonly Table[] | undefined) {
  const [narrowed, setNarrowed] = useState<Narrowing>({})
  const isListed = useProfile(client, ({ listsTables }) => listsTables !== false)
  const hasNoCatalogue = useProfile(client, ({ hasCatalogue }) => hasCatalogue === false)
  const isPart = useProfile(client, ({ moreTables }) => moreTables === true)
  // Only by SQL one request counts several tables.
  const maySumUp = useProfile(client, ({ totals, sql }) => totals === 'exact' && sql === 'on')
  const catalogued = useQuery(cataloguedQuery(instance.id, client)).data
  // The catalogue is asked if it may know more tables, or their titles, and not again in this tab if there was none.
  const isCatalogued = !hasNoCatalogue && (isPart || listed?.some(({ isNamed }) => !isNamed) === true)
  return {
    isListed,
    isPart,
    isCatalogued,
    portal: catalogued?.isPortal ? { instanceId: instance.id, client, narrowed, onNarrow: setNarrowed } : null,
    rowCount: (counted: Table, isCurrent: boolean) => {
      if (isCurrent) return <CurrentCount instance={instance} client={client} resource={counted.id} />
      if (!maySumUp) return null
      // A table that the catalogue does not show to this person can't be counted, and would spoil the count of the others.
      const isLeftOut = isCatalogued && counted.dataset === ''
      return <RowCount instance={instance} client={client} resource={counted.id} isLeftOut={isLeftOut} />
    },
  }
}

export type Listing = ReturnType<typeof useListing>

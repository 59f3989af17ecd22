import { queryOptions, skipToken } from '@tanstack/react-query'
import type { ActionClient } from '../../instances/client/actionClient.ts'
import type { Table } from '../../instances/catalogue/table.ts'

/** What has been found in the catalogue of an instance so far. */
export interface Catalogued {
  /** It has more datasets than its first page, so it has to be searched. */
  readonly isPortal: boolean
  /** The tables with their titles; if only a part was listed, with those that the catalogue knows beside. */
  readonly withTitles: (tables: readonly Table[], isPart: boolean) => readonly Table[]
}

/** Where `CatalogueReader` leaves what it finds. */
export function cataloguedQuery(instanceId: string, client: ActionClient) {
  return queryOptions<Catalogued>({
    queryKey: [instanceId, 'catalogue', 'found', client.identity],
    queryFn: skipToken,
    structuralSharing: false,
    gcTime: Infinity,
  })
}

import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ActionClient } from '../../../instances/client/actionClient.ts'
import { catalogueQuery, DATASETS_PER_PAGE, UNASKED } from './cataloguePages.ts'

export interface CatalogueReaderProps {
  readonly instanceId: string
  readonly client: ActionClient
  /** How many tables are listed; null if there are more. */
  readonly listed: number | null
}

/** Reads the first page of an instance's catalogue, once for as long as the page is open; shows nothing. */
export function CatalogueReader({ instanceId, client, listed }: CatalogueReaderProps) {
  const rows = listed === null || listed > FEW ? DATASETS_PER_PAGE : FEW
  useQuery(catalogueQuery(useQueryClient(), instanceId, client, UNASKED, rows))
  return null
}

/** So many tables are named by one request; of more, those that are looked for. */
const FEW = 100

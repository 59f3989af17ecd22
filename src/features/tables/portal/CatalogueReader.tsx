import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { ActionClient } from '../../../instances/client/actionClient.ts'
import type { Instance } from '../../../instances/instance.ts'
import { aboutQuery } from '../about/aboutQuery.ts'
import { catalogueQuery, DATASETS_PER_PAGE, remember, UNASKED } from './cataloguePages.ts'

export interface CatalogueReaderProps {
  readonly instance: Instance
  readonly client: ActionClient
  /** How many tables are listed; null if there are more. */
  readonly listed: number | null
  /** The table on the screen, if its name is not known. */
  readonly nameless: string | null
}

/**
 * Reads the first page of an instance's catalogue, and at a portal, of which that is a small part, what it tells of the
 * table on the screen; each once for as long as the page is open. Shows nothing.
 */
export function CatalogueReader({ instance, client, listed, nameless }: CatalogueReaderProps) {
  const cache = useQueryClient()
  const rows = listed === null || listed > FEW ? DATASETS_PER_PAGE : FEW
  const { data: first } = useQuery(catalogueQuery(cache, instance.id, client, UNASKED, rows))
  const isPortal = first !== undefined && first.read < first.count
  const about = useQuery({
    ...aboutQuery(instance, client, nameless ?? ''),
    enabled: isPortal && nameless !== null,
  }).data
  useEffect(() => {
    if (nameless === null || !about) return
    const { title, dataset, description } = about
    const entry = { title: title ?? '', dataset: dataset ?? '', description: description ?? '', isTable: true }
    remember(cache, instance.id, client, { entries: new Map([[nameless, entry]]), isPortal: true })
  }, [about, cache, client, instance.id, nameless])
  return null
}

/** So many tables are named by one request; of more, those that are looked for. */
const FEW = 100

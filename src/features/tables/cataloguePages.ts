import { queryOptions, skipToken, type QueryClient } from '@tanstack/react-query'
import type { Asked, CatalogueEntry, CataloguePage } from '../../instances/catalogue/cataloguePage.ts'
import type { ActionClient } from '../../instances/client/actionClient.ts'
import { laterModule } from '../../ui/later.tsx'

/** The catalogue is not needed for the first rows. */
const loadReading = laterModule(() => import('./portal/readPage.ts'))

/** What is read of a catalogue before anybody has looked for something. */
export const UNASKED: Asked = { words: '', narrowed: {}, pages: 1 }

/** Datasets of one request: about 200 kB. */
export const DATASETS_PER_PAGE = 20

/**
 * The datasets of an instance's catalogue that are asked for, each page read once for as long as the page is open. What is
 * found is remembered under `entriesQuery`; that there is no catalogue, in the profile.
 */
export function catalogueQuery(
  cache: QueryClient,
  instanceId: string,
  client: ActionClient,
  asked: Asked,
  rows = DATASETS_PER_PAGE,
) {
  const keyOf = (pages: number) => [instanceId, 'catalogue', { ...asked, pages }, client.identity]
  return queryOptions({
    queryKey: keyOf(asked.pages),
    queryFn: async ({ signal }): Promise<CataloguePage> => {
      const { readPage } = await loadReading()
      const before = cache.getQueryData<CataloguePage>(keyOf(asked.pages - 1))
      const remember = (found: CataloguePage['entries']) =>
        cache.setQueryData(entriesQuery(instanceId, client).queryKey, (known) => new Map([...(known ?? []), ...found]))
      return readPage(client, { asked, rows, before, remember }, signal)
    },
    structuralSharing: false,
    staleTime: ({ state }) => (state.data?.state === 'silent' ? 0 : Infinity),
    gcTime: Infinity,
  })
}

/** Everything that was found in the catalogue so far, by the id of the resource. */
export function entriesQuery(instanceId: string, client: ActionClient) {
  return queryOptions<ReadonlyMap<string, CatalogueEntry>>({
    queryKey: [instanceId, 'catalogue', 'entries', client.identity],
    queryFn: skipToken,
    structuralSharing: false,
    gcTime: Infinity,
  })
}

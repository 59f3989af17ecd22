import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { readCatalogue } from '../../../instances/catalogue/catalogue.ts'
import {
  withCatalogue,
  type Asked,
  type CatalogueEntry,
  type CataloguePage,
} from '../../../instances/catalogue/cataloguePage.ts'
import type { ActionClient } from '../../../instances/client/actionClient.ts'
import { cataloguedQuery } from '../catalogued.ts'

/** What is read of a catalogue before anybody has looked for something. */
export const UNASKED: Asked = { words: '', narrowed: {}, pages: 1 }

/** Datasets of one request: about 200 kB. */
export const DATASETS_PER_PAGE = 20

/**
 * The datasets of an instance's catalogue that are asked for, each page read once for as long as the page is open. What is
 * found is remembered under `cataloguedQuery`; whether there is a catalogue, in the profile.
 */
export function catalogueQuery(
  cache: QueryClient,
  instanceId: string,
  client: ActionClient,
  asked: Asked,
  rows = DATASETS_PER_PAGE,
) {
  const keyOf = ({ words, narrowed, pages }: Asked) => [
    instanceId,
    'catalogue',
    { words, narrowed, pages },
    client.identity,
  ]
  return queryOptions({
    queryKey: keyOf(asked),
    queryFn: async ({ signal }): Promise<CataloguePage> => {
      const before = cache.getQueryData<CataloguePage>(keyOf({ ...asked, pages: asked.pages - 1 }))
      const page = await readCatalogue(client, asked, { start: before?.read ?? 0, rows }, signal)
      // A catalogue that has answered is there, though it may refuse words that are looked for.
      if (page.state === 'read') client.profile.learn('noticed', { hasCatalogue: true })
      else if (page.state === 'absent' && asked.words === '') client.profile.learn('noticed', { hasCatalogue: false })
      const first = cache.getQueryData<CataloguePage>(keyOf(UNASKED)) ?? page
      const isPortal = first.read < first.count
      // Who has a token may see what no search finds, such as drafts.
      const isWhole = first.state === 'read' && !isPortal && !client.hasToken
      remember(cache, instanceId, client, { entries: page.entries, isPortal, isWhole })
      return { ...page, entries: new Map([...(before?.entries ?? []), ...page.entries]) }
    },
    structuralSharing: false,
    staleTime: ({ state }) => (state.data?.state === 'silent' ? 0 : Infinity),
    gcTime: Infinity,
  })
}

/** Notes what was found in a catalogue for the lists of its instance. */
export function remember(
  cache: QueryClient,
  instanceId: string,
  client: ActionClient,
  {
    entries,
    isPortal,
    isWhole = false,
  }: {
    readonly entries: CataloguePage['entries']
    readonly isPortal: boolean
    /** These are all that this visitor may see. */
    readonly isWhole?: boolean
  },
): void {
  const all = known.get(client.identity) ?? new Map<string, CatalogueEntry>()
  for (const [id, entry] of entries) all.set(id, entry)
  known.set(client.identity, all)
  cache.setQueryData(cataloguedQuery(instanceId, client).queryKey, {
    isPortal,
    withTitles: (tables, isPart) => withCatalogue(tables, all, isPart, isWhole && tables.some(({ id }) => all.has(id))),
  })
}

/** By the identity of the client, everything that was found in its catalogue. */
const known = new Map<string, Map<string, CatalogueEntry>>()

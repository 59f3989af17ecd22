import * as v from 'valibot'
import { ActionError } from '../../protocol/envelope.ts'
import type { ActionClient } from '../client/actionClient.ts'
import { NetworkError } from '../transport/networkError.ts'
import type { Asked, CatalogueEntry, CataloguePage, Facet, Narrowing } from './cataloguePage.ts'

/** Which datasets are read: from `start` on, so many. */
export interface CatalogueWindow {
  readonly start: number
  readonly rows: number
}

/**
 * One page of the datasets of a site (CKAN's `package_search`) that have the words and belong to what is asked for. Titles
 * are nice to have: if no catalogue answers, the page is empty and nothing is thrown but the cancellation.
 */
export async function readCatalogue(
  client: Pick<ActionClient, 'read' | 'hasToken'>,
  asked: Pick<Asked, 'words' | 'narrowed'>,
  { start, rows }: CatalogueWindow,
  signal?: AbortSignal,
): Promise<CataloguePage> {
  try {
    const params = { ...searchParams(client, asked), rows, ...(start === 0 ? {} : { start }) }
    const { count, results } = v.parse(Page, JSON.parse(await client.read('package_search', params, { signal })))
    const entries = results.flatMap((dataset) =>
      dataset.resources.map((resource) => [resource.id, entryOf(dataset, resource)] as const),
    )
    return { entries: new Map(entries), count, read: start + results.length, state: 'read' }
  } catch (error) {
    const isTrouble = error instanceof ActionError && error.status >= 500 && error.status !== 501
    if (isTrouble || error instanceof NetworkError) return { ...NOTHING, state: 'silent' }
    if (error instanceof ActionError || error instanceof v.ValiError) return { ...NOTHING, state: 'absent' }
    throw error
  }
}

/** The organisations, groups and tags of the site's datasets, those with most datasets first; none if it does not tell. */
export async function readFacets(
  client: Pick<ActionClient, 'read' | 'hasToken'>,
  signal?: AbortSignal,
): Promise<Readonly<Record<keyof Narrowing, readonly Facet[]>>> {
  const params = {
    ...searchParams(client, { words: '', narrowed: {} }),
    rows: 0,
    'facet.field': FACETS,
    'facet.limit': FACETS_MAX,
  }
  const text = await client.read('package_search', params, { signal })
  const { search_facets: told } = v.parse(Facets, JSON.parse(text))
  const of = (name: keyof Narrowing) =>
    (told[name]?.items ?? [])
      .map((item) => ({ name: item.name, title: item.display_name || item.name, count: item.count }))
      .toSorted((a, b) => b.count - a.count)
  return { organization: of('organization'), groups: of('groups'), tags: of('tags') }
}

const FACETS = ['organization', 'groups', 'tags'] as const
/** More than people look through; words find the others. */
const FACETS_MAX = 100

const NOTHING = { entries: new Map<string, CatalogueEntry>(), count: 0, read: 0 }

/** Private datasets are left out for everybody unless they are asked for; without a token there are none to see. */
function searchParams(
  { hasToken }: Pick<ActionClient, 'hasToken'>,
  { words, narrowed }: Pick<Asked, 'words' | 'narrowed'>,
) {
  const q = plainWords(words)
  const fq = FACETS.flatMap((name) => {
    const value = narrowed[name]
    return value === undefined ? [] : [`${name}:"${value.replaceAll(/["\\]/g, String.raw`\$&`)}"`]
  })
  return {
    ...(q === '' ? {} : { q }),
    ...(fq.length === 0 ? {} : { fq: fq.join(' ') }),
    ...(hasToken ? { include_private: true } : {}),
  }
}

/** The search engine behind it has a syntax of its own, in which a title with a colon or a bracket is refused. */
function plainWords(words: string): string {
  return words.replaceAll(/[-+&|!(){}[\]^"~*?:\\/\s]+/g, ' ').trim()
}

const Text = v.pipe(
  v.unknown(),
  v.transform((value) => (typeof value === 'string' ? value.trim() : '')),
)
const Resource = v.object({
  id: v.string(),
  name: v.optional(Text, ''),
  description: v.optional(Text, ''),
  datastore_active: v.optional(v.unknown()),
})
const Dataset = v.object({
  title: v.optional(Text, ''),
  name: v.optional(Text, ''),
  resources: v.optional(
    v.pipe(
      v.array(v.unknown()),
      v.transform((list) => list.filter((item) => v.is(Resource, item)).map((item) => v.parse(Resource, item))),
    ),
    [],
  ),
})
const Page = v.object({ count: v.pipe(v.number(), v.minValue(0)), results: v.array(Dataset) })
const Items = v.object({
  items: v.array(v.object({ name: v.string(), display_name: v.optional(Text, ''), count: v.number() })),
})
const Facets = v.object({ search_facets: v.record(v.string(), Items) })

function entryOf(
  { title, name }: v.InferOutput<typeof Dataset>,
  resource: v.InferOutput<typeof Resource>,
): CatalogueEntry {
  const { description, datastore_active: active } = resource
  return { title: resource.name, dataset: title || name, description, isTable: active === true }
}

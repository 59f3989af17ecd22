import * as v from 'valibot'
import { ActionError } from '../../protocol/envelope.ts'
import type { ActionClient } from '../client/actionClient.ts'
import { NetworkError } from '../transport/networkError.ts'
import { byTitle } from './tables.ts'
import type { Table } from './table.ts'

/** What a site's catalogue says of a table; empty texts if it says nothing. */
export interface CatalogueEntry {
  readonly title: string
  /** The title of the dataset that it belongs to. */
  readonly dataset: string
  readonly description: string
}

export interface Catalogue {
  /** By the id of the table. */
  readonly entries: ReadonlyMap<string, CatalogueEntry>
  /** The service has no catalogue, so it need not be asked again. */
  readonly absent: boolean
}

/**
 * What the catalogue (CKAN's `package_search`) says of the wanted tables: datasets are read a hundred at a time, the most
 * recently changed first, until every table is found, all are read, or a thousand. Titles are nice to have: if no
 * catalogue answers, the result is empty and nothing is thrown but the cancellation.
 */
export async function readCatalogue(
  client: Pick<ActionClient, 'read'>,
  wanted: ReadonlySet<string>,
  signal?: AbortSignal,
): Promise<Catalogue> {
  const entries = new Map<string, CatalogueEntry>()
  try {
    for (let start = 0; start < DATASETS_MAX && entries.size < wanted.size;) {
      // oxlint-disable-next-line no-await-in-loop -- only this page says whether there is a next one
      const text = await client.read('package_search', { rows: DATASETS_PER_PAGE, start }, { signal })
      const page = v.parse(Page, JSON.parse(text))
      for (const dataset of page.results) {
        for (const resource of dataset.resources) {
          if (wanted.has(resource.id)) entries.set(resource.id, entryOf(dataset, resource))
        }
      }
      start += page.results.length
      if (page.results.length === 0 || start >= page.count) break
    }
    return { entries, absent: false }
  } catch (error) {
    if (error instanceof ActionError || error instanceof v.ValiError) return { entries, absent: entries.size === 0 }
    if (error instanceof NetworkError) return { entries, absent: false }
    throw error
  }
}

/** The tables with the catalogue's titles, datasets and descriptions, sorted by title again; the same list if it says nothing. */
export function withCatalogue(tables: readonly Table[], { entries }: Pick<Catalogue, 'entries'>): readonly Table[] {
  if (!tables.some((table) => entries.has(table.id))) return tables
  return byTitle(
    tables.map((table) => {
      const entry = entries.get(table.id)
      if (entry === undefined) return table
      const { title, dataset, description } = entry
      return { ...table, title: title || table.title, isNamed: table.isNamed || title !== '', dataset, description }
    }),
  )
}

/** By default one answer of CKAN holds 1,000 at most; a hundred of them are about a megabyte. */
const DATASETS_PER_PAGE = 100
const DATASETS_MAX = 1000

const Text = v.pipe(
  v.unknown(),
  v.transform((value) => (typeof value === 'string' ? value.trim() : '')),
)
const Resource = v.object({ id: v.string(), name: v.optional(Text, ''), description: v.optional(Text, '') })
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

function entryOf(
  { title, name }: v.InferOutput<typeof Dataset>,
  resource: v.InferOutput<typeof Resource>,
): CatalogueEntry {
  return { title: resource.name, dataset: title || name, description: resource.description }
}

import * as v from 'valibot'
import { ActionError } from '../../protocol/envelope.ts'
import type { ActionClient } from '../client/actionClient.ts'

/** What a site tells of a table; null for what it does not tell. */
export interface AboutTable {
  readonly title: string | null
  readonly description: string | null
  /** The title of the dataset, and what is said of it. */
  readonly dataset: string | null
  readonly notes: string | null
  readonly organization: string | null
  readonly licence: string | null
  /** A web address; null if there is none that a link may lead to. */
  readonly licenceUrl: string | null
  /** ISO 8601, without a zone: CKAN means UTC. */
  readonly changed: string | null
  /** The address of its page at the portal. */
  readonly page: string | null
}

/**
 * What the catalogue of the site at that address tells of a table (CKAN's `resource_show` and `package_show`); null if it
 * tells nothing, as of a table that nobody catalogued. What else went wrong is thrown.
 */
export async function readAbout(
  client: Pick<ActionClient, 'read' | 'profile'>,
  baseUrl: string,
  id: string,
  signal?: AbortSignal,
): Promise<AboutTable | null> {
  try {
    const resource = v.parse(Resource, JSON.parse(await client.read('resource_show', { id }, { signal })))
    client.profile.learn('noticed', { hasCatalogue: true })
    const dataset = await datasetOf(client, resource.package_id, signal)
    const { organization } = dataset ?? {}
    return {
      title: resource.name,
      description: resource.description,
      dataset: dataset?.title ?? dataset?.name ?? null,
      notes: dataset?.notes ?? null,
      organization: organization?.title ?? organization?.name ?? null,
      licence: dataset?.license_title ?? dataset?.license_id ?? null,
      licenceUrl: webAddress(dataset?.license_url ?? null),
      changed: resource.last_modified ?? resource.metadata_modified ?? dataset?.metadata_modified ?? null,
      page: pageOf(baseUrl, dataset?.name ?? resource.package_id, id),
    }
  } catch (error) {
    if (!(error instanceof ActionError || error instanceof v.ValiError)) throw error
    if (error instanceof ActionError && error.status >= 500 && error.status !== 501) throw error
    // 403 and 404 are about this table, if there is a catalogue; an unknown action has no envelope.
    const isAboutTable = error instanceof ActionError && /^\s*\{/.test(error.serverText)
    if (!isAboutTable && client.profile.get().hasCatalogue === null) {
      client.profile.learn('noticed', { hasCatalogue: false })
    }
    return null
  }
}

/** A dataset may be closed to somebody who may see its resource; then only the resource is told of. */
async function datasetOf(client: Pick<ActionClient, 'read'>, id: string | null, signal: AbortSignal | undefined) {
  if (id === null) return null
  try {
    return v.parse(Dataset, JSON.parse(await client.read('package_show', { id }, { signal })))
  } catch (error) {
    if (error instanceof ActionError || error instanceof v.ValiError) return null
    throw error
  }
}

function pageOf(baseUrl: string, dataset: string | null, id: string): string | null {
  if (dataset === null) return null
  return `${baseUrl}/dataset/${encodeURIComponent(dataset)}/resource/${encodeURIComponent(id)}`
}

function webAddress(text: string | null): string | null {
  return text !== null && /^https?:\/\//i.test(text) && URL.canParse(text) ? text : null
}

/** A text with something in it; null for everything else, since sites leave out what they like. */
const Told = v.optional(
  v.pipe(
    v.unknown(),
    v.transform((value) => (typeof value === 'string' && value.trim() !== '' ? value.trim() : null)),
  ),
  null,
)
const Resource = v.object({
  name: Told,
  package_id: Told,
  description: Told,
  last_modified: Told,
  metadata_modified: Told,
})
const Dataset = v.object({
  name: Told,
  title: Told,
  notes: Told,
  license_id: Told,
  license_title: Told,
  license_url: Told,
  metadata_modified: Told,
  organization: v.optional(v.nullable(v.object({ name: Told, title: Told })), null),
})

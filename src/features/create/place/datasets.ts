import * as v from 'valibot'
import type { ActionClient } from '../../../instances/client/actionClient.ts'

/** A dataset of a CKAN that a table may be put into. */
export interface Dataset {
  /** What CKAN calls it in its addresses. */
  readonly name: string
  readonly title: string
  readonly organization: string
}

export interface DatasetPage {
  readonly datasets: readonly Dataset[]
  /** How many match in all. */
  readonly count: number
}

type Client = Pick<ActionClient, 'read'>

/** The ids of the organizations whose datasets this token may change. */
export async function writableOrganizations(client: Client, signal: AbortSignal): Promise<readonly string[]> {
  const text = await client.read('organization_list_for_user', { permission: 'update_dataset' }, { signal })
  return v.parse(Organizations, JSON.parse(text)).map(({ id }) => id)
}

/** A page of the datasets of these organizations that have all of the words, in their order by title. */
export async function searchDatasets(
  client: Client,
  organizations: readonly string[],
  words: string,
  start: number,
  signal: AbortSignal,
): Promise<DatasetPage> {
  if (organizations.length === 0) return { datasets: [], count: 0 }
  const params = {
    ...(words.trim() === '' ? {} : { q: queryOfWords(words) }),
    // Whoever may write to more of them than a query can hold is an administrator, and may write to all.
    ...(organizations.length > MOST_NAMED ? {} : { fq: `owner_org:(${organizations.map(quoted).join(' OR ')})` }),
    include_private: true,
    rows: DATASETS_PER_PAGE,
    start,
    sort: 'title_string asc',
  }
  const page = v.parse(Page, JSON.parse(await client.read('package_search', params, { signal })))
  const datasets = page.results.map(({ name, title, organization }) => ({
    name,
    title: title || name,
    organization: organization?.title ?? '',
  }))
  return { datasets, count: page.count }
}

export const DATASETS_PER_PAGE = 20

const MOST_NAMED = 500

/** Each word as it is, which CKAN looks for by its stem, or as the beginning of a word. */
function queryOfWords(words: string): string {
  const plain = words.replaceAll(/[^\p{L}\p{N}]+/gu, ' ').trim()
  return plain === ''
    ? '*:*'
    : plain
        .split(' ')
        .map((word) => `(${word} OR ${word}*)`)
        .join(' ')
}

function quoted(id: string): string {
  return `"${id.replaceAll(/["\\]/g, '')}"`
}

const Organizations = v.array(v.object({ id: v.string() }))
const Page = v.object({
  count: v.number(),
  results: v.array(
    v.object({
      name: v.string(),
      title: v.nullish(v.string(), ''),
      organization: v.nullish(v.object({ title: v.nullish(v.string(), '') })),
    }),
  ),
})

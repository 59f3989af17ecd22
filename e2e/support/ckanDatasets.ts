import { hasOwnColumns, isTable, READ_ONLY, tableId, tableNumber } from './ckanTables.ts'

/** A dataset as `package_show` and `package_search` tell of it. */
export interface Dataset {
  readonly id: string
  readonly name: string
  readonly title: string
  readonly notes: string
  readonly private: boolean
  readonly license_title: string
  readonly license_url: string
  readonly metadata_modified: string
  readonly organization: { readonly name: string; readonly title: string }
  readonly groups: readonly { readonly name: string; readonly title: string }[]
  readonly tags: readonly { readonly name: string }[]
  readonly resources: readonly Resource[]
}

interface Resource {
  readonly id: string
  readonly package_id: string
  readonly name: string
  readonly description: string
  readonly url_type: 'datastore' | 'upload'
  readonly datastore_active: boolean
  readonly last_modified: string
}

const SUBJECTS = ['Salt marsh', 'River level', 'Bird count', 'Sediment', 'Air quality', 'Rainfall', 'Soil']
const KINDS = ['survey', 'readings', 'archive']
const ORGANIZATIONS = ['Environment Agency', 'Harbour Board', 'Met Office']
const GROUPS = ['Water', 'Wildlife']
const TAGS = ['coast', 'upland', 'weekly', 'yearly', 'historic']

/** What the datasets of that number are called; the second one is private. */
export function titleOf(number: number): string {
  return `${pick(SUBJECTS, number)} ${pick(KINDS, number)} ${number}`
}

/** The dataset of a table or of a dataset's own id or name; null if there is none. */
export function datasetOf(id: string, count: number): Dataset | null {
  const named = /^dataset-(\d+)$/.exec(id)?.[1]
  const number = named === undefined ? (isTable(id, count) ? tableNumber(id) : null) : Number(named)
  return number === null || number >= count ? null : dataset(number)
}

/** What `resource_show` tells of a table. */
export function resourceOf(id: string, count: number): Resource | undefined {
  return datasetOf(id, count)?.resources[0]
}

/** The datasets that have all words and belong to what `fq` names; private ones only for those who see them. */
export function findDatasets(
  count: number,
  { q, fq }: Readonly<Record<string, unknown>>,
  seesPrivate: boolean,
): readonly Dataset[] {
  const words = wordsOf(typeof q === 'string' ? q : '')
  const wanted = [...(typeof fq === 'string' ? fq : '').matchAll(/(organization|groups|tags):"([^"]*)"/g)]
  const found: Dataset[] = []
  for (let number = 0; number < count; number += 1) {
    const one = dataset(number)
    const has = new Set(wordsOf(textOf(one)))
    const belongs = wanted.every(([, field, value]) => namesOf(one, field ?? '').includes(value ?? ''))
    if ((seesPrivate || !one.private) && belongs && words.every((word) => has.has(word))) found.push(one)
  }
  return found
}

/** How many of the datasets each organisation, group and tag has. */
export function facetsOf(datasets: readonly Dataset[]) {
  const facet = (field: string, titles: readonly string[]) => ({
    title: field,
    items: titles.map((title) => ({
      name: slug(title),
      display_name: title,
      count: datasets.filter((one) => namesOf(one, field).includes(slug(title))).length,
    })),
  })
  return {
    organization: facet('organization', ORGANIZATIONS),
    groups: facet('groups', GROUPS),
    tags: facet('tags', TAGS),
  }
}

function namesOf({ organization, groups, tags }: Dataset, field: string): readonly string[] {
  if (field === 'organization') return [organization.name]
  return (field === 'groups' ? groups : tags).map(({ name }) => name)
}

function textOf({ title, notes, organization, tags, resources }: Dataset): string {
  return [title, notes, organization.title, ...tags.map(({ name }) => name), ...resources.map(({ name }) => name)].join(
    ' ',
  )
}

/** Whole words, as the search engine compares them: without case, and one of many as one of one. */
function wordsOf(text: string): readonly string[] {
  return (text.toLowerCase().match(/[\p{L}\d]+/gu) ?? []).map((word) => word.replace(/s$/, ''))
}

function dataset(number: number): Dataset {
  const id = tableId(number)
  const organization = pick(ORGANIZATIONS, number)
  const group = pick(GROUPS, number)
  return {
    id: `dataset-${number}`,
    name: `dataset-${number}`,
    title: titleOf(number),
    notes: `Measured by the ${organization}.`,
    private: number === 1,
    license_title: 'Creative Commons Attribution',
    license_url: 'https://creativecommons.org/licenses/by/4.0/',
    metadata_modified: '2026-03-04T05:06:07.000000',
    organization: { name: slug(organization), title: organization },
    groups: [{ name: slug(group), title: group }],
    tags: [{ name: pick(TAGS, number) }],
    resources: [
      {
        id,
        package_id: `dataset-${number}`,
        name: `${titleOf(number)}, table`,
        description: hasOwnColumns(id) ? 'Has columns of its own.' : 'One line for each reading.',
        url_type: id === READ_ONLY ? 'upload' : 'datastore',
        datastore_active: true,
        last_modified: '2026-05-06T07:08:09.000000',
      },
    ],
  }
}

function slug(title: string): string {
  return title.toLowerCase().replaceAll(' ', '-')
}

function pick(list: readonly string[], number: number): string {
  return list[number % list.length] ?? ''
}

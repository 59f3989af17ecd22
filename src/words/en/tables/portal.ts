import { catalogue } from '../../catalogue.ts'
import { countWords } from '../../figures.ts'
import { plural } from '../../plural.ts'

/** What is said where the tables of a large portal are searched. */
export const portalWords = catalogue('portal', {
  all: (count: number) => `${datasets(count)} at this portal. Search to find their tables.`,
  searching: 'Searching the portal',
  found: (count: number) => `${datasets(count)} found at this portal.`,
  foundPart: (read: number, count: number) =>
    `The first ${countWords(read)} of ${datasets(count)} found at this portal.`,
  narrow: 'More words find fewer.',
  none: 'The portal found no dataset. It searches for whole words.',
  notAnswered: "Couldn't search the portal. It didn't answer with a list of datasets.",
  more: (count: number) => `Show ${countWords(count)} more`,
  narrowBy: 'Narrow down',
  fields: { organization: 'Organisation', groups: 'Group', tags: 'Tag' },
  any: { organization: 'Any organisation', groups: 'Any group', tags: 'Any tag' },
  facet: (title: string, count: number) => `${title} (${countWords(count)})`,
  noFacets: "Couldn't load the organisations, groups and tags.",
  narrowedTo: (values: readonly string[]) => `Only in ${values.join(', ')}.`,
})

function datasets(count: number): string {
  return `${countWords(count)} ${plural(count, { one: 'dataset', other: 'datasets' })}`
}

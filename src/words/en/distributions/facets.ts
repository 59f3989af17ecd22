import { catalogue } from '../../catalogue.ts'
import { countWords } from '../../figures.ts'
import { plural } from '../../plural.ts'
import { stretchWords } from '../stretchWords.ts'

/** Facets: values of a column with their counts, to choose from. */
export const facetWords = catalogue('facets', {
  byYear: (column: string) => `${column} by year`,
  facet: (column: string) => `Facet ${column}`,
  values: (count: number) => `${countWords(count)} ${plural(count, { one: 'value', other: 'values' })}`,
  find: (column: string) => `Find a value of ${column}`,
  remove: (column: string) => `Remove the facet ${column}`,
  /** The name of a value's checkbox. */
  value: (value: string, count: number | null, isExcluded: boolean) =>
    [value, ...(count === null ? [] : [countWords(count)]), ...(isExcluded ? ['excluded'] : [])].join(', '),
  excluded: 'excluded',
  only: 'Only',
  onlyValue: (value: string) => `Only ${value}`,
  exclude: 'Exclude',
  excludeValue: (value: string) => `Exclude ${value}`,
  include: 'Include',
  includeValue: (value: string) => `Include ${value} again`,
  more: (count: number) => `${countWords(count)} more ${plural(count, { one: 'value', other: 'values' })}`,
  moreUnknown: 'More values',
  fewer: 'Fewer values',
  none: 'No value contains that.',
  noValues: 'There are no values.',
  loading: 'Counting',
  fromSample: (of: number, stretches?: number) =>
    `From a sample of ${countWords(of)} records${stretchWords(of, stretches)}.`,
  fromFirst: (of: number) => `From the first ${countWords(of)} records.`,
  suggested: 'More facets:',
  add: 'Add a facet',
  choose: 'Any column',
})

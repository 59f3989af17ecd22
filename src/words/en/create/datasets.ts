import { catalogue } from '../../catalogue.ts'
import { countWords } from '../../figures.ts'
import { plural } from '../../plural.ts'

/** What choosing the dataset for a new table says. */
export const datasetWords = catalogue('datasets', {
  dataset: 'Dataset',
  nameHint: 'Its name or id. A new resource is created in it.',
  find: 'Find a dataset',
  loading: 'Loading the datasets that your token may write to …',
  shown: (shown: number, count: number) =>
    `${countWords(shown)} of ${countWords(count)} ${plural(count, { one: 'dataset', other: 'datasets' })} that your token may write to.`,
  none: 'Your token may write to no dataset of an organization. Type the name of one to try it.',
  noneFound: 'No dataset that your token may write to has these words.',
  more: 'Show more',
  takeTyped: (name: string) => `Use the dataset named ${name}`,
  chosen: (name: string) => `Chosen: ${name}`,
})

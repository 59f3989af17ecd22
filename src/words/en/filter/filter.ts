import { catalogue } from '../../catalogue.ts'
import { countWords } from '../../figures.ts'

/** The filter form. */
export const filterWords = catalogue('filter', {
  steps: 'Query steps',
  undo: 'Undo',
  clearAll: 'Clear all',
  form: 'Filter',
  matching: 'Records matching',
  distinctMatching: 'Distinct records matching',
  search: 'Search records',
  where: 'where',
  and: 'and',
  addFilter: 'Add filter',
  removeFilter: (field: string) => `Remove filter on ${field}`,
  andMore: (count: number) => `and ${countWords(count)} more`,
  noValues: '…',
  bySql: 'by SQL',
  byFilters: 'by filters',
  off: 'off',
  isOff: (sentence: string) => `${sentence}, off`,
  or: 'or',
  /** On a chip, where null is among what matches. */
  withNull: 'incl. null',
  nullCounts: 'Include null',
  limitBefore: 'limit',
  limit: 'Limit',
  noLimit: 'all',
  badLimit: 'Enter a whole number, or nothing for all.',
  noSort: 'This server does not sort. The records are in its own order.',

  records: 'Records',
  recordIsEdited: 'Save or cancel your changes to the record first.',
  tryAgain: 'Try again',
  close: 'Close',
})

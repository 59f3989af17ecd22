import { catalogue, type RichPart } from '../../catalogue.ts'
import { countWords } from '../../figures.ts'

/** The filter form. */
export const filterWords = catalogue('filter', {
  undo: 'Undo',
  clearAll: 'Clear all',
  form: 'Filter',
  matching: 'Records matching',
  distinctMatching: 'Records, alike ones once, matching',
  search: 'Search records',
  where: 'where',
  and: 'and',
  addFilter: 'Add filter',
  removeFilter: (field: string) => `Remove filter on ${field}`,
  andMore: (count: number) => `and ${countWords(count)} more`,
  noValues: '…',
  bySql: 'by SQL',
  off: 'off',
  isOff: (sentence: string) => `${sentence}, off`,
  or: 'or',
  nullCounts: 'Null counts too',
  limitBefore: 'limit',
  limit: 'Limit',
  noLimit: 'all',
  badLimit: 'Enter a whole number, or nothing for all.',
  noWords: (search: string) => `“${search}” has no word to search for, so all records are shown.`,
  noSort: 'This server does not sort. The records are in its own order.',
  refused: (field: string, why: string): readonly RichPart[] => [
    'The server refused the filter on ',
    { bold: field },
    `. ${why}`,
  ],

  records: 'Records',
  recordIsEdited: 'Save or cancel your changes to the record first.',
  tryAgain: 'Try again',
  close: 'Close',
  changed: 'The table changed while it was read.',
  changedRemedy: 'Records may be missing here, or appear twice.',
  repeated: 'Some records came twice.',
  repeatedRemedy:
    "Either this server's pages overlap, or the table changed while it was read. Other records may be missing here.",
  readAgain: 'Read again',
})

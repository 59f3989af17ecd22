import { catalogue, type RichPart } from '../../catalogue.ts'
import { countWords } from '../../figures.ts'
import { plural } from '../../plural.ts'

const values = (count: number) => `${countWords(count)} ${plural(count, { one: 'value', other: 'values' })}`

/** The filter form, its popover, and what is shown instead of rows. */
export const filterWords = catalogue('filter', {
  form: 'Filter',
  matching: 'Records matching',
  search: 'Search records',
  where: 'where',
  and: 'and',
  addFilter: 'Add filter',
  removeFilter: (field: string) => `Remove filter on ${field}`,
  removeGroup: (conditions: string) => `Remove ${conditions}`,
  andMore: (count: number) => `and ${countWords(count)} more`,
  noValues: '…',
  sortedBy: 'sorted by',
  thenBy: 'then',
  removeSort: (field: string) => `Remove sort on ${field}`,
  reverse: (order: string) => `Reverse: ${order}`,
  bestFirst: 'best matches first',
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

  popover: {
    title: (field: string) => `Filter on ${field}`,
    column: 'Column',
    operator: 'Operator',
    find: 'Find a value',
    findOrType: 'Find or type a value',
    type: 'Type a value',
    values: (field: string) => `Values of ${field}`,
    failed: "Couldn't load the values. You can still type one.",
    count: (count: number) => values(count),
    found: (count: number) => `${values(count)} found`,
    more: 'There are more values: type to find them',
    perhapsMore: 'There may be more values: type to find them',
    use: (value: string) => `Use "${value}"`,
    remove: 'Remove',
    done: 'Done',
  },
  hints: {
    null: (field: string) => `Filters compare values, and null is not a value. In SQL: WHERE "${field}" IS NULL.`,
    array: 'Type the whole list as PostgreSQL writes it: {first,second}.',
    timestamp: 'Times match to the microsecond, but servers may show only milliseconds. SQL can compare ranges.',
    json: 'Most servers cannot filter JSON columns. SQL can.',
  },

  empty: {
    noTables: (instance: string) => `${instance} has no tables that you can read.`,
    noTablesRemedy:
      'Private tables appear with an API token that may read them. A table that is not listed can be opened by its id.',
    noTable: 'No table is chosen.',
    noTableRemedy: (instance: string) => `Choose a table of ${instance}, or paste its id into Resource.`,
    limitIsZero: 'The limit is 0, so no records were requested.',
    match: (count: number) =>
      `${countWords(count)} ${plural(count, { one: 'record matches', other: 'records match' })}.`,
    showAll: 'Show all',
    willAppear: 'Records added to it appear here.',
    without: (condition: string) => `Without ${condition}`,
    clearAll: 'Clear all',
    unsaid: (conditions: string) => `datastore_search cannot filter by this: ${conditions}.`,
    unsaidRemedy: 'Remove it here, or write the query in SQL.',
  },

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

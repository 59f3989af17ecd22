import { catalogue } from '../../catalogue.ts'
import { countWords } from '../../figures.ts'
import { plural } from '../../plural.ts'

/** What is shown instead of rows. */
export const emptyWords = catalogue('empty', {
  noTables: (instance: string) => `${instance} has no tables that you can read.`,
  noTablesRemedy:
    'Private tables appear with an API token that may read them. A table that is not listed can be opened by its id.',
  noTable: 'No table is chosen.',
  noTableRemedy: (instance: string) => `Choose a table of ${instance}, or paste its id into Resource.`,
  limitIsZero: 'The limit is 0, so no records were requested.',
  match: (count: number) => `${countWords(count)} ${plural(count, { one: 'record matches', other: 'records match' })}.`,
  showAll: 'Show all',
  willAppear: 'Records added to it appear here.',
  without: (condition: string) => `Without ${condition}`,
  clearAll: 'Clear all',
  unsaid: (conditions: string) => `This server can’t answer this: ${conditions}.`,
  unsaidRemedy:
    'It has no SQL, and its own filters have no such comparison. A copy of the table in this browser can answer any query, even offline.',
  noDistinct: 'This server can’t leave out duplicate rows.',
  noDistinctRemedy:
    'It has no SQL, and its own search compares only the records of one page. A copy of the table in this browser can answer any query, even offline.',
  showAlike: 'Show duplicate rows, too',
  copyTable: 'Copy this table',
})

import { catalogue } from '../../catalogue.ts'
import { countWords } from '../../figures.ts'
import { plural } from '../../plural.ts'

/** The verdict on a portal: that it answers and what works there, or what is in the way. */
export const verdictWords = catalogue('verdict', {
  result: 'Result',
  asking: (host: string) => `Asking ${host}`,
  stopped: 'Stopped. Nothing was saved.',
  tried: 'What was tried',
  triedSteps: (done: number, steps: number) => `${countWords(done)} of ${countWords(steps)} steps`,
  untilThen: 'Until then: download a table there as CSV, and drop the file on this page.',
  sample: 'Look around the sample',

  withTables: (name: string, tables: string) => `${name}, ${tables}`,
  tables: (count: number) => plural(count, { one: '1 table', other: `${countWords(count)} tables` }),
  moreTables: (count: string) => `more than ${count} tables`,
  answers: 'It answers this page.',
  answersAs: (service: string) => `It answers this page as ${service}.`,
  readAs: {
    nobody: 'Read without a token.',
    accepted: 'The token was accepted.',
    unknown: 'The token could not be checked.',
    refused: 'The token was not accepted, so it is read without one.',
    user: (user: string) => `Read as ${user}.`,
  },

  rangesWork: 'Search, filters, ranges and sorting of whole tables',
  rangesBySql: 'Search, filters and sorting of whole tables; ranges by SQL',
  noRanges: 'Search, filters and sorting of whole tables; no ranges, as SQL is off',
  filtersWork: 'Search, filters and sorting of whole tables',
  rowCap: (count: string) => `Up to ${count} records in one reply; larger tables come in pages`,
  sqlWorks: 'SQL',
  sqlOff: 'SQL is off there; summaries are counted, or made on a copy in this browser',
  sqlRefused: 'SQL needs a permission that you don’t have there',
  noTotals: 'It doesn’t say how many records match',
  aboutTotals: 'It estimates how many records match in large tables',
  noList: 'It lists no tables: open one by its id or by the address of its page',
  writing: 'Records can be added and changed',
  noWritingWithoutToken: 'No writing without a token',
  noWriting: 'No writing with this token',
})

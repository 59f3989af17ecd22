import { catalogue } from '../catalogue.ts'
import { countWords, recordsWords, secondsWords } from '../figures.ts'
import { plural } from '../plural.ts'

/** How far something is: what is done of how much, if that is known. */
interface Progress {
  readonly done: number
  readonly total: number | null
}

/** What stands around every result: how it is run, its status bar, and what can be done about it. */
export const resultWords = catalogue('result', {
  runQuery: 'Run query',
  /** Names of the groups of buttons above a result. */
  edit: 'Edit',
  see: 'See',
  take: 'Take',
  stop: 'Stop',
  /** On the button that says why a question is put as it is. */
  how: 'How this is run',
  howAs: (way: string) => `How this is run: ${way}`,
  waitingFor: (instance: string) => `Waiting for ${instance}`,
  searchingCopy: 'Searching the copy',
  stoppedAfter: (milliseconds: number) =>
    `Stopped waiting after ${secondsWords(milliseconds)}. The server may keep working for up to 60 s.`,
  /** The server has ended it, too. */
  ended: (milliseconds: number) => `Stopped after ${secondsWords(milliseconds)}.`,
  noResult: 'no result',
  about: 'about',
  notSorted: 'not sorted',
  complete: 'complete',
  /** Of a result of which not all has come, on a server that has not shown that the rest will. */
  loadedSoFar: (count: number) => `${countWords(count)} loaded so far`,
  /** Of a result with as many records as its limit, where more may match. */
  atLimit: 'as many as the limit lets through',
  perhapsMore: "can't tell if that is all",
  noTotal: 'this server gives no total',
  rowsNotLoaded: 'some rows did not load',
  tableChanged: 'the table changed',
  recordsTwice: 'some records came twice',

  limitOfMatching: (limit: number, total: number) => `${countWords(limit)} of ${countWords(total)} matching`,
  atLeastRecords: (count: number) => `at least ${recordsWords(count)}`,
  atLeast: (count: number) => `at least ${countWords(count)}`,
  aboutCount: (count: number) => `about ${countWords(count)}`,

  cutAt: (count: number) => `cut at ${countWords(count)}`,
  best: (count: number) => `the ${countWords(count)} best matches`,
  cutOf: (total: number, why: string) => `of ${countWords(total)}. ${why}`,
  cutOfAbout: (total: number, why: string) => `of about ${countWords(total)}. ${why}`,
  causes: {
    serverCap: (count: number) => `This server returns at most ${countWords(count)} per reply.`,
    silentCap: (count: number) => `This server returned only the first ${countWords(count)} and did not say so.`,
    offset: 'This server ignores offset, so every page repeats the first.',
    overlap: "This server's pages overlap, so records come twice.",
    alike: 'Further pages hold records like these, and without _id nothing tells them apart.',
    offsetRefused: 'This server refuses further pages (offset).',
    bestMatches: 'The server returns further matches in no fixed order.',
    memory: (count: number) => `This page holds at most ${countWords(count)}.`,
  },

  /** Kinds of column, for screen readers. */
  types: {
    text: 'text',
    integer: 'integer',
    numeric: 'numeric',
    boolean: 'boolean',
    date: 'date',
    timestamp: 'timestamp',
    time: 'time',
    json: 'json',
    array: 'array',
  },
  arrayOf: (type: string) => `${type} array`,

  /** Selected cells, and the figures of one column of them. */
  selected: {
    block: (cells: number, rows: number, columns: number) =>
      `${plural(cells, { one: '1 cell', other: `${countWords(cells)} cells` })} in ${plural(rows, { one: '1 row', other: `${countWords(rows)} rows` })} × ${plural(columns, { one: '1 column', other: `${countWords(columns)} columns` })}`,
    apart: (cells: number) => plural(cells, { one: '1 cell', other: `${countWords(cells)} cells` }),
    nulls: (count: number) => `${countWords(count)} null`,
    ofLoaded: (loaded: number, cells: number) => `of ${countWords(loaded)} loaded cells of ${countWords(cells)}`,
    values: (column: string, values: number, distinct: number) =>
      `${column} ${plural(values, { one: '1 value', other: `${countWords(values)} values` })}, ${countWords(distinct)} distinct`,
    sum: (number: string) => `sum ${number}`,
    mean: (number: string, isRounded: boolean) => `mean ${isRounded ? '≈ ' : ''}${number}`,
    min: (value: string) => `min ${value}`,
    max: (value: string) => `max ${value}`,
  },
  rowAndColumn: (row: number, column: string) => `Row ${countWords(row)}, ${column}`,
  oneRow: (row: number, of: string) => `Row ${countWords(row)} of ${of}`,
  oneRowLoaded: (row: number, of: string) => `Row ${countWords(row)} of ${of} loaded`,
  rows: (first: number, last: number, of: string) => `Rows ${countWords(first)}–${countWords(last)} of ${of}`,
  rowsLoaded: (first: number, last: number, of: string) =>
    `Rows ${countWords(first)}–${countWords(last)} of ${of} loaded`,

  getAll: (total: number | null) => (total === null ? 'Get all' : `Get all ${countWords(total)}`),
  gettingAll: ({ done, total }: Progress) => {
    if (total !== null) return `Getting all, ${countWords(done)} of ${countWords(total)}`
    return done === 0 ? 'Getting all' : `Getting all, ${countWords(done)} so far`
  },
  showAllById: (total: number | null) => (total === null ? 'Show all by _id' : `Show all ${countWords(total)} by _id`),
  showAboutAllById: (total: number) => `Show all about ${countWords(total)} by _id`,
  countExactly: 'Count exactly',
  counting: 'Counting',
})

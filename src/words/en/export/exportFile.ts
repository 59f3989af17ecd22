import { catalogue } from '../../catalogue.ts'
import { plural } from '../../plural.ts'
import { bytesWords, countWords, recordsWords } from '../../figures.ts'

/** What has to be chosen for a file, how far it is, and what became of it. */
export const exportFileWords = catalogue('exportFile', {
  format: 'Format',
  /** What a format is good for, by the ending of its files. */
  about: (extension: string) => ABOUT[extension] ?? '',
  tryAgain: 'Try again',
  close: 'Close',
  cancel: 'Cancel',
  /** What a file of search results holds. */
  allMatching: (total: number | null, isEstimate: boolean) =>
    total === null
      ? 'All matching records.'
      : isEstimate
        ? `All matching records, about ${countWords(total)}.`
        : `All ${countWords(total)} matching records.`,
  shown: (shown: number) => `The ${recordsWords(shown)} that the limit lets through.`,
  notSorted: (sentence: string) => `${sentence} Not sorted, because the server refuses to sort.`,
  rowsOfAnswer: 'The rows of this answer.',
  allRowsOfQuery: 'All rows of the query.',
  cutHere: (count: number) =>
    `The server cut this answer at ${countWords(count)} rows. The rest can be loaded page by page.`,
  limitedTo: (shown: number, total: number | null, isEstimate: boolean) =>
    total === null
      ? `The limit shows ${countWords(shown)} of the matching records.`
      : `The limit shows ${countWords(shown)} of ${isEstimate ? 'about ' : ''}${countWords(total)} matching records.`,
  exportThese: (count: number) => `Export these ${countWords(count)}`,
  getAndExportAll: 'Get and export all',
  exportAll: (total: number | null) => (total === null ? 'Export all' : `Export all ${countWords(total)}`),
  /** How files are written. */
  options: {
    mark: 'Begin with a byte order mark',
    markHint: 'Excel then reads all letters right.',
    guard: 'Guard against formulas',
    guardHint: "Puts ' before text that begins with =, +, - or @, so that no spreadsheet calculates it.",
    exact: 'Without them the file has exactly the values.',
  },
  progress: 'Records exported',
  recordsDone: (done: number) => recordsWords(done),
  recordsDoneOf: (done: number, total: number | null) =>
    total === null
      ? [{ bold: countWords(done) }, ' records']
      : [{ bold: countWords(done) }, ` of ${countWords(total)} records`],
  exported: (saved: Saved, file: string) => savedWords(saved, file),
  exportedPerhaps: (saved: Saved, file: string) =>
    `${savedWords(saved, file)} This server doesn't show whether there are more.`,
  /** `why`: a sentence about why the server gives no more. */
  exportedUntil: (saved: Saved, file: string, why: string) => `${savedWords(saved, file)} ${why}`,
  /** What a format could not hold as the server sent it; each begins with how many cells, and names the columns. */
  guarded: {
    cut: (count: number, columns: readonly string[]) =>
      `${cells(count)} cut at 32,767 characters, the most that a cell of Excel takes${inColumns(columns)}.`,
    numbersAsText: (count: number, columns: readonly string[]) =>
      `${plural(count, { one: 'One number is', other: `${countWords(count)} numbers are` })} written as text, because this kind of file would round ${plural(count, { one: 'it', other: 'them' })} or can't hold ${plural(count, { one: 'it', other: 'them' })}${inColumns(columns)}.`,
    timesAsText: (count: number, columns: readonly string[]) =>
      `${plural(count, { one: 'One date or time is', other: `${countWords(count)} dates or times are` })} written as text, because this kind of file can't hold ${plural(count, { one: 'it', other: 'them' })} exactly${inColumns(columns)}.`,
    leftOut: (count: number, columns: readonly string[]) =>
      `${cells(count)} without control characters, which this kind of file can't hold${inColumns(columns)}.`,
    renamed: (_count: number, columns: readonly string[]) =>
      `${plural(columns.length, { one: 'A column has', other: 'Columns have' })} another name in the file: ${columns.join(', ')}.`,
    sheets: (count: number) => `The records go on in ${count} sheets, because one takes 1,048,575.`,
  },
  withBlankRank: (sentence: string) =>
    `${sentence} Column rank is blank, because in a search for words this server sends its score in place of the values.`,
  /** A search of CKAN leaves out fractions of a second (protocol/README.md P16). */
  withCutTimes: (sentence: string) =>
    `${sentence} Times are cut to the second, because this server sends no fractions.`,
  withoutColumns: (sentence: string, columns: readonly string[]) =>
    `${sentence} ${plural(columns.length, { one: 'Column', other: 'Columns' })} ${columns.join(', ')} ${plural(columns.length, { one: "is missing, because this server can't send it", other: "are missing, because this server can't send them" })}.`,
  failed: 'The export failed. No file was saved.',

  /** The name of the file if the table or query has none that a file system would take. */
  fileName: 'records',
  /** Conditions in the name of the file. */
  value: (value: string) => (value === '' ? '(empty)' : value),
  values: (values: readonly string[]) => values.join(', '),
  all: (parts: readonly string[]) => parts.join(' and '),
  any: (parts: readonly string[]) => parts.join(' or '),
  first: (count: number) => `first ${count}`,
  limit: (count: number) => `limit ${count}`,
})

const ABOUT: Readonly<Record<string, string>> = {
  csv: 'Opens anywhere. Numbers keep every digit.',
  tsv: 'As CSV, with tabs between the cells.',
  json: 'One list of records. Numbers keep every digit.',
  ndjson: 'A record on each line, for tools that read line by line.',
  md: 'A table for a README, an issue or a note.',
  sql: 'CREATE TABLE and INSERT for PostgreSQL.',
  xlsx: 'For Excel, with numbers and dates as such. What Excel would round or change is written as text, and counted.',
  parquet: 'For pandas, DuckDB and the like, with types that hold every digit.',
}

/** What was saved: how many records, in how many bytes. */
interface Saved {
  readonly count: number
  readonly bytes: number
}

function savedWords({ count, bytes }: Saved, file: string): string {
  return `Exported ${recordsWords(count)} to ${file} (${bytesWords(bytes)}).`
}

function cells(count: number): string {
  return plural(count, { one: 'One cell is', other: `${countWords(count)} cells are` })
}

function inColumns(columns: readonly string[]): string {
  return columns.length === 0 ? '' : ` (${columns.join(', ')})`
}

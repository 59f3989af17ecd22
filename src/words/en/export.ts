import { catalogue } from '../catalogue.ts'
import { countWords, recordsWords } from '../figures.ts'

/** What exporting a result says. */
export const exportWords = catalogue('export', {
  export: 'Export',
  format: 'Format',
  saveFile: 'Save file',
  tryAgain: 'Try again',
  close: 'Close',
  cancel: 'Cancel',
  /** What a file of search results holds; `shown` is the limit of the query, if that shows fewer. */
  allMatching: (total: number | null, isEstimate: boolean, shown: number | null) => {
    const all =
      total === null
        ? 'All matching records'
        : isEstimate
          ? `All matching records, about ${countWords(total)}`
          : `All ${countWords(total)} matching records`
    return shown === null ? `${all}.` : `${all}, not just the ${countWords(shown)} shown.`
  },
  notSorted: (sentence: string) => `${sentence} Not sorted, because the server refuses to sort.`,
  rowsOfAnswer: 'The rows of this answer.',
  allRowsOfQuery: 'All rows of the query.',
  cutHere: (count: number) =>
    `The server cut this answer at ${countWords(count)} rows. The rest can be loaded page by page.`,
  exportThese: (count: number) => `Export these ${countWords(count)}`,
  exportAll: 'Get and export all',
  /** On the button, beside its name. */
  count: (count: number, { isEstimate = false, isCut = false }: { isEstimate?: boolean; isCut?: boolean }) =>
    `${isEstimate ? 'about ' : ''}${countWords(count)}${isCut ? ', cut' : ''}`,
  /** The button's description; `lost` is a sentence about columns that are missing. */
  records: (
    count: number,
    { isEstimate = false, isCut = false, lost = null }: { isEstimate?: boolean; isCut?: boolean; lost?: string | null },
  ) => `${isEstimate ? 'about ' : ''}${recordsWords(count)}${isCut ? ', cut' : ''}${lost === null ? '' : `. ${lost}`}`,
  allRecords: 'all matching records',
  progress: 'Records exported',
  recordsDone: (done: number) => recordsWords(done),
  recordsDoneOf: (done: number, total: number | null) =>
    total === null
      ? [{ bold: countWords(done) }, ' records']
      : [{ bold: countWords(done) }, ` of ${countWords(total)} records`],
  exported: (count: number, file: string) => `Exported ${recordsWords(count)} to ${file}.`,
  exportedPerhaps: (count: number, file: string) =>
    `Exported ${recordsWords(count)} to ${file}. This server doesn't show whether there are more.`,
  cancelled: 'Export cancelled. No file was saved.',
  failed: 'The export failed. No file was saved.',
  /** The name of the file if the table or query has none that a file system would take. */
  fileName: 'records',
})

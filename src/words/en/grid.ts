import { catalogue } from '../catalogue.ts'
import { countWords } from '../figures.ts'
import { plural } from '../plural.ts'

/** What the grid says. */
export const gridWords = catalogue('grid', {
  rowNumbers: 'Row',
  /** `share`: `19% null`. */
  column: (name: string, type: string, share = '') => `${name}, ${type}${share && `, ${share}`}`,
  columnTitle: (name: string, label: string) => `${name}, ${label}`,
  columnMenu: (name: string) => `Column menu for ${name}`,
  showWhole: 'Show the whole value',
  /** What is selected, for who does not see it. */
  selected: {
    cells: (cells: number, rows: number, columns: number) =>
      `${cellsWords(cells)} selected: ${rowsWords(rows)} × ${columnsWords(columns)}`,
    /** Not every cell of these rows and columns. */
    apart: (cells: number) => `${cellsWords(cells)} selected`,
    none: 'Selection cleared',
  },
  find: {
    label: 'Find in the cells',
    placeholder: 'Find',
    /** In the place of the text while a search is shown: its matches are gone through. */
    ofSearch: 'Matches of the search',
    typeFirst: 'Type what to find.',
    next: 'Next match',
    previous: 'Previous match',
    close: 'Close Find',
    of: (number: number, count: number) => `${countWords(number)} of ${countWords(count)}`,
    ofAtLeast: (number: number, count: number) => `${countWords(number)} of at least ${countWords(count)}`,
    /** The one shown is not numbered: rows before it were not looked through. */
    atLeast: (count: number) => `at least ${countWords(count)}`,
    none: 'No match',
    noneSoFar: 'No match so far',
    looking: 'Looking',
    /** So many more rows held none. */
    further: (rows: number) => `None in the next ${rowsWords(rows)}. Press Enter to look further.`,
    failed: 'Further rows could not be read. Press Enter to try again.',
    match: (column: string, row: number) => `${column}, row ${countWords(row)}`,
  },
  goTo: {
    label: 'Go to a row or column',
    placeholder: 'Row number or column name',
    go: 'Go',
    close: 'Close',
    by: 'What the number means',
    place: 'place',
    ofRows: (rows: string) => `of ${rows}`,
    byPlace: 'The place in this order. A column name goes to the column.',
    byId: 'The value of _id. A column name goes to the column.',
    noRow: (rows: number) => `There are ${rowsWords(rows)} here.`,
    noId: (id: string) => `No _id ${id} found.`,
    noColumn: (name: string) => `No column is named ${name}.`,
    notSorted: 'Only while the rows are sorted by _id.',
    failed: 'The rows could not be read. Try again.',
  },
  copyAs: {
    title: 'Copy as',
    withHeaders: 'Table with headers',
    withoutHeaders: 'Table without headers',
    csv: 'CSV',
    json: 'JSON',
    markdown: 'Markdown table',
    values: 'SQL VALUES',
    in: (column: string) => `SQL IN list of ${column}`,
    oneColumn: 'An IN list is of one column: select cells of one column only.',
    ctrlC: 'Ctrl C',
    note: (rows: number, columns: number) =>
      `${rowsWords(rows)} × ${columnsWords(columns)}. Digits stay as sent. In a table, null is an empty cell.`,
  },
  copying: {
    copied: (cells: number) => `${cellsWords(cells)} copied.`,
    fetching: (done: number, total: number) => `Fetching rows to copy: ${countWords(done)} of ${countWords(total)}`,
    preparing: 'Fetching rows to copy',
    stop: 'Stop',
    close: 'Close',
    again: 'Try again',
    ready: (cells: number) => `Ready: press Ctrl C again to copy ${cellsWords(cells)}.`,
    /** `row`: from 1. */
    stoppedAt: (row: number) => `Row ${countWords(row)} could not be fetched, so nothing was copied.`,
    tooMany: (cells: number, most: number) =>
      `${cellsWords(cells)} are too many to copy: at most ${countWords(most)} fit in the clipboard. Export them as a file, or select fewer.`,
  },
  value: {
    title: (column: string, row: number) => `Value of ${column}, row ${row}`,
    copy: 'Copy',
    copied: 'Copied.',
    copyRefused: 'The browser does not let this page copy. The text is selected: press Ctrl C.',
    openRecord: 'Open record',
    size: (characters: number) =>
      `${countWords(characters)} ${plural(characters, { one: 'character', other: 'characters' })}`,
    cut: (characters: number) =>
      `The first ${countWords(characters)} characters are shown. Copy takes the whole value.`,
    null: '∅ null',
    empty: 'empty text',
  },
})

function cellsWords(count: number): string {
  return `${countWords(count)} ${plural(count, { one: 'cell', other: 'cells' })}`
}

function rowsWords(count: number): string {
  return `${countWords(count)} ${plural(count, { one: 'row', other: 'rows' })}`
}

function columnsWords(count: number): string {
  return `${countWords(count)} ${plural(count, { one: 'column', other: 'columns' })}`
}

import { catalogue } from '../catalogue.ts'
import { countWords } from '../figures.ts'

/** The SQL view. */
export const sqlWords = catalogue('sql', {
  editor: 'SQL editor',
  insertTable: 'Insert table name',
  explain: 'Explain',
  explainHint: 'Shows how the server would carry the statement out, without running it.',
  cantExplain: "This server refuses EXPLAIN, so it can't show how it would carry a statement out.",
  /** 250,000 characters: LONG_TEXT. */
  longText:
    'A text of more than 250,000 characters is neither checked nor completed while you write. It runs as always.',
  resizeEditor: 'Resize editor',
  showServerText: 'Show server text',
  fromServer: 'from the server',
  lineFromServer: (line: number) => `line ${countWords(line)}, from the server`,

  result: 'Result',
  /** Above rows of another statement than the one in the editor, or of a run before one that brought none. */
  earlier: {
    edited: (time: string) => ['The result of ', { bold: time }, ', before this edit.'],
    failed: (time: string, run: string) => ['The result of ', { bold: time }, `. The run of ${run} failed.`],
    stopped: (time: string, run: string) => ['The result of ', { bold: time }, `. The run of ${run} was stopped.`],
    editedFailed: (time: string, run: string) => [
      'The result of ',
      { bold: time },
      `, before this edit. The run of ${run} failed.`,
    ],
    editedStopped: (time: string, run: string) => [
      'The result of ',
      { bold: time },
      `, before this edit. The run of ${run} was stopped.`,
    ],
    showText: 'Show that text',
    text: 'Text of this result',
  },
  records: 'Records',
  notRun: 'Run the query to see its records.',
  failed: 'No records: the query failed. The editor shows why.',
  fromLink: 'A link brought this statement. It has not run.',
  readFirst: (instance: string) => `On ${instance} it would run with your token: read it first.`,
  runFromLink: 'Run it with the token',
  noRecords: 'The query returned no records.',
  /** Why a header doesn't sort. */
  sort: {
    cut: (count: number) =>
      `Only the first ${countWords(count)} rows are here, so a header can't sort the answer. Get all, or write ORDER BY.`,
    tooMany: "Only part of the answer is here, so a header can't sort it. Write ORDER BY.",
    stillAsking: 'The page is still finding out whether these are all rows. Then a header can sort them.',
    perhapsMore:
      "This server doesn't show whether these are all rows, so a header can't sort the answer. Get all, or write ORDER BY.",
  },

  exportTitle: (tables: readonly string[]) => (tables.length === 0 ? 'query' : `${tables.join(', ')} query`),
  close: 'Close',

  lost: {
    several: (names: string) =>
      `Several columns are called ${names}; the server sends only the last of each. Rename them with AS.`,
    two: (name: string) => `Two columns are called ${name}; the server sends only the last. Rename one with AS.`,
    many: (count: number, name: string) =>
      `${countWords(count)} columns are called ${name}; the server sends only the last. Rename them with AS.`,
  },
})

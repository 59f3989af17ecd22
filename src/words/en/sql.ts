import { catalogue } from '../catalogue.ts'
import { countWords } from '../figures.ts'

/** The SQL view. */
export const sqlWords = catalogue('sql', {
  editor: 'SQL editor',
  insertTable: 'Insert table name',
  resizeEditor: 'Resize editor',
  showServerText: 'Show server text',
  fromServer: 'from the server',
  lineFromServer: (line: number) => `line ${countWords(line)}, from the server`,

  result: 'Result',
  ofRun: (time: string) => `of the run at ${time}`,
  ofRunBeforeEdit: (time: string) => `of the run at ${time}, before this edit`,
  records: 'Records',
  notRun: 'Run the query to see its records.',
  noRecords: 'The query gave no records.',
  exportTitle: (table: string) => `${table} query`,
  close: 'Close',

  lost: {
    several: (names: string) =>
      `Several columns are called ${names}; the server sends only the last of each. Rename them with AS.`,
    two: (name: string) => `Two columns are called ${name}; the server sends only the last. Rename one with AS.`,
    many: (count: number, name: string) =>
      `${countWords(count)} columns are called ${name}; the server sends only the last. Rename them with AS.`,
  },
})

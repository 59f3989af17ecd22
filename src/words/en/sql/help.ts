import { catalogue } from '../../catalogue.ts'
import { countWords } from '../../figures.ts'

/** What the SQL editor explains of names. */
export const sqlHelpWords = catalogue('sqlHelp', {
  column: 'column',
  table: 'table',
  function: 'function',
  /** A query of WITH, or a name given in FROM. */
  rows: 'rows of this statement',
  ofTable: (title: string) => `of ${title}`,
  dataset: (title: string) => `Dataset: ${title}`,
  fields: (count: number) => (count === 1 ? '1 field' : `${countWords(count)} fields`),
  records: (count: number) => (count === 1 ? '1 record' : `${countWords(count)} records`),
  columns: (names: string) => `Columns: ${names}`,
  furtherSignatures: (count: number) => `and ${countWords(count)} more signatures`,
})

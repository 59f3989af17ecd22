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
  /** How many records have no value in a column. */
  nulls: (nulls: number, records: number) => {
    if (nulls === 0) return 'No empty values'
    const percent = Math.round((nulls / records) * 100)
    const share = percent === 0 ? 'less than 1%' : percent === 100 && nulls < records ? 'more than 99%' : `${percent}%`
    return `${share} null (${countWords(nulls)} of ${countWords(records)})`
  },
  furtherSignatures: (count: number) => `and ${countWords(count)} more signatures`,
})

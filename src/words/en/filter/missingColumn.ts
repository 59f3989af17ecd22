import { catalogue } from '../../catalogue.ts'

/** A column that the server can't send. */
export const missingColumnWords = catalogue('missingColumn', {
  what: 'Column j is missing here.',
  why: 'CKAN before 2.12 cannot send a column of that name in a search.',
  bySql: 'SQL can read it.',
  showInSql: 'Show in SQL',
})

import { catalogue } from '../../catalogue.ts'
import { plural } from '../../plural.ts'

/** Columns that the server can't send. */
export const missingColumnWords = catalogue('missingColumn', {
  what: (names: readonly string[]) =>
    `${plural(names.length, { one: 'Column', other: 'Columns' })} ${names.join(', ')} ${plural(names.length, { one: 'is', other: 'are' })} missing here.`,
  numberSign: 'CKAN cannot send a column with # in its name in a search.',
  j: 'CKAN before 2.12 cannot send a column of that name in a search.',
  blankRank: 'Column rank is blank here.',
  whyBlankRank: 'In place of its values, this server sends how well each record matches the words.',
  bySql: 'SQL can read it.',
  showInSql: 'Show in SQL',
})

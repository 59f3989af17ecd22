import { catalogue } from '../../catalogue.ts'
import { countWords } from '../../figures.ts'
import { listWords } from '../../lists.ts'
import { plural } from '../../plural.ts'

/** What "About this table" says. */
export const aboutWords = catalogue('about', {
  title: (table: string) => `About ${table}`,
  loading: 'Asking the portal',
  notTold: 'The server has no description of this table.',
  notLoaded: (what: string) => `Couldn't load what the portal says about this table. ${what}`,
  tryAgain: 'Try again',
  dataset: 'Dataset',
  organization: 'Organisation',
  licence: 'Licence',
  changed: 'Last change',
  id: 'Id',
  records: 'Records',
  about: (count: number) => `about ${countWords(count)}`,
  indexes: 'Indexes',
  indexesOf: (indexes: readonly { readonly fields: readonly string[]; readonly isUnique: boolean }[]) =>
    indexes.length === 0
      ? 'none'
      : indexes.map(({ fields, isUnique }) => fields.join(' + ') + (isUnique ? ' (unique)' : '')).join('; '),
  wanted: (fields: readonly string[]) =>
    `This table is often filtered by ${listWords(fields)}, without an index. Each time the server reads the whole table. Whoever looks after it can add an index.`,
  firstSeen: 'First seen here',
  fields: (count: number) => `${countWords(count)} ${plural(count, { one: 'field', other: 'fields' })}`,
  dictionary: 'Data dictionary',
  field: 'Field',
  type: 'Type',
  label: 'Label',
  description: 'Description',
  page: 'Page at the portal',
})

import { catalogue } from '../../catalogue.ts'
import { countWords } from '../../figures.ts'
import { plural } from '../../plural.ts'

/** What "About this table" says. */
export const aboutWords = catalogue('about', {
  title: (table: string) => `About ${table}`,
  loading: 'Asking the portal',
  notTold: 'This server says nothing more about this table. Here is what the page knows.',
  notLoaded: (what: string) => `Couldn't load what the portal says about this table. ${what}`,
  tryAgain: 'Try again',
  dataset: 'Dataset',
  organization: 'Organisation',
  licence: 'Licence',
  changed: 'Last change',
  id: 'Id',
  records: 'Records',
  about: (count: number) => `about ${countWords(count)}`,
  firstSeen: 'First seen here',
  fields: (count: number) => `${countWords(count)} ${plural(count, { one: 'field', other: 'fields' })}`,
  dictionary: 'Data dictionary',
  field: 'Field',
  type: 'Type',
  label: 'Label',
  description: 'Description',
  page: 'Page at the portal',
})

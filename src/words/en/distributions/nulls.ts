import { catalogue } from '../../catalogue.ts'
import { countWords } from '../../figures.ts'
import { plural } from '../../plural.ts'
import { stretchWords } from '../stretchWords.ts'

const recordsOf = (count: number) => `${countWords(count)} ${plural(count, { one: 'record', other: 'records' })}`

/** The nulls of all columns, in the panel of the columns. */
export const nullsWords = catalogue('nulls', {
  count: 'Count nulls',
  counting: 'Counting nulls',
  none: 'no nulls',
  counted: (nulls: number, records: number) => `${countWords(nulls)} of ${recordsOf(records)}`,
  fromAll: (records: number) => `Nulls in all ${recordsOf(records)}`,
  fromSample: (of: number, total: number | null, stretches?: number) =>
    `Nulls in a sample of ${total === null ? recordsOf(of) : `${countWords(of)} of ${recordsOf(total)}`}${stretchWords(of, stretches)}`,
  fromFirst: (of: number, total: number | null) =>
    total === null
      ? `Nulls in the first ${recordsOf(of)}`
      : `Nulls in the first ${countWords(of)} of ${recordsOf(total)}`,
  tryAgain: 'Try again',
  copyToSeeAll: 'Copy this table to see all of it',
})

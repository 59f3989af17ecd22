import { catalogue } from '../../../words/catalogue.ts'
import type { Operator } from '../../operator.ts'
import { notLike } from '../../operatorSql.ts'

/** The text begins in another way; or there is none. */
export const operator: Operator = {
  id: 'doesNotStartWith',
  rank: 211,
  kinds: ['text'],
  takes: 'one',
  link: 'notstarts',
  opposite: 'startsWith',
  keepsNull: true,
  words: catalogue('operator.doesNotStartWith', {
    name: 'does not start with',
    sentence: (field: string, values: readonly string[]) => `${field} does not start with ${values.join()}`,
  }),
  toSearch: () => null,
  toSql: (condition) => notLike(condition, ['', '%']),
}

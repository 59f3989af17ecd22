import { catalogue } from '../../../words/catalogue.ts'
import type { Operator } from '../../operator.ts'
import { notLike } from '../../operatorSql.ts'

/** The text ends in another way; or there is none. */
export const operator: Operator = {
  id: 'doesNotEndWith',
  rank: 213,
  kinds: ['text'],
  takes: 'one',
  link: 'notends',
  opposite: 'endsWith',
  keepsNull: true,
  words: catalogue('operator.doesNotEndWith', {
    name: 'does not end with',
    sentence: (field: string, values: readonly string[]) => `${field} does not end with ${values.join()}`,
  }),
  toSearch: () => null,
  toSql: (condition) => notLike(condition, ['%', '']),
}

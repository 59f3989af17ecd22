import { catalogue } from '../../../words/catalogue.ts'
import type { Operator } from '../../operator.ts'
import { notLike } from '../../operatorSql.ts'

/** The text has these characters nowhere, in upper or lower case; or there is none. */
export const operator: Operator = {
  id: 'doesNotContain',
  rank: 201,
  kinds: ['text'],
  takes: 'one',
  link: 'notcontains',
  sign: '!~',
  opposite: 'contains',
  keepsNull: true,
  words: catalogue('operator.doesNotContain', {
    name: 'does not contain',
    sentence: (field: string, values: readonly string[]) => `${field} does not contain ${values.join()}`,
  }),
  toSearch: () => null,
  toSql: (condition) => notLike(condition, ['%', '%']),
}

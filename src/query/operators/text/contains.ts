import { catalogue } from '../../../words/catalogue.ts'
import type { Operator } from '../../operator.ts'
import { like } from '../../operatorSql.ts'

/** The text has these characters somewhere, in upper or lower case. */
export const operator: Operator = {
  id: 'contains',
  rank: 200,
  kinds: ['text'],
  takes: 'one',
  link: 'contains',
  sign: '~',
  opposite: 'doesNotContain',
  words: catalogue('operator.contains', {
    name: 'contains',
    sentence: (field: string, values: readonly string[]) => `${field} contains ${values.join()}`,
  }),
  toSearch: () => null,
  toSql: (condition) => like(condition, '', ['%', '%']),
}

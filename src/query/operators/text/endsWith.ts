import { catalogue } from '../../../words/catalogue.ts'
import type { Operator } from '../../operator.ts'
import { like } from '../../operatorSql.ts'

/** The text ends with these characters, in upper or lower case. */
export const operator: Operator = {
  id: 'endsWith',
  rank: 212,
  kinds: ['text'],
  takes: 'one',
  link: 'ends',
  opposite: 'doesNotEndWith',
  words: catalogue('operator.endsWith', {
    name: 'ends with',
    sentence: (field: string, values: readonly string[]) => `${field} ends with ${values.join()}`,
  }),
  toSearch: () => null,
  toSql: (condition) => like(condition, '', ['%', '']),
}

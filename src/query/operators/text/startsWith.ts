import { catalogue } from '../../../words/catalogue.ts'
import type { Operator } from '../../operator.ts'
import { like } from '../../operatorSql.ts'

/** The text begins with these characters, in upper or lower case. */
export const operator: Operator = {
  id: 'startsWith',
  rank: 210,
  kinds: ['text'],
  takes: 'one',
  link: 'starts',
  sign: '^',
  opposite: 'doesNotStartWith',
  words: catalogue('operator.startsWith', {
    name: 'starts with',
    sentence: (field: string, values: readonly string[]) => `${field} starts with ${values.join()}`,
  }),
  toSearch: () => null,
  toSql: (condition) => like(condition, '', ['', '%']),
}

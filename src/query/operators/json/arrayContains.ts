import { catalogue } from '../../../words/catalogue.ts'
import type { Operator } from '../../operator.ts'
import { NEVER, sqlLiteral, sqlName } from '../../sqlText.ts'

/** One of the list's elements is the value. */
export const operator: Operator = {
  id: 'arrayContains',
  rank: 400,
  kinds: ['array'],
  takes: 'one',
  link: 'has',
  opposite: 'arrayDoesNotContain',
  words: catalogue('operator.arrayContains', {
    name: 'contains',
    sentence: (field: string, values: readonly string[]) => `${field} contains ${values.join()}`,
  }),
  toSearch: () => null,
  toSql: ({ field, values: [value] }) =>
    value === undefined ? NEVER : `${sqlLiteral(value)} = ANY (${sqlName(field)})`,
}

import { catalogue } from '../../words/catalogue.ts'
import type { Operator } from '../operator.ts'
import { sqlLiteral, sqlName } from '../sqlText.ts'

/** The field equals the value. Without a value it matches nothing. */
export const operator: Operator = {
  id: 'is',
  rank: 10,
  kinds: 'every',
  takes: 'one',
  link: 'filter',
  words: catalogue('operator.is', {
    name: 'is',
    sentence: (field: string, value: string) => `${field} is ${value}`,
  }),
  toSearch: ({ values }) => ({ anyOf: values }),
  toSql: ({ field, values: [value] }) => (value === undefined ? 'FALSE' : `${sqlName(field)} = ${sqlLiteral(value)}`),
}

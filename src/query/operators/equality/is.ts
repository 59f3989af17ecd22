import { catalogue } from '../../../words/catalogue.ts'
import { EQUATED, type Operator } from '../../operator.ts'
import { compared } from '../../sqlText.ts'

/** The field equals the value. Without a value it matches nothing. */
export const operator: Operator = {
  id: 'is',
  rank: 10,
  kinds: EQUATED,
  takes: 'one',
  link: 'filter',
  sign: '=',
  opposite: 'isNot',
  words: catalogue('operator.is', {
    name: 'is',
    sentence: (field: string, values: readonly string[]) => `${field} is ${values.join()}`,
  }),
  toSearch: ({ values }) => ({ anyOf: values }),
  toSql: (condition) => compared(condition, '='),
}

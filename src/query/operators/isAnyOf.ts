import { catalogue } from '../../words/catalogue.ts'
import type { Operator } from '../operator.ts'
import { sqlLiteral, sqlName } from '../sqlText.ts'
import { operator as is } from './is.ts'

/** The field equals one of the values. With a single value it asks for the same as `is`. */
export const operator: Operator = {
  id: 'isAnyOf',
  rank: 20,
  kinds: 'every',
  takes: 'many',
  link: 'filter',
  words: catalogue('operator.isAnyOf', {
    name: 'is any of',
    sentence: (field: string, values: string) => `${field} is any of ${values}`,
  }),
  toSearch: ({ values }) => ({ anyOf: values }),
  toSql: (condition) =>
    condition.values.length <= 1
      ? is.toSql(condition)
      : `${sqlName(condition.field)} IN (${condition.values.map((value) => sqlLiteral(value)).join(', ')})`,
}

import { catalogue } from '../../../words/catalogue.ts'
import { ORDERED, type Operator } from '../../operator.ts'
import { ofTime } from '../../operatorWords.ts'
import { compared } from '../../sqlText.ts'

/** The field is the value or more. Null never is. */
export const operator: Operator = {
  id: 'atLeast',
  rank: 114,
  kinds: ORDERED,
  takes: 'one',
  link: 'gte',
  sign: '≥',
  opposite: 'lessThan',
  words: catalogue('operator.atLeast', {
    name: 'at least',
    sentence: (field: string, values: readonly string[]) => `${field} at least ${values.join()}`,
  }),
  wordsBeside: ofTime(
    catalogue('operator.atLeast.ofTime', {
      name: 'on or after',
      sentence: (field: string, values: readonly string[]) => `${field} on or after ${values.join()}`,
    }),
  ),
  toSearch: ({ values: [value] }) => ({ anyOf: value === undefined ? [] : [{ gte: value }] }),
  toSql: (condition) => compared(condition, '>='),
}

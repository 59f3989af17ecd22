import { catalogue } from '../../../words/catalogue.ts'
import { ORDERED, type Operator } from '../../operator.ts'
import { ofTime } from '../../operatorWords.ts'
import { compared } from '../../sqlText.ts'

/** The field is less than the value; a time is earlier, a text comes before it. Null never is. */
export const operator: Operator = {
  id: 'lessThan',
  rank: 111,
  kinds: ORDERED,
  takes: 'one',
  link: 'lt',
  sign: '<',
  opposite: 'atLeast',
  words: catalogue('operator.lessThan', {
    name: 'less than',
    sentence: (field: string, values: readonly string[]) => `${field} less than ${values.join()}`,
  }),
  wordsBeside: ofTime(
    catalogue('operator.lessThan.ofTime', {
      name: 'before',
      sentence: (field: string, values: readonly string[]) => `${field} before ${values.join()}`,
    }),
  ),
  toSearch: ({ values: [value] }) => ({ anyOf: value === undefined ? [] : [{ lt: value }] }),
  toSql: (condition) => compared(condition, '<'),
}

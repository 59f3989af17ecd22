import { catalogue } from '../../../words/catalogue.ts'
import { ORDERED, type Operator } from '../../operator.ts'
import { ofTime } from '../../operatorWords.ts'
import { compared } from '../../sqlText.ts'

/** The field is greater than the value; a time is later, a text comes after it. Null never is. */
export const operator: Operator = {
  id: 'greaterThan',
  rank: 113,
  kinds: ORDERED,
  takes: 'one',
  link: 'gt',
  sign: '>',
  opposite: 'atMost',
  words: catalogue('operator.greaterThan', {
    name: 'greater than',
    sentence: (field: string, values: readonly string[]) => `${field} greater than ${values.join()}`,
  }),
  wordsBeside: ofTime(
    catalogue('operator.greaterThan.ofTime', {
      name: 'after',
      sentence: (field: string, values: readonly string[]) => `${field} after ${values.join()}`,
    }),
  ),
  toSearch: ({ values: [value] }) => ({ anyOf: value === undefined ? [] : [{ gt: value }] }),
  toSql: (condition) => compared(condition, '>'),
}

import { catalogue } from '../../../words/catalogue.ts'
import { ORDERED, type Operator } from '../../operator.ts'
import { ofTime } from '../../operatorWords.ts'
import { compared } from '../../sqlText.ts'

/** The field is the value or less. Null never is. */
export const operator: Operator = {
  id: 'atMost',
  rank: 112,
  kinds: ORDERED,
  takes: 'one',
  link: 'lte',
  sign: '≤',
  opposite: 'greaterThan',
  words: catalogue('operator.atMost', {
    name: 'at most',
    sentence: (field: string, values: readonly string[]) => `${field} at most ${values.join()}`,
  }),
  wordsBeside: ofTime(
    catalogue('operator.atMost.ofTime', {
      name: 'on or before',
      sentence: (field: string, values: readonly string[]) => `${field} on or before ${values.join()}`,
    }),
  ),
  toSearch: ({ values: [value] }) => ({ anyOf: value === undefined ? [] : [{ lte: value }] }),
  toSql: (condition) => compared(condition, '<='),
}

import { catalogue } from '../../../words/catalogue.ts'
import { EQUATED, type Operator } from '../../operator.ts'
import { always } from '../../operatorSql.ts'
import { compared } from '../../sqlText.ts'

/** The field has another value, or none. Without a value it matches everything. */
export const operator: Operator = {
  id: 'isNot',
  rank: 11,
  kinds: EQUATED,
  takes: 'one',
  link: 'isnot',
  sign: '≠',
  opposite: 'is',
  keepsNull: true,
  words: catalogue('operator.isNot', {
    name: 'is not',
    sentence: (field: string, values: readonly string[]) => `${field} is not ${values.join()}`,
  }),
  toSearch: () => null,
  toSql: (condition) => {
    if (condition.values.length === 0) return always(condition)
    return compared(condition, condition.withoutNull === true ? '<>' : 'IS DISTINCT FROM')
  },
}

import { catalogue } from '../../../words/catalogue.ts'
import { EQUATED, type Operator } from '../../operator.ts'
import { orNull } from '../../operatorSql.ts'
import { sqlLiteral, sqlName } from '../../sqlText.ts'
import { operator as isNot } from './isNot.ts'

/** The field has none of the values, or no value at all. With a single value it asks for the same as `is not`. */
export const operator: Operator = {
  id: 'isNoneOf',
  rank: 21,
  kinds: EQUATED,
  takes: 'many',
  link: 'noneof',
  opposite: 'isAnyOf',
  keepsNull: true,
  words: catalogue('operator.isNoneOf', {
    name: 'is none of',
    sentence: (field: string, values: readonly string[]) => `${field} is none of ${values.join(', ')}`,
  }),
  toSearch: () => null,
  toSql: (condition, type) => {
    const { field, values } = condition
    if (values.length <= 1) return isNot.toSql(condition, type)
    return orNull(condition, `${sqlName(field)} NOT IN (${values.map((value) => sqlLiteral(value)).join(', ')})`)
  },
}

import { catalogue } from '../../../words/catalogue.ts'
import { EQUATED, type Operator } from '../../operator.ts'
import { sqlLiteral, sqlName } from '../../sqlText.ts'
import { operator as is } from './is.ts'

/** The field equals one of the values. With a single value it asks for the same as `is`. */
export const operator: Operator = {
  id: 'isAnyOf',
  rank: 20,
  kinds: EQUATED,
  takes: 'many',
  link: 'filter',
  opposite: 'isNoneOf',
  words: catalogue('operator.isAnyOf', {
    name: 'is any of',
    sentence: (field: string, values: readonly string[]) => `${field} is any of ${values.join(', ')}`,
  }),
  // A list of arrays is one array to CKAN up to 2.11 and to Rowan: as `{a,b}` may be a value of such a field, say each apart.
  toSearch: ({ values }) => ({
    anyOf:
      values.length > 1 && values.every((value) => /^\{.*\}$/s.test(value)) ? values.map((eq) => ({ eq })) : values,
  }),
  toSql: (condition, type) =>
    condition.values.length <= 1
      ? is.toSql(condition, type)
      : `${sqlName(condition.field)} IN (${condition.values.map((value) => sqlLiteral(value)).join(', ')})`,
}

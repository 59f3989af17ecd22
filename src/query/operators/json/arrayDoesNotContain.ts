import { catalogue } from '../../../words/catalogue.ts'
import type { Operator } from '../../operator.ts'
import { sqlName } from '../../sqlText.ts'
import { operator as arrayContains } from './arrayContains.ts'

/** None of the list's elements is the value; or there is no list. */
export const operator: Operator = {
  id: 'arrayDoesNotContain',
  rank: 401,
  kinds: ['array'],
  takes: 'one',
  link: 'hasnot',
  opposite: 'arrayContains',
  keepsNull: true,
  words: catalogue('operator.arrayDoesNotContain', {
    name: 'does not contain',
    sentence: (field: string, values: readonly string[]) => `${field} does not contain ${values.join()}`,
  }),
  toSearch: () => null,
  toSql: (condition, type) => {
    // Not so for a list with null among its elements: whether that is the value is unknown, so NOT alone would drop it.
    const not = `(${arrayContains.toSql(condition, type)}) IS NOT TRUE`
    return condition.withoutNull === true ? `(${not} AND ${sqlName(condition.field)} IS NOT NULL)` : not
  },
}

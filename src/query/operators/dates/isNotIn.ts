import { catalogue } from '../../../words/catalogue.ts'
import { DATED, type Operator } from '../../operator.ts'
import { always, orNull } from '../../operatorSql.ts'
import { boundsOf } from '../../dates/period.ts'
import { operator as isIn } from './isIn.ts'

/** The day or time lies in none of these periods; or there is none. */
export const operator: Operator = {
  id: 'isNotIn',
  rank: 301,
  kinds: DATED,
  takes: 'periods',
  link: 'notin',
  opposite: 'isIn',
  keepsNull: true,
  words: catalogue('operator.isNotIn', {
    name: 'is not in',
    sentence: (field: string, values: readonly string[]) => `${field} is not in ${values.join(' or ')}`,
  }),
  toSearch: () => null,
  toSql: (condition, type) =>
    condition.values.every((period) => boundsOf(period) === null)
      ? always(condition)
      : orNull(condition, `NOT (${isIn.toSql(condition, type)})`),
}

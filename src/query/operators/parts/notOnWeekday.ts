import { catalogue } from '../../../words/catalogue.ts'
import { DATED, type Operator } from '../../operator.ts'
import { notPartSql } from '../../operatorSql.ts'
import { weekdays } from '../../dates/partMembers.ts'

/** The day is none of these days of the week; or there is none. */
export const operator: Operator = {
  id: 'notOnWeekday',
  rank: 331,
  kinds: DATED,
  takes: 'members',
  link: 'notweekday',
  opposite: 'onWeekday',
  keepsNull: true,
  words: catalogue('operator.notOnWeekday', {
    name: 'does not fall on weekday',
    sentence: (field: string, values: readonly string[]) => `${field} does not fall on ${values.join(', ')}`,
  }),
  members: weekdays,
  part: 'isodow',
  toSearch: () => null,
  toSql: (condition, type) => notPartSql('isodow', condition, type),
}

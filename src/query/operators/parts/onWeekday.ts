import { catalogue } from '../../../words/catalogue.ts'
import { DATED, type Operator } from '../../operator.ts'
import { partSql } from '../../operatorSql.ts'
import { weekdays } from '../../dates/partMembers.ts'

/** The day is one of these days of the week. */
export const operator: Operator = {
  id: 'onWeekday',
  rank: 330,
  kinds: DATED,
  takes: 'members',
  link: 'weekday',
  opposite: 'notOnWeekday',
  words: catalogue('operator.onWeekday', {
    name: 'falls on weekday',
    sentence: (field: string, values: readonly string[]) => `${field} falls on ${values.join(', ')}`,
  }),
  members: weekdays,
  part: 'isodow',
  toSearch: () => null,
  toSql: (condition, type) => partSql('isodow', condition, type),
}

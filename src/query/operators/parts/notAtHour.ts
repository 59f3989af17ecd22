import { catalogue } from '../../../words/catalogue.ts'
import type { Operator } from '../../operator.ts'
import { notPartSql } from '../../operatorSql.ts'
import { hours } from '../../dates/partMembers.ts'

/** The time lies in none of these hours of the day; or there is none. */
export const operator: Operator = {
  id: 'notAtHour',
  rank: 351,
  kinds: ['timestamp', 'time'],
  takes: 'members',
  link: 'nothour',
  opposite: 'atHour',
  keepsNull: true,
  words: catalogue('operator.notAtHour', {
    name: 'does not fall in hour',
    sentence: (field: string, values: readonly string[]) => `${field} does not fall in the hour ${values.join(', ')}`,
  }),
  members: hours,
  part: 'hour',
  toSearch: () => null,
  toSql: (condition, type) => notPartSql('hour', condition, type),
}

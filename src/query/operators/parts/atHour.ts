import { catalogue } from '../../../words/catalogue.ts'
import type { Operator } from '../../operator.ts'
import { partSql } from '../../operatorSql.ts'
import { hours } from '../../dates/partMembers.ts'

/** The time lies in one of these hours of the day. */
export const operator: Operator = {
  id: 'atHour',
  rank: 350,
  kinds: ['timestamp', 'time'],
  takes: 'members',
  link: 'hour',
  opposite: 'notAtHour',
  words: catalogue('operator.atHour', {
    name: 'falls in hour',
    sentence: (field: string, values: readonly string[]) => `${field} falls in the hour ${values.join(', ')}`,
  }),
  members: hours,
  part: 'hour',
  toSearch: () => null,
  toSql: (condition, type) => partSql('hour', condition, type),
}

import { catalogue } from '../../../words/catalogue.ts'
import { DATED, type Operator } from '../../operator.ts'
import { notPartSql } from '../../operatorSql.ts'
import { months } from '../../dates/partMembers.ts'

/** The day lies in none of these months, whatever the year; or there is none. */
export const operator: Operator = {
  id: 'notInMonth',
  rank: 341,
  kinds: DATED,
  takes: 'members',
  link: 'notmonth',
  opposite: 'inMonth',
  keepsNull: true,
  words: catalogue('operator.notInMonth', {
    name: 'does not fall in month',
    sentence: (field: string, values: readonly string[]) =>
      `${field} does not fall in ${values.join(', ')} of any year`,
  }),
  members: months,
  part: 'month',
  toSearch: () => null,
  toSql: (condition, type) => notPartSql('month', condition, type),
}

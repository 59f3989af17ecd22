import { catalogue } from '../../../words/catalogue.ts'
import { DATED, type Operator } from '../../operator.ts'
import { partSql } from '../../operatorSql.ts'
import { months } from '../../dates/partMembers.ts'

/** The day lies in one of these months, whatever the year. */
export const operator: Operator = {
  id: 'inMonth',
  rank: 340,
  kinds: DATED,
  takes: 'members',
  link: 'month',
  opposite: 'notInMonth',
  words: catalogue('operator.inMonth', {
    name: 'falls in month',
    sentence: (field: string, values: readonly string[]) => `${field} falls in ${values.join(', ')} of any year`,
  }),
  members: months,
  part: 'month',
  toSearch: () => null,
  toSql: (condition, type) => partSql('month', condition, type),
}

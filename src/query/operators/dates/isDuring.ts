import { catalogue } from '../../../words/catalogue.ts'
import { DATED, type Operator } from '../../operator.ts'
import { namedPeriod } from '../../dates/relative.ts'
import { namedPeriodSql } from '../../dates/relativeSql.ts'

/** The day or time lies in a period that is named from today: this year, last month. */
export const operator: Operator = {
  id: 'isDuring',
  rank: 320,
  kinds: DATED,
  takes: 'named',
  link: 'during',
  opposite: 'isNotDuring',
  words: catalogue('operator.isDuring', {
    name: 'is',
    sentence: (field: string, [period = '', zone = '']: readonly string[]) => `${field} is ${period} (${zone})`,
  }),
  onDay: (condition, now) => ({ ...condition, op: 'isIn', values: [namedPeriod(condition.values, now)] }),
  toSearch: () => null,
  toSql: namedPeriodSql,
}

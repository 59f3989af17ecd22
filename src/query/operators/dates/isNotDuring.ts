import { catalogue } from '../../../words/catalogue.ts'
import { DATED, type Operator } from '../../operator.ts'
import { orNull } from '../../operatorSql.ts'
import { namedPeriod } from '../../dates/relative.ts'
import { namedPeriodSql } from '../../dates/relativeSql.ts'

/** The day or time lies outside a period that is named from today; or there is none. */
export const operator: Operator = {
  id: 'isNotDuring',
  rank: 321,
  kinds: DATED,
  takes: 'named',
  link: 'notduring',
  opposite: 'isDuring',
  keepsNull: true,
  words: catalogue('operator.isNotDuring', {
    name: 'is not',
    sentence: (field: string, [period = '', zone = '']: readonly string[]) => `${field} is not ${period} (${zone})`,
  }),
  onDay: (condition, now) => ({ ...condition, op: 'isNotIn', values: [namedPeriod(condition.values, now)] }),
  toSearch: () => null,
  toSql: (condition, type) => orNull(condition, `NOT ${namedPeriodSql(condition, type)}`),
}

import { catalogue } from '../../../words/catalogue.ts'
import { DATED, type Operator } from '../../operator.ts'
import { orNull } from '../../operatorSql.ts'
import { lately } from '../../dates/relative.ts'
import { latelySql } from '../../dates/relativeSql.ts'

/** The day or time lies before the last so many days, weeks, months or years, or after today; or there is none. */
export const operator: Operator = {
  id: 'notInLast',
  rank: 311,
  kinds: DATED,
  takes: 'lately',
  link: 'notlast',
  opposite: 'inLast',
  keepsNull: true,
  words: catalogue('operator.notInLast', {
    name: 'not in the last',
    sentence: (field: string, [count = '', unit = '', zone = '']: readonly string[]) =>
      `${field} not in the last ${count} ${unit} (${zone})`,
  }),
  onDay: (condition, now) => ({ ...condition, op: 'isNotIn', values: [lately(condition.values, now)] }),
  toSearch: () => null,
  toSql: (condition, type) => orNull(condition, `NOT ${latelySql(condition, type)}`),
}

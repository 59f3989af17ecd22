import { catalogue } from '../../../words/catalogue.ts'
import { DATED, type Operator } from '../../operator.ts'
import { lately } from '../../dates/relative.ts'
import { latelySql } from '../../dates/relativeSql.ts'

/** The day or time lies in the last so many days, weeks, months or years, today included, in the named time zone. */
export const operator: Operator = {
  id: 'inLast',
  rank: 310,
  kinds: DATED,
  takes: 'lately',
  link: 'last',
  opposite: 'notInLast',
  words: catalogue('operator.inLast', {
    name: 'in the last',
    sentence: (field: string, [count = '', unit = '', zone = '']: readonly string[]) =>
      `${field} in the last ${count} ${unit} (${zone})`,
  }),
  onDay: (condition, now) => ({ ...condition, op: 'isIn', values: [lately(condition.values, now)] }),
  toSearch: () => null,
  toSql: latelySql,
}

import { catalogue } from '../../../words/catalogue.ts'
import { DATED, type Operator } from '../../operator.ts'
import { periodRange, periodSql } from '../../dates/period.ts'
import { NEVER } from '../../sqlText.ts'

/** The day or time lies in one of these periods: `2019`, `2019-Q3`, `2021-03`, `2021-03-05`. */
export const operator: Operator = {
  id: 'isIn',
  rank: 300,
  kinds: DATED,
  takes: 'periods',
  link: 'in',
  opposite: 'isNotIn',
  words: catalogue('operator.isIn', {
    name: 'is in',
    sentence: (field: string, values: readonly string[]) => `${field} is in ${values.join(' or ')}`,
  }),
  toSearch: ({ values }) => ({ anyOf: values.flatMap((period) => periodRange(period) ?? []) }),
  toSql: ({ field, values }) => {
    const parts = values.map((period) => periodSql(field, period))
    if (parts.length === 0) return NEVER
    return parts.length === 1 ? parts.join('') : `(${parts.join(' OR ')})`
  },
}

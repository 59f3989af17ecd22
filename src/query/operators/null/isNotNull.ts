import { catalogue } from '../../../words/catalogue.ts'
import type { Operator } from '../../operator.ts'
import { sqlName } from '../../sqlText.ts'

/** The field has a value. Empty text is one. */
export const operator: Operator = {
  id: 'isNotNull',
  rank: 901,
  kinds: 'every',
  takes: 'nothing',
  link: 'notnull',
  opposite: 'isNull',
  words: catalogue('operator.isNotNull', {
    name: 'is not null',
    sentence: (field: string) => `${field} is not null`,
  }),
  toSearch: () => null,
  toSql: ({ field }) => `${sqlName(field)} IS NOT NULL`,
}

import { catalogue } from '../../../words/catalogue.ts'
import type { Operator } from '../../operator.ts'
import { sqlName } from '../../sqlText.ts'

/** The field has no value. Empty text is one. */
export const operator: Operator = {
  id: 'isNull',
  rank: 900,
  kinds: 'every',
  takes: 'nothing',
  link: 'isnull',
  sign: '∅',
  opposite: 'isNotNull',
  words: catalogue('operator.isNull', {
    name: 'is null',
    sentence: (field: string) => `${field} is null`,
  }),
  toSearch: () => null,
  toSql: ({ field }) => `${sqlName(field)} IS NULL`,
}

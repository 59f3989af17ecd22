import { catalogue } from '../../../words/catalogue.ts'
import type { Operator } from '../../operator.ts'
import { orNull } from '../../operatorSql.ts'
import { sqlName } from '../../sqlText.ts'

/** The text has characters; or there is none. */
export const operator: Operator = {
  id: 'isNotEmpty',
  rank: 911,
  kinds: ['text'],
  takes: 'nothing',
  link: 'notempty',
  opposite: 'isEmpty',
  keepsNull: true,
  beginsWithoutNull: true,
  words: catalogue('operator.isNotEmpty', {
    name: 'is not empty text',
    sentence: (field: string) => `${field} is not empty text`,
  }),
  toSearch: () => null,
  toSql: (condition) => orNull(condition, `${sqlName(condition.field)} <> ''`),
}

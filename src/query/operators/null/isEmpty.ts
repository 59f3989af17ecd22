import { catalogue } from '../../../words/catalogue.ts'
import type { Operator } from '../../operator.ts'
import { sqlName } from '../../sqlText.ts'

/** The text has no characters. Null is something else. */
export const operator: Operator = {
  id: 'isEmpty',
  rank: 910,
  kinds: ['text'],
  takes: 'nothing',
  link: 'isempty',
  opposite: 'isNotEmpty',
  words: catalogue('operator.isEmpty', {
    name: 'is empty text',
    sentence: (field: string) => `${field} is empty text`,
  }),
  toSearch: () => ({ anyOf: [''] }),
  toSql: ({ field }) => `${sqlName(field)} = ''`,
}

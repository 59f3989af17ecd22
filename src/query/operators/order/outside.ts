import { catalogue } from '../../../words/catalogue.ts'
import { ORDERED, type Operator } from '../../operator.ts'
import { NEVER, sqlLiteral, sqlName } from '../../sqlText.ts'

/** The field is less than the first value or greater than the second. Null is neither. */
export const operator: Operator = {
  id: 'outside',
  rank: 101,
  kinds: ORDERED,
  takes: 'bounds',
  link: 'outside',
  opposite: 'between',
  words: catalogue('operator.outside', {
    name: 'outside … to …',
    sentence: (field: string, [from = '', to = '']: readonly string[]) => `${field} outside ${from} to ${to}`,
  }),
  toSearch: ({ values: [from, to] }) => ({
    anyOf: from === undefined || to === undefined ? [] : [{ lt: from }, { gt: to }],
  }),
  toSql: ({ field, values: [from, to] }) => {
    if (from === undefined || to === undefined) return NEVER
    return `(${sqlName(field)} < ${sqlLiteral(from)} OR ${sqlName(field)} > ${sqlLiteral(to)})`
  },
}

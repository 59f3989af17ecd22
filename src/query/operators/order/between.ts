import { catalogue } from '../../../words/catalogue.ts'
import { ORDERED, type Operator } from '../../operator.ts'
import { NEVER, sqlLiteral, sqlName } from '../../sqlText.ts'

/** The field lies between two values, or is one of them. Null never does. */
export const operator: Operator = {
  id: 'between',
  rank: 100,
  kinds: ORDERED,
  takes: 'bounds',
  link: 'between',
  sign: '..',
  opposite: 'outside',
  words: catalogue('operator.between', {
    name: 'from … to …',
    sentence: (field: string, [from = '', to = '']: readonly string[]) => `${field} from ${from} to ${to}`,
  }),
  toSearch: ({ values: [from, to] }) => ({
    anyOf: from === undefined || to === undefined ? [] : [{ gte: from, lte: to }],
  }),
  toSql: ({ field, values: [from, to] }) => {
    if (from === undefined || to === undefined) return NEVER
    return `${sqlName(field)} BETWEEN ${sqlLiteral(from)} AND ${sqlLiteral(to)}`
  },
}

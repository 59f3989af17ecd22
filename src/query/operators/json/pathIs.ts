import { catalogue } from '../../../words/catalogue.ts'
import type { Operator } from '../../operator.ts'
import { pathSql } from '../../operatorSql.ts'

/** What lies at a path of the JSON (`a.b.0`) is the value, compared as text. */
export const operator: Operator = {
  id: 'pathIs',
  rank: 410,
  kinds: ['json'],
  takes: 'path',
  link: 'path',
  opposite: 'pathIsNot',
  words: catalogue('operator.pathIs', {
    name: 'at path … is',
    sentence: (field: string, [path = '', value = '']: readonly string[]) => `${field} at ${path} is ${value}`,
  }),
  toSearch: () => null,
  readsJson: true,
  toSql: (condition, type) => pathSql(condition, type, '='),
}

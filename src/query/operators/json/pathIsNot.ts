import { catalogue } from '../../../words/catalogue.ts'
import type { Operator } from '../../operator.ts'
import { pathSql } from '../../operatorSql.ts'

/** What lies at a path of the JSON is another value, or nothing is there. */
export const operator: Operator = {
  id: 'pathIsNot',
  rank: 411,
  kinds: ['json'],
  takes: 'path',
  link: 'notpath',
  opposite: 'pathIs',
  keepsNull: true,
  words: catalogue('operator.pathIsNot', {
    name: 'at path … is not',
    sentence: (field: string, [path = '', value = '']: readonly string[]) => `${field} at ${path} is not ${value}`,
  }),
  toSearch: () => null,
  readsJson: true,
  toSql: (condition, type) => pathSql(condition, type, condition.withoutNull === true ? '<>' : 'IS DISTINCT FROM'),
}

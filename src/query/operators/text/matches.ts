import { catalogue } from '../../../words/catalogue.ts'
import type { Operator } from '../../operator.ts'
import { matchesSql } from '../../operatorSql.ts'

/** The text holds all these words, in any of their forms, as CKAN's full-text search compares them. */
export const operator: Operator = {
  id: 'matches',
  rank: 220,
  kinds: ['text'],
  takes: 'one',
  link: 'matches',
  opposite: 'doesNotMatch',
  words: catalogue('operator.matches', {
    name: 'has the words',
    sentence: (field: string, values: readonly string[]) => `${field} has the words ${values.join()}`,
  }),
  toSearch: () => null,
  toSql: matchesSql,
}

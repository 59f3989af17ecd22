import { catalogue } from '../../../words/catalogue.ts'
import type { Operator } from '../../operator.ts'
import { always, matchesSql, orNull } from '../../operatorSql.ts'

/** The text lacks one of these words, in all their forms; or there is none. */
export const operator: Operator = {
  id: 'doesNotMatch',
  rank: 221,
  kinds: ['text'],
  takes: 'one',
  link: 'notmatches',
  opposite: 'matches',
  keepsNull: true,
  words: catalogue('operator.doesNotMatch', {
    name: 'does not have the words',
    sentence: (field: string, values: readonly string[]) => `${field} does not have the words ${values.join()}`,
  }),
  toSearch: () => null,
  toSql: (condition) =>
    condition.values.length === 0 ? always(condition) : orNull(condition, `NOT ${matchesSql(condition)}`),
}

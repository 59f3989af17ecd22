import { catalogue } from '../catalogue.ts'
import { countWords } from '../figures.ts'

/** Up and down in words, for each kind of order. */
const orders = {
  numbers: { up: 'smallest first', down: 'largest first' },
  times: { up: 'earliest first', down: 'latest first' },
  text: { up: 'A to Z', down: 'Z to A' },
  truth: { up: 'false first', down: 'true first' },
  other: { up: 'ascending', down: 'descending' },
}

/** A query as a sentence. The words of each operator are in its own file. */
export const queryWords = catalogue('query', {
  /** Conditions of a group; one inside another group is in brackets. */
  all: (parts: readonly string[]) => parts.join(' and '),
  any: (parts: readonly string[]) => parts.join(' or '),
  not: (group: string) => `not ${group}`,
  /** A negative comparison that keeps records with null: “or null” would read as one more value that it is not. */
  orNull: (sentence: string) => `${sentence} (null included)`,
  group: (parts: string) => `(${parts})`,
  /** A value whose accents are characters of their own. */
  decomposed: (value: string) => `${value} (decomposed)`,
  orders,
  withNullsFirst: (order: string) => `${order}, nulls first`,
  sortBy: (field: string, order: string) => `Sort by ${field}, ${order}`,
  emptyTable: 'This table has no records.',
  noneWhere: (condition: string) => `There is no record where ${condition}.`,
  noneMatching: (search: string) => `No record matches "${search}".`,
  noneOfBoth: 'No record matches both conditions.',
  noneOfAll: (count: number) => `No record matches all ${countWords(count)} conditions.`,
})

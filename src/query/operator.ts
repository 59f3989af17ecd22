import type { Field, FieldKind } from '../protocol/field.ts'
import type { DatePart } from './dates/datePart.ts'
import type { Condition, OperatorId } from './query.ts'

/** What a comparison says, whatever field it is on. */
export type Comparison = Pick<Condition, 'op' | 'values'>

/** Bounds of a range filter, or a value, as CKAN has them from 2.12 on; several must all hold. */
export type Range = Readonly<Partial<Record<'eq' | 'gt' | 'gte' | 'lt' | 'lte', string>>>

/** What `filters` of `datastore_search` can say about one field: it holds one of these values, or lies in one of these ranges. */
export interface SearchFilter {
  readonly anyOf: readonly (string | Range)[]
}

/**
 * What an operator takes: nothing; one value; two bounds; any number of values; periods (`2019`, `2021-03`); a number, a
 * unit and a time zone; a named period and a time zone; a path and a value; some of the few that there are, its `members`.
 */
export type Takes = 'nothing' | 'one' | 'bounds' | 'many' | 'periods' | 'lately' | 'named' | 'path' | 'members'

/** Everything the page knows about one way to compare a field. Each operator is a file in a folder of `operators/`. */
export interface Operator {
  readonly id: OperatorId
  /** Its place in lists of operators: smaller comes first; a list is divided at the hundreds. */
  readonly rank: number
  /** The kinds of field it suits. */
  readonly kinds: readonly FieldKind[] | 'every'
  readonly takes: Takes
  /**
   * Its name in a link. Two operators may share one, if one takes a single value and the other a list: the number of
   * values tells them apart.
   */
  readonly link: string
  /** Its sign before a typed value: `>100`, `!=x`, `~sed`; and in lists of operators. */
  readonly sign?: string
  /** The operator for the other records. */
  readonly opposite: OperatorId
  /** Records with null match, unless the condition is `withoutNull`. */
  readonly keepsNull?: true
  /** A condition that a person makes is `withoutNull` at first. In links it keeps null, as it always did. */
  readonly beginsWithoutNull?: true
  readonly words: {
    /** Between field and values: `is any of`. */
    readonly name: string
    /** The whole condition; the values are in words already. */
    readonly sentence: (field: string, values: readonly string[]) => string
  }
  /** Its words for a condition that are others than `words`. */
  readonly wordsBeside?: WordsBeside
  /** The same condition without a word that depends on the day: asked again tomorrow, it is another one. */
  readonly onDay?: (condition: Condition, now: Date) => Condition
  /** The condition for `datastore_search`; null if that can't say it. */
  readonly toSearch: (condition: Condition) => SearchFilter | null
  /** The values that it can take, in order, with what each is called: `6`, Saturday. */
  readonly members?: () => ReadonlyMap<string, string>
  /** It compares this part of a date or time, which is that in UTC where it has a zone. */
  readonly part?: DatePart
  /** It looks into JSON, which CKAN keeps in another way than PostgreSQL (`JSON_PAIR`). */
  readonly readsJson?: true
  /**
   * The condition for SQL; safe beside AND and inside NOT, in brackets where it needs them. `type` is that of the field in
   * the database, as far as it is known.
   */
  readonly toSql: (condition: Condition, type: string) => string
}

/** The words of an operator for a condition: a date is before another, a number less. */
export function wordsOf(operator: Operator, ...beside: Parameters<WordsBeside>): WordsOf {
  return operator.wordsBeside?.(...beside) ?? operator.words
}

/** What an operator is called, and the sentence of a condition with it. */
export type WordsOf = Pick<Operator['words'], 'name' | 'sentence'>

/** `fields` are the table's, as far as they are known. */
type WordsBeside = (condition: Pick<Condition, 'field' | 'values'>, fields: readonly Field[]) => WordsOf | undefined

/** The kinds of field whose values have an order that people compare by. */
export const ORDERED: readonly FieldKind[] = ['integer', 'numeric', 'date', 'timestamp', 'time', 'text']

/** The kinds of field whose values can be equal: PostgreSQL compares `json` with nothing, and CKAN keeps it as a pair. */
export const EQUATED: readonly FieldKind[] = [...ORDERED, 'boolean', 'array', 'other']

/** The kinds of field that hold days. */
export const DATED: readonly FieldKind[] = ['date', 'timestamp']

/** Whether so many values fit what an operator takes. One without its value matches nothing, so `one` may have none. */
export function fits(takes: Takes, count: number): boolean {
  const { least, most } = COUNTS[takes]
  return count >= least && count <= most
}

const COUNTS: Readonly<Record<Takes, { least: number; most: number }>> = {
  nothing: { least: 0, most: 0 },
  one: { least: 0, most: 1 },
  bounds: { least: 2, most: 2 },
  many: { least: 0, most: Infinity },
  periods: { least: 0, most: Infinity },
  lately: { least: 3, most: 3 },
  named: { least: 2, most: 2 },
  path: { least: 2, most: 2 },
  members: { least: 0, most: Infinity },
}

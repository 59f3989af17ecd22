import type { FieldKind } from '../protocol/field.ts'
import type { Condition, OperatorId } from './query.ts'

/**
 * What `filters` of `datastore_search` can say about one field: it holds one of these values. Range filters, which CKAN
 * has from 2.12 on, would be a second member here.
 */
export interface SearchFilter {
  readonly anyOf: readonly string[]
}

/** Everything the page knows about one way to compare a field. Each operator is a file in `operators/`. */
export interface Operator {
  readonly id: OperatorId
  /** Its place in lists of operators: smaller comes first. */
  readonly rank: number
  /** The kinds of field it suits. */
  readonly kinds: readonly FieldKind[] | 'every'
  /** `one` takes a single value, `many` a list. */
  readonly takes: 'one' | 'many'
  /**
   * Its name in a link. Two operators may share one, if one takes a single value and the other a list: the number of
   * values tells them apart.
   */
  readonly link: string
  readonly words: {
    /** Between field and values: `is any of`. */
    readonly name: string
    /** The whole condition; the values come as one text. */
    readonly sentence: (field: string, values: string) => string
  }
  /** The condition for `datastore_search`; null if that can't say it. */
  readonly toSearch: (condition: Condition) => SearchFilter | null
  /** The condition for SQL. */
  readonly toSql: (condition: Condition) => string
}

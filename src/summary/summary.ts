import type { JsonText } from '../protocol/jsonText.ts'

/**
 * What of a date or time puts records together. `year` to `hour` are stretches of time, named by how they begin: a JSON
 * string with the day (`"2019-04-01"` is a quarter, a month, a week or that day), of an hour with the time
 * (`"2019-04-01T13:00:00"`; of a time without a day `"13:00:00"`). The others come again and again, and are numbers:
 * `weekday` 1 to 7, `monthOfYear` 1 to 12, `hourOfDay` 0 to 23. Weeks and weekdays begin with Monday (ISO 8601). What has a
 * time zone is taken in UTC. Infinity has no weekday, month or hour: it is with the records without a value.
 */
export type DateUnit = 'year' | 'quarter' | 'month' | 'week' | 'day' | 'weekday' | 'hour' | 'monthOfYear' | 'hourOfDay'

/**
 * What of a field puts records into one group: its value; a part of its date; the step in which its number lies, counted
 * from 0 (`{ step: '10' }`: 0 to below 10, 10 to below 20), named by where it begins; each element of its array, so that a
 * record counts in several, in each once. Without elements it is with the records without a value, which are a group.
 * Equal numbers are one group (1.5 and 1.50, 0 and -0), shown in one of their forms; alike NaN and infinity, as JSON strings.
 */
export type GroupBy = 'value' | 'element' | DateUnit | { readonly step: string }

/** A field whose values make groups. */
export interface Grouping {
  readonly field: string
  readonly by: GroupBy
}

/**
 * What is worked out for each group: the number of records; their share of all records of the query, from 0 to 1
 * (`shareOf`); or something about the values of a field, of which null is none. `distinct` counts different values. The
 * median of an even number of numbers is the middle between both middle ones, of anything else the lower of these. NaN is
 * left out, but of `distinct`, and infinity of sum, mean and median. Without any value a figure is `null`. Mean and median
 * have no zeros at their end.
 */
export type Figure =
  | { readonly kind: 'count' | 'share' }
  | { readonly kind: 'distinct' | 'sum' | 'mean' | 'median' | 'min' | 'max'; readonly field: string }

/** Which groups are kept, by one of the figures (its place in the list). */
export interface GroupFilter {
  readonly figure: number
  readonly sign: '>' | '>=' | '<' | '<=' | '='
  readonly value: string
}

/**
 * By what groups are sorted: the place of a figure in the list, or the groups' own values. Null comes last either way; what
 * is alike is sorted by the groups' values, from the first one up.
 */
export interface GroupSort {
  readonly by: number | 'group'
  readonly descending: boolean
}

/** A question about many records at once: how they break down. */
export interface Summary {
  /** Up to three fields, together with `across`; none is one group of all. */
  readonly by: readonly Grouping[]
  /**
   * The field whose groups are columns of a cross table; null if it is none. `sort`, `keep` and `most` are about the groups
   * of `by` then, and so about the totals of rows.
   */
  readonly across: Grouping | null
  /** At least one. */
  readonly figures: readonly Figure[]
  /** Null: by the groups' own values. */
  readonly sort: GroupSort | null
  readonly keep: readonly GroupFilter[]
  /** Only so many groups, the first ones by `sort`; all the others together are the rest. Null: all groups. */
  readonly most: number | null
}

/** One group. Values are JSON texts with the digits of the source; the figures stand in the order of the summary's. */
export interface Group {
  /** The value of each grouping, `across` last; `null` is the group of the records without a value. */
  readonly keys: readonly JsonText[]
  readonly figures: readonly JsonText[]
}

/**
 * Of which records something was worked out: all of the query's; some from all over them, or so many stretches of
 * neighbours (`stretches`), or the first ones (`isFirst`), of as many as there are (null if that is not known); or all, but
 * the server cut the list of groups.
 */
export type Coverage =
  | { readonly kind: 'all' }
  | {
      readonly kind: 'sample'
      readonly of: number
      readonly total: number | null
      readonly isFirst?: true
      readonly stretches?: number
    }
  | { readonly kind: 'cut'; readonly at: number }

/** How many records have a value in a field that its figures leave out: infinity only if a sum, mean or median is asked for. */
export interface Aside {
  readonly field: string
  readonly nan: number
  readonly infinite: number
}

/** The answer to a summary. Totals were asked for on their own and are no sums of cells. */
export interface SummaryAnswer {
  /** By `by` and, if there is one, `across`. */
  readonly groups: readonly Group[]
  /** By `by` alone, over all of `across`; empty without `across`. */
  readonly totalsOfRows: readonly Group[]
  /** By `across` alone; empty without it. */
  readonly totalsOfColumns: readonly Group[]
  /** All records of the query; its keys are an empty list. */
  readonly total: Group
  /**
   * The groups that `most` left out, but not those that `keep` did; null if there are none. First all of them as one, whose
   * keys are an empty list; with `across` then one for each of its values, whose only key is that.
   */
  readonly rest: readonly Group[] | null
  /** How many records it was worked out from. */
  readonly records: number
  /** How many of them have NaN or infinity in a field, which its figures leave out; fields without any are not named. */
  readonly aside?: readonly Aside[]
  readonly coverage: Coverage
  readonly milliseconds: number
}

/** The share of records as a JSON number; `null` if there are none at all. */
export function shareOf(count: number, records: number): JsonText {
  return records === 0 ? 'null' : String(count / records)
}

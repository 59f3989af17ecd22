import type { Field } from '../protocol/field.ts'
import type { JsonText } from '../protocol/jsonText.ts'
import type { Coverage, Summary, SummaryAnswer } from './summary.ts'

/** A value and how many records have it. */
export interface CountedValue {
  readonly value: JsonText
  readonly count: number
}

/**
 * Counts in a row of equal steps: of numbers, of their logarithms, or of times. A step holds where it begins, not where it
 * ends; if all values are the same number there is one step, from it to it.
 */
export interface Bars {
  /** The first step begins here, the last one ends at `to`: numbers as JSON, dates and times as JSON strings. */
  readonly from: JsonText
  readonly to: JsonText
  readonly isLog: boolean
  /** Where the second step begins, if the first one of a logarithmic scale holds 0 alone. */
  readonly afterZero?: JsonText
  readonly counts: readonly number[]
  /** Records with a value that no step can show: infinity and NaN. */
  readonly beside: number
}

/** How the values of a field are spread over the records of a query. */
export interface Distribution {
  readonly records: number
  readonly nulls: number
  readonly shape:
    | { readonly kind: 'bars'; readonly bars: Bars }
    /**
     * The most frequent values first; `others` is how many records have none of these, null not counted. No value is named
     * where nearly all records have one of their own.
     */
    | {
        readonly kind: 'values'
        readonly values: readonly CountedValue[]
        readonly others: number
        /** Null if it is not known. */
        readonly distinct: number | null
      }
    /** As many different values as records. */
    | { readonly kind: 'allDistinct'; readonly distinct: number }
    /** Every record has null, or there is none. */
    | { readonly kind: 'nothing' }
  readonly coverage: Coverage
}

/**
 * Values that lie far from all others: further from the middle half than three times its width, on the scale on which they
 * are drawn (`farOutBounds`). Infinity is one, NaN is none. If there are none, the counts are 0 and all else null.
 */
export interface FarOut {
  /** Values below or above these are far out; null if there are none on that side. */
  readonly below: JsonText | null
  readonly above: JsonText | null
  readonly count: number
  /** How many of these are below. */
  readonly countBelow: number
  /** 0 is none of them, though it is below: it has a place of its own on a logarithmic scale. */
  readonly isZeroInside?: true
  /** The mean of the others; null if they are no numbers. */
  readonly meanWithout: JsonText | null
}

/** A part of what there is to know about a field, as far as it can be missing alone. */
export type ProfilePart = 'distinct' | 'extent' | 'mean' | 'quartiles' | 'top' | 'patterns' | 'farOut' | 'periods'

/** What there is to know about a field. Null: it has no such figure, or it could not be worked out (`missing`). */
export interface ColumnProfile {
  readonly distribution: Distribution
  readonly distinct: number | null
  /** Of numbers, dates, times and texts. */
  readonly min: JsonText | null
  readonly max: JsonText | null
  /** Those two are of all records, even if the rest is of a sample. */
  readonly isExtentOfAll?: true
  /** Of numbers. */
  readonly mean: JsonText | null
  /** Of numbers, dates and times, as the figures of a summary. */
  readonly median: JsonText | null
  /** Of numbers as `percentile_cont` has them, but with all digits; of times the least at or above a quarter of them. */
  readonly lowerQuartile: JsonText | null
  readonly upperQuartile: JsonText | null
  /** Of numbers: how many are below 0, and how many are 0. */
  readonly negative: number | null
  readonly zero: number | null
  /** Of floats and decimals: how many are NaN. All figures but `distinct` and `top` leave these aside. */
  readonly nan: number | null
  /** Of floats, decimals and dates: how many are infinite. Mean, median and quartiles leave these aside. */
  readonly infinite: number | null
  /** How many of these are below all others. */
  readonly infiniteBelow: number | null
  /** Texts without a character. */
  readonly empty: number | null
  /** The number of characters of the longest text, or of elements of the longest array. */
  readonly longest: number | null
  /** The most frequent values; none where nearly all records have one of their own. */
  readonly top: readonly CountedValue[]
  /**
   * How texts are built, the most frequent first: `AA-999` for two letters, a hyphen and three digits. Letters are those of
   * ASCII, small ones are `a`; of longer texts it is the first 40 characters.
   */
  readonly patterns: readonly { readonly pattern: string; readonly count: number }[]
  readonly farOut: FarOut | null
  /**
   * Counts by each part of a date that is not the same for all: year (as a group of a summary by year), month of the year
   * (1 to 12), day of the month (1 to 31) and weekday (1 to 7), in their order.
   */
  readonly periods: readonly {
    readonly unit: 'year' | 'month' | 'day' | 'weekday'
    readonly groups: readonly CountedValue[]
  }[]
  /** What the server could not do, in its words (`extent` is least, greatest and what is counted with them); the rest stands. */
  readonly missing: readonly { readonly what: ProfilePart; readonly error: Error }[]
  readonly coverage: Coverage
}

/**
 * Values of a field with their counts, to choose from: of an array its elements, each with the records that have it; of
 * dates their years, as JSON strings.
 */
export interface Facet {
  /** The most frequent first, of years the last one; null is not among them. */
  readonly values: readonly CountedValue[]
  /** How many different values there are with the text in them; null if that is not known. */
  readonly distinct: number | null
  readonly nulls: number
  readonly coverage: Coverage
}

/** How many records have no value in each of some fields. */
export interface NullCounts {
  readonly records: number
  /** By the name of the field. */
  readonly nulls: ReadonlyMap<string, number>
  readonly coverage: Coverage
}

export interface FacetAsked {
  /** Only values with this text in them. */
  readonly contains: string
  /** The most values that are wanted. */
  readonly most: number
}

export interface FiguresOptions {
  readonly signal?: AbortSignal | undefined
}

export interface DistributionOptions extends FiguresOptions {
  /**
   * A distribution of the same field for other records: the answer is counted in its steps, or has its values in its
   * order, so that both can be drawn over each other.
   */
  readonly like?: Distribution | undefined
}

/**
 * What other columns hold while one is brushed: made once when the brush begins, so that a move asks nobody.
 * `counts` gives, for each of the other fields, the counts of its bars or values, in the order of its distribution, of the
 * records whose value in the brushed field lies between two places of its bars (0 is the beginning, 1 the end).
 */
export interface Brush {
  readonly counts: (from: number, to: number) => ReadonlyMap<string, readonly number[]>
  /** How many records lie there. */
  readonly records: (from: number, to: number) => number
}

/** What can be worked out about the records of a query, whoever does it. Rejects as `ActionClient` does. */
export interface Figures {
  /** By SQL; by counts of `datastore_search`; from the rows at hand; or from the columns of a copy. */
  readonly way: 'sql' | 'counts' | 'rows' | 'columns'
  distribution(field: Field, options?: DistributionOptions): Promise<Distribution>
  profile(field: Field, options?: FiguresOptions): Promise<ColumnProfile>
  facet(field: Field, asked: FacetAsked, options?: FiguresOptions): Promise<Facet>
  summary(summary: Summary, options?: FiguresOptions): Promise<SummaryAnswer>
  nulls(fields: readonly Field[], options?: FiguresOptions): Promise<NullCounts>
  /**
   * A distribution from a sample, to be seen where the one of all records may take seconds; null where it doesn't, or
   * where no sample can be had.
   */
  firstLook?(field: Field, options?: FiguresOptions): Promise<Distribution | null>
  /** Prepares brushing a field while the others are seen; only where the columns are here. */
  brush?(field: Field, others: readonly Field[], options?: FiguresOptions): Promise<Brush>
}

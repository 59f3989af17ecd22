import { constantText, wholeNumber } from './syntaxNode.ts'

/** Of what a function gives; `of` gives the length of an argument. */
export function lengthOfCall(name: string, args: readonly unknown[], of: (node: unknown) => number): number {
  const [subject, second, third] = args
  const all = args.reduce(sumOf(of), SHORT)
  switch (name) {
    case 'repeat':
      return Number.isNaN(wholeNumber(second)) ? REPEATED : wholeNumber(second) * of(subject)
    case 'lpad':
    case 'rpad':
      return countOr(second, REPEATED)
    case 'left':
    case 'right':
      return Math.min(of(subject), countOr(second, Infinity))
    case 'substr':
    case 'substring':
      return Math.min(of(subject), countOr(third, Infinity))
    case 'format':
      return all + widthsOf(subject)
    case 'replace':
    case 'regexp_replace':
      // A text in place of each character.
      return of(subject) * Math.max(1, of(third))
    case 'array_to_string':
      return of(subject) * Math.max(1, of(second) / LEAST_ELEMENT, third === undefined ? 0 : of(third))
    case 'string_to_array':
    case 'regexp_split_to_array':
      return ELEMENT_BYTES * all
    case 'array_fill':
      return of(subject) * LONGEST_LIST
    default:
      if (AGGREGATES.has(name)) return AGGREGATED
      if (BRIEF_FUNCTIONS.has(name)) return SHORT
      return /^(?:quote_|encode|decode|convert|to_json|row_to_json|json|ts_|to_tsvector)/.test(name) ? 2 * all : all
  }
}

/** How much a format such as `%1000s` pads. */
function widthsOf(format: unknown): number {
  const written = format === undefined ? null : constantText(format)
  if (written === null || written.includes('*')) return REPEATED
  return [...written.matchAll(/%-?(?:\d+\$)?-?(\d+)/g)].reduce((sum, [, width]) => sum + Number(width), 0)
}

/** A constant count, or `otherwise`. */
function countOr(node: unknown, otherwise: number): number {
  const count = wholeNumber(node)
  return Number.isNaN(count) ? otherwise : count
}

/** To add up what `of` gives for each node. */
export function sumOf(of: (node: unknown) => number): (sum: number, node: unknown) => number {
  return (sum, node) => sum + of(node)
}

/** Of a column's value that isn't made by the statement; of numbers, dates and what else is brief. */
export const COLUMN_LENGTH = 50
export const SHORT = 40
/**
 * What counts for a text or a list of all records, and for one repeated as often as a column says. They may have more, as long
 * as the service's own bound on memory lets them.
 */
export const AGGREGATED = 250_000_000
const REPEATED = 300_000_000
/** Elements of a list that is filled (`callArguments.ts`). */
const LONGEST_LIST = 100_000
/** For each character at the most; and at least for each element. */
const ELEMENT_BYTES = 20
const LEAST_ELEMENT = 8
/** That make one value of all records. */
export const AGGREGATES: ReadonlySet<string> = new Set([
  'array_agg',
  'json_agg',
  'json_object_agg',
  'jsonb_agg',
  'jsonb_object_agg',
  'string_agg',
])
const BRIEF_FUNCTIONS: ReadonlySet<string> = new Set(
  `array_length array_ndims array_position avg cardinality count date_part date_trunc extract json_array_length
   jsonb_array_length json_typeof jsonb_typeof length md5 npoints num_nonnulls num_nulls numnode position rank row_number
   strpos sum to_date to_timestamp ts_rank`
    .trim()
    .split(/\s+/),
)

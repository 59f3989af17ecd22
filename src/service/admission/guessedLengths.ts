import { MANY_DIGITS, NUMBER_FUNCTIONS } from './briefTexts.ts'
import { MOST_FILLED } from './callArguments.ts'
import {
  constantText,
  elementType,
  functionName,
  isListType,
  isRecord,
  lastName,
  list,
  unwrap,
  wholeNumber,
  type Members,
} from './syntaxNode.ts'

/** About how many bytes a function gives at the most; `of` gives those of an argument. Of an ordered set, its order is one. */
export function lengthOfCall(
  name: string,
  args: readonly unknown[],
  isVariadic: boolean,
  of: (node: unknown) => number,
): number {
  const [subject, second, third] = args
  const last = args.at(-1)
  const all = args.reduce(sumOf(of), SHORT)
  switch (name) {
    case 'repeat':
      return Number.isNaN(countOf(second)) ? REPEATED : countOf(second) * of(subject)
    case 'lpad':
    case 'rpad':
      return Number.isNaN(countOf(second)) ? PADDED : CHARACTER_BYTES * countOf(second)
    case 'left':
    case 'right':
      return cut(of(subject), second)
    case 'substr':
    case 'substring':
      return cut(of(subject), third)
    case 'format':
      return all + paddingOf(subject) + placesIn(subject) * all
    case 'concat_ws':
      return all + (args.length + (isVariadic ? of(last) / LEAST_ELEMENT : 0)) * of(subject)
    // A text in the place of each character, of each element, between two of them.
    case 'replace':
    case 'regexp_replace':
      return (1 + of(subject)) * Math.max(1, of(third))
    case 'array_replace':
      return of(subject) * Math.max(1, of(third) / LEAST_ELEMENT)
    case 'array_to_string':
      return (1 + of(subject)) * Math.max(1, of(second) / LEAST_ELEMENT, third === undefined ? 0 : of(third))
    case 'array_fill':
      return Math.max(LEAST_ELEMENT, of(subject)) * MOST_FILLED
    case 'string_to_array':
    case 'regexp_split_to_array':
      return ELEMENT_BYTES * all
    // Written as a constant, as `callArguments.ts` demands.
    case 'polygon':
      return second === undefined ? all : POINT_BYTES * wholeNumber(subject)
    // Each element is as far in as it is deep: most so if it was a text.
    case 'jsonb_pretty':
      return of(subject) * (/^(?:to_)?jsonb/.test(functionName(subject) ?? '') ? 10 : of(subject))
    // Around each word.
    case 'ts_headline':
      return all * Math.max(4, of(last))
    case 'round':
    case 'trunc':
      return all + (second === undefined ? 0 : wholeNumber(second) || MOST_DECIMALS)
    case 'to_char':
      return FORMAT_BYTES * all
    default:
      if (AGGREGATES.has(name)) return AGGREGATED
      if (BRIEF_FUNCTIONS.has(name)) return SHORT
      if (DIGITS_FUNCTIONS.has(name)) return MOST_DIGITS
      // What is long is often JSON already.
      if (/json/.test(name)) return (all < LONG ? ESCAPED_BYTES : ESCAPED_BYTES / 2) * all
      return /^(?:quote_|encode|convert|translate|ts_|to_tsvector)/.test(name) ? 2 * all : all
  }
}

/** The most that a count can be; NaN if that can't be told. */
function countOf(node: unknown): number {
  const [kind, members] = node === undefined ? [] : unwrap(node)
  if (!isRecord(members)) return Number.NaN
  if (kind === 'TypeCast') return countOf(members.arg)
  if (kind === 'A_Expr' && lastName(members.name) === '%') return countOf(members.rexpr)
  if (kind !== 'MinMaxExpr' || members.op !== 'IS_LEAST') return wholeNumber(node)
  const counts = list(members.args).map((each) => countOf(each))
  return counts.reduce((least, each) => (least <= each ? least : each), Number.NaN)
}

function cut(length: number, characters: unknown): number {
  const most = characters === undefined ? Number.NaN : CHARACTER_BYTES * wholeNumber(characters)
  return Number.isNaN(most) ? length : Math.min(length, most)
}

/** How much a format such as `%1000s` pads. */
function paddingOf(format: unknown): number {
  const written = format === undefined ? null : constantText(format)
  if (written === null || written.includes('*')) return REPEATED
  return [...written.matchAll(/%-?(?:\d+\$)?-?(\d+)/g)].reduce((sum, [, width]) => sum + Number(width), 0)
}

/** In how many places of a format, such as `%1$s %1$s`, arguments are put in. */
function placesIn(format: unknown): number {
  return (format === undefined ? null : constantText(format))?.split('%').length ?? 1
}

/** Of a constant in bytes, or in digits, if it is written as `1e1000`. */
export function lengthOfConstant(members: Members): number {
  const written = constantText({ A_Const: members })
  const length = written === null ? SHORT : new TextEncoder().encode(written).length
  return mayHaveManyDigits('A_Const', members) ? Math.max(MOST_DIGITS, length) : length
}

/** Of a cast, if what it gets has that length. */
export function lengthOfCast({ arg, typeName }: Members, length: number, isList: boolean): number {
  if (!isRecord(typeName)) return length
  if (isListType(typeName)) return isList ? length : ELEMENT_BYTES * length
  const type = elementType(typeName)
  if (BRIEF_TYPES.has(type)) return SHORT
  const isConstant = arg !== undefined && unwrap(arg)[0] === 'A_Const'
  if (type === 'numeric') return isConstant ? Math.min(length, MOST_DIGITS) : MOST_DIGITS
  const padded = list(typeName.typmods).reduce((most: number, each) => Math.max(most, wholeNumber(each) || 0), 0)
  if (/^(?:bpchar|bit)$/.test(type)) return Math.max(length, CHARACTER_BYTES * padded)
  // Of a list, each quotation mark gets another character.
  return (isConstant || type === 'json' ? 1 : TEXT_TYPES.has(type) ? 2 : 4) * length
}

/** Whether it may be a number with thousands of digits. */
export function mayHaveManyDigits(kind: string, members: Members): boolean {
  if (kind === 'A_Const') {
    const { fval } = isRecord(members.fval) ? members.fval : {}
    return MANY_DIGITS.test(typeof fval === 'string' ? fval : (constantText({ A_Const: members }) ?? ''))
  }
  if (kind === 'FuncCall') return DIGITS_FUNCTIONS.has(lastName(members.funcname))
  if (kind === 'A_Expr') return lastName(members.name) === '^'
  return kind === 'TypeCast' && isRecord(members.typeName) && elementType(members.typeName) === 'numeric'
}

function isPlain(type: string): boolean {
  return BRIEF_TYPES.has(type) || TEXT_TYPES.has(type) || type === 'numeric'
}

/** How many bytes a cast takes for each of what it is given (measured): what reads an element gives nothing back before the row's end. */
export function costOfCast({ typeName }: Members, isList: boolean): number {
  if (!isRecord(typeName)) return 1
  const type = elementType(typeName)
  if (isListType(typeName)) return isList ? 1 : isPlain(type) ? 2 * ELEMENT_BYTES : 1300
  return isPlain(type) || /^(?:json|bit|varbit)$/.test(type) ? 1 : type === 'jsonb' ? 50 : 150
}

/** To add up what `of` gives for each node. */
export function sumOf(of: (node: unknown) => number): (sum: number, node: unknown) => number {
  return (sum, node) => sum + of(node)
}

/** Of a column's value that isn't made by the statement; of numbers, dates and what else is brief. */
export const COLUMN_LENGTH = 50
export const SHORT = 40
/** From so many bytes on, it matters how often something is made. */
export const LONG = 1_000_000
/** Of a number as it is written, such as `1e131000`. */
export const MOST_DIGITS = 131_072
/**
 * What counts for a text or a list of all records, and for a text repeated as often as a column says. They may have more, but
 * both are ended as soon as the service's own bound on memory is reached.
 */
export const AGGREGATED = 50_000_000
const REPEATED = 50_000_000
/** The same for one that is padded to a length that a column says, which can't be ended. */
const PADDED = 500_000_000
const CHARACTER_BYTES = 4
/** An element that was one or two characters of a text, at the most; and any element, at the least. */
const ELEMENT_BYTES = 25
const LEAST_ELEMENT = 8
const POINT_BYTES = 60
/** Of a character that JSON escapes. */
export const ESCAPED_BYTES = 6
const MOST_DECIMALS = 16_384
/** For each character of a format such as `TMMonth`. */
const FORMAT_BYTES = 10
/** That make one value of all records. */
export const AGGREGATES: ReadonlySet<string> = new Set([
  'array_agg',
  'json_agg',
  'json_object_agg',
  'jsonb_agg',
  'jsonb_object_agg',
  'string_agg',
])
/** That can't be ended while they make something long of something short. */
export const PADDING_FUNCTIONS: ReadonlySet<string> = new Set(['array_fill', 'lpad', 'polygon', 'rpad'])
const DIGITS_FUNCTIONS: ReadonlySet<string> = new Set(['exp', 'factorial', 'pow', 'power'])
const BRIEF_FUNCTIONS: ReadonlySet<string> = new Set([
  ...NUMBER_FUNCTIONS,
  ...`abs age array_ndims array_position avg ceil ceiling floor get_bit get_byte isempty isfinite json_array_length json_typeof
   jsonb_array_length jsonb_typeof ln log make_date make_interval make_time make_timestamp make_timestamptz md5 mod now npoints
   num_nonnulls num_nulls numnode percent_rank position random scale sign sqrt stddev stddev_pop stddev_samp sum to_date
   to_timestamp ts_rank var_pop var_samp variance width_bucket`
    .trim()
    .split(/\s+/),
])
const BRIEF_TYPES: ReadonlySet<string> = new Set(
  'bool date float4 float8 int2 int4 int8 interval oid time timestamp timestamptz timetz uuid'.split(' '),
)
const TEXT_TYPES: ReadonlySet<string> = new Set(['bpchar', 'name', 'text', 'varchar'])
/** That give a member of JSON; `#>` may give all of it. */
export const PATH_OPERATORS: ReadonlySet<string> = new Set(['->', '->>'])
/** Of which the result is true or false. */
export const ASKING_OPERATORS: ReadonlySet<string> = new Set(
  '< > <= >= = <> != ~ !~ ~* !~* ~~ !~~ ~~* !~~* ^@ @> <@ && ? ?| ?& @@ @? ~= &< &> <<| |>> -|-'.split(' '),
)
/** Of these, the ones that copy what they look at. */
export const COPYING_OPERATORS: ReadonlySet<string> = new Set(['~~*', '!~~*', '@@'])
/** Of which an element is one of what they are given. */
export const ELEMENTS: ReadonlySet<string> = new Set([
  'array_agg',
  'json_agg',
  'json_build_array',
  'json_build_object',
  'json_object_agg',
  'jsonb_agg',
  'jsonb_build_array',
  'jsonb_build_object',
  'jsonb_object_agg',
  'regexp_split_to_array',
  'string_to_array',
])
/** That give a list. */
export const LIST_FUNCTIONS =
  /^(?:array_(?:agg|append|cat|fill|prepend|remove|replace)|string_to_array|regexp_(?:match|split_to_array))$/

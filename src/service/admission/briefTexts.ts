import type { MadeColumns } from './madeColumns.ts'
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

/** The most characters of what is looked for, and the most elements of a list that is written out. */
export const MOST_CHARACTERS = 1000

/** Tells by the syntax tree what can't be long, since it is a constant, a table's column, or hardly longer than these. */
export class BriefTexts {
  readonly #columns: MadeColumns
  #steps = 0

  constructor(columns: MadeColumns) {
    this.#columns = columns
  }

  /**
   * Columns that the statement makes are followed to what they are made of. Each expression is used once at most on the way
   * to a value, since nothing is recursive here, so it is at most as long as the product of what each makes of its columns.
   */
  isBrief(node: unknown, most = MOST_CHARACTERS): boolean {
    // As it stands, it is the text that was written.
    const written = constantText(node)
    if (written !== null) return written.length <= most
    const elements = elementsOf(node)
    if (elements !== null) return elements.length <= most && elements.every((each) => this.isBrief(each, most))
    const expressions = [listOf(node) ?? node]
    const seen = new Set<string>()
    let growth = 1
    for (const expression of expressions) {
      const columns: Members[] = []
      growth *= Math.max(1, this.#length(expression, columns) / COLUMN_CHARACTERS)
      if (!(growth * COLUMN_CHARACTERS <= most)) return false
      for (const column of columns) {
        const definitions = this.#columns.definitions(column)
        if (definitions === null) return false
        if (seen.has(definitions.name)) continue
        seen.add(definitions.name)
        this.#steps += definitions.expressions.length
        if (this.#steps > MOST_STEPS) return false
        for (const each of definitions.expressions) expressions.push(each)
      }
    }
    return true
  }

  /** About the most characters, if `columns` are no longer than a table's; infinite if that can't be told. */
  #length(node: unknown, columns: Members[]): number {
    if (node === undefined) return Infinity
    const [kind, members] = unwrap(node)
    this.#steps += 1
    if (!isRecord(members) || this.#steps > MOST_STEPS) return Infinity
    const longest = (nodes: readonly unknown[]): number =>
      nodes.reduce((most: number, each) => Math.max(most, this.#length(each, columns)), 0)
    switch (kind) {
      case 'A_Const':
        return lengthOfConstant(members)
      case 'ColumnRef':
        if (!this.#columns.isStored(members)) columns.push(members)
        return COLUMN_CHARACTERS
      case 'TypeCast':
        return this.#lengthOfCast(members, columns)
      case 'CollateClause':
        return this.#length(members.arg, columns)
      case 'CoalesceExpr':
      case 'MinMaxExpr':
        return longest(list(members.args))
      case 'CaseExpr': {
        const otherwise = members.defresult === undefined ? [] : [members.defresult]
        return longest([...list(members.args).map((branch) => resultOf(branch)), ...otherwise])
      }
      case 'FuncCall':
        return this.#lengthOfCall(members, columns)
      case 'A_Expr': {
        const operator = lastName(members.name)
        if (members.kind === 'AEXPR_NULLIF') return this.#length(members.lexpr, columns)
        if (members.kind !== 'AEXPR_OP') return Infinity
        const sides = [members.lexpr, members.rexpr].filter((side) => side !== undefined)
        if (JOINING_OPERATORS.has(operator)) return this.#sum(sides, columns)
        return ARITHMETIC_OPERATORS.has(operator) ? this.#sum(sides, columns) + MORE_DIGITS : Infinity
      }
      case 'SubLink':
        return members.subLinkType === 'EXPR_SUBLINK' ? this.#length(valueOf(members.subselect), columns) : Infinity
      case 'A_Indirection': {
        const isElement = list(members.indirection).every((step) => unwrap(step)[0] === 'A_Indices')
        return isElement ? this.#length(listOf(members.arg), columns) : Infinity
      }
      default:
        return Infinity
    }
  }

  #lengthOfCall(members: Members, columns: Members[]): number {
    const name = lastName(members.funcname)
    const args = list(members.args)
    const [subject, second, third] = args
    if (members.func_variadic !== undefined) return Infinity
    if (CUTTING_FUNCTIONS.has(name)) {
      const most = wholeNumber(name === 'left' ? second : third)
      if (most >= 0 && most <= MOST_CHARACTERS) return most
    }
    // Of a row, `length(q)` is its column of that name.
    if (NUMBER_FUNCTIONS.has(name) && (args.length > 1 || !this.#columns.mayHave(name))) return LONGEST_NUMBER
    if (ROUNDING_FUNCTIONS.has(name) && (args.length === 1 || wholeNumber(second) <= MOST_DECIMALS)) {
      return this.#length(subject, columns) + MORE_DIGITS
    }
    if (PADDING_FUNCTIONS.has(name)) {
      const most = wholeNumber(second)
      if (most >= 0 && most <= MOST_CHARACTERS) return most
    }
    // Of a format, such as `TMMonth`, a character becomes ten at most.
    if (name === 'to_char' && second !== undefined && constantText(second) !== null) {
      return 10 * this.#length(second, columns) + MORE_DIGITS
    }
    if (PLAIN_FUNCTIONS.has(name)) return this.#sum(args, columns)
    // Words in quotes, with their places; those of an address are there whole and in parts.
    if (name === 'to_tsvector') return 8 * this.#length(args.at(-1), columns)
    if (name === 'setweight' || name === 'strip') return 2 * this.#length(subject, columns)
    if (name === 'split_part') return this.#length(subject, columns)
    if (name === 'repeat') return this.#length(subject, columns) * Math.max(1, wholeNumber(second))
    // Each character may get another one before it, or more between or in place of it.
    if (name === 'like_escape') return 2 * this.#length(subject, columns)
    if (name === 'concat_ws') return this.#sum(args, columns) + args.length * this.#length(subject, [])
    if (name === 'unnest') return this.#sum(args.map(listOf), columns)
    if (name === 'array_to_string' && args.length === 2)
      return this.#length(listOf(subject), columns) * (1 + shortText(second))
    if (name === 'replace' && shortText(third) <= 1) return this.#length(subject, columns)
    if (name === 'regexp_replace') return this.#length(subject, columns) * (1 + shortText(third)) + 1
    return Infinity
  }

  /**
   * Of a cast to a type whose text is no longer than what it is made of. Not so: many blanks or bits, the digits of `1e80000`,
   * a text in the notation of another type, such as of lists, where each quotation mark gets another character.
   */
  #lengthOfCast({ arg, typeName }: Members, columns: Members[]): number {
    if (!isRecord(typeName)) return Infinity
    const type = elementType(typeName)
    const padded = list(typeName.typmods).reduce((most: number, length) => Math.max(most, wholeNumber(length)), 0)
    const [kind, members] = unwrap(arg)
    const constant = constantText(arg)
    if (constant !== null && !MANY_DIGITS.test(constant)) return Math.max(constant.length, padded)
    if (isListType(typeName)) return Infinity
    const isQuery = functionName(arg)?.endsWith('tsquery') === true
    const isStored = kind === 'ColumnRef' && isRecord(members) && this.#columns.isStored(members)
    const isNumber = kind === 'A_Const' && constant === null
    const keepsLength = PLAIN_TYPES.has(type) ? !isQuery : isStored || isNumber
    return keepsLength ? Math.max(this.#length(arg, columns), padded) : Infinity
  }

  #sum(nodes: readonly unknown[], columns: Members[]): number {
    return nodes.reduce((sum: number, node) => sum + this.#length(node, columns), 0)
  }
}

function resultOf(branch: unknown): unknown {
  const [, members] = unwrap(branch)
  return isRecord(members) ? members.result : undefined
}

/** The length of a constant of two characters at most; infinite of anything else. */
function shortText(node: unknown): number {
  const length = node === undefined ? Infinity : (constantText(node)?.length ?? Infinity)
  return length <= 2 ? length : Infinity
}

/** Infinite of a number with many digits that are not written out, and of a text that may become one. */
function lengthOfConstant(members: Members): number {
  if (isRecord(members.ival) || isRecord(members.boolval)) return LONGEST_INTEGER
  const written = [members.sval, members.fval, members.bsval].find((value) => isRecord(value))
  const [content = ''] = isRecord(written) ? Object.values(written) : []
  if (typeof content !== 'string' || /^[-+\s\d._]+e\+?[\d_]{3,}\s*$/i.test(content)) return Infinity
  return Math.max(1, content.length)
}

/** The elements of a list that is written out, which may be cast; null of anything else. */
function elementsOf(node: unknown): readonly unknown[] | null {
  const [kind, members] = unwrap(node)
  if (!isRecord(members)) return null
  const isCast = kind === 'TypeCast' && isRecord(members.typeName) && isListType(members.typeName)
  if (isCast) return elementsOf(members.arg)
  return kind === 'A_ArrayExpr' ? list(members.elements) : null
}

/** The only column of a subquery that says it; undefined of any other. */
export function valueOf(query: unknown): unknown {
  const [kind, members] = query === undefined ? [] : unwrap(query)
  if (kind !== 'SelectStmt' || !isRecord(members) || members.op !== 'SETOP_NONE') return undefined
  const [target, ...others] = list(members.targetList)
  const [, column] = target === undefined ? [] : unwrap(target)
  return isRecord(column) && others.length === 0 ? column.val : undefined
}

/** What all elements of a list are made of, as one text; undefined if the expression is none of these lists. */
function listOf(node: unknown): unknown {
  const elements = elementsOf(node)
  if (elements !== null) return { FuncCall: { funcname: [{ String: { sval: 'concat' } }], args: elements } }
  const [kind, members] = unwrap(node)
  if (kind === 'ColumnRef') return node
  if (!/^(?:string_to_array|regexp_match)$/.test(functionName(node) ?? '') || !isRecord(members)) return undefined
  return list(members.args)[0]
}

/** As many as a column's values count for, so that there can't be many columns one after the other. */
const COLUMN_CHARACTERS = 50
const LONGEST_INTEGER = 11
/** A number as in `1e1000`, which has more digits than it is written with. */
export const MANY_DIGITS = /\de\+?\d{3}/i
/** So that a statement can't make this slow. */
const MOST_STEPS = 100_000
/** What sums, products and quotients have more than both sides together. */
const MORE_DIGITS = 20
const LONGEST_NUMBER = 30
const MOST_DECIMALS = 20
export const ARITHMETIC_OPERATORS: ReadonlySet<string> = new Set(['+', '-', '*', '/', '%'])
/** Of which the result is a number or a time, whatever they get. */
export const NUMBER_FUNCTIONS: ReadonlySet<string> = new Set(
  'array_length cardinality count date_part date_trunc dense_rank extract length ntile rank row_number strpos'.split(
    ' ',
  ),
)
const ROUNDING_FUNCTIONS: ReadonlySet<string> = new Set(['abs', 'ceil', 'ceiling', 'floor', 'round', 'sign', 'trunc'])
/** Of which the second argument is the length of the result. */
const PADDING_FUNCTIONS: ReadonlySet<string> = new Set(['lpad', 'rpad'])
const JOINING_OPERATORS: ReadonlySet<string> = new Set(['||', '->', '->>', '#>', '#>>'])
/** Of which one argument is the most characters of the result. */
const CUTTING_FUNCTIONS: ReadonlySet<string> = new Set(['left', 'substr', 'substring'])
/** Of which the result is hardly longer than what they get. */
const PLAIN_FUNCTIONS: ReadonlySet<string> = new Set(
  `box btrim chr circle concat first_value generate_series initcap lag last_value lead line lower lseg ltrim max min
   nth_value phraseto_tsquery plainto_tsquery point reverse right rtrim substr substring to_tsquery upper`
    .trim()
    .split(/\s+/),
)
/** Of which the text is hardly longer than the one it is made of. */
const PLAIN_TYPES: ReadonlySet<string> = new Set(
  'bool bpchar date float4 float8 int2 int4 int8 name oid text time timestamp timestamptz timetz uuid varchar'.split(
    ' ',
  ),
)

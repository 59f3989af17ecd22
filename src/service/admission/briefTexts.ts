import type { MadeColumns } from './madeColumns.ts'
import {
  elementType,
  isListType,
  isRecord,
  list,
  nameParts,
  unwrap,
  wholeNumber,
  constantText,
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
    const expressions = elementsOf(node)
    if (expressions.length > 1)
      return expressions.length <= most && expressions.every((each) => this.isBrief(each, most))
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
        for (const each of definitions.expressions) expressions.push(each)
      }
    }
    return true
  }

  /** About the most characters, if `columns` are no longer than a table's; infinite if that can't be told. */
  #length(node: unknown, columns: Members[]): number {
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
        return Math.max(this.#length(members.arg, columns), this.#lengthOfCast(members))
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
      case 'A_Expr':
        if (!JOINING_OPERATORS.has(nameParts(members.name).at(-1) ?? '')) return Infinity
        return this.#sum(
          [members.lexpr, members.rexpr].filter((side) => side !== undefined),
          columns,
        )
      case 'A_ArrayExpr': {
        const elements = list(members.elements)
        return Math.max(elements.length, this.#sum(elements, columns))
      }
      default:
        return Infinity
    }
  }

  #lengthOfCall(members: Members, columns: Members[]): number {
    const name = nameParts(members.funcname).at(-1) ?? ''
    const args = list(members.args)
    const [subject, second, third] = args
    if (members.func_variadic !== undefined) return Infinity
    if (CUTTING_FUNCTIONS.has(name)) {
      const most = wholeNumber(name === 'left' ? second : third)
      if (most >= 0 && most <= MOST_CHARACTERS) return most
    }
    if (PLAIN_FUNCTIONS.has(name)) return this.#sum(args, columns)
    if (name === 'split_part') return this.#length(subject, columns)
    if (name === 'repeat') return this.#length(subject, columns) * Math.max(1, wholeNumber(second))
    // What is put between or in place of something may make many of it.
    if (name === 'concat_ws') return this.#sum(args, columns) + args.length * this.#length(subject, [])
    const isShort =
      (name === 'array_to_string' && args.length === 2 && isOfLength(second, 2)) ||
      ((name === 'replace' || name === 'regexp_replace') && isOfLength(third, 1))
    return isShort ? this.#length(subject, columns) : Infinity
  }

  /** What a type may make of a few characters: many blanks or bits, or the digits of `1e80000`. */
  #lengthOfCast({ arg, typeName }: Members): number {
    if (!isRecord(typeName)) return Infinity
    const padded = list(typeName.typmods).reduce((most: number, length) => Math.max(most, wholeNumber(length)), 0)
    if (elementType(typeName) !== 'numeric') return padded
    const [kind, members] = unwrap(arg)
    const isStored = kind === 'ColumnRef' && isRecord(members) && this.#columns.isStored(members)
    return isStored || kind === 'A_Const' ? padded : Infinity
  }

  #sum(nodes: readonly unknown[], columns: Members[]): number {
    return nodes.reduce((sum: number, node) => sum + this.#length(node, columns), 0)
  }
}

function resultOf(branch: unknown): unknown {
  const [, members] = unwrap(branch)
  return isRecord(members) ? members.result : undefined
}

function isOfLength(node: unknown, most: number): boolean {
  return node !== undefined && (constantText(node)?.length ?? Infinity) <= most
}

/** Infinite of a number with many digits that are not written out, and of a text that may become one. */
function lengthOfConstant(members: Members): number {
  const written = [members.sval, members.fval, members.bsval].find((value) => isRecord(value))
  const [content = ''] = isRecord(written) ? Object.values(written) : []
  return typeof content === 'string' && !/^[-+\s\d._]+e\+?[\d_]{3,}\s*$/i.test(content) ? content.length : Infinity
}

/** The elements of a list that is written out, which may be cast, or else the expression itself. */
function elementsOf(node: unknown): unknown[] {
  const [kind, members] = unwrap(node)
  if (kind === 'TypeCast' && isRecord(members) && isRecord(members.typeName) && isListType(members.typeName)) {
    const elements = elementsOf(members.arg)
    return elements.length > 1 ? elements : [node]
  }
  return kind === 'A_ArrayExpr' && isRecord(members) ? [...list(members.elements)] : [node]
}

/** As many as a column's values count for, so that there can't be many columns one after the other. */
const COLUMN_CHARACTERS = 50
/** So that a statement can't make this slow. */
const MOST_STEPS = 100_000
const JOINING_OPERATORS: ReadonlySet<string> = new Set(['||', '->', '->>', '#>', '#>>'])
/** Of which one argument is the most characters of the result. */
const CUTTING_FUNCTIONS: ReadonlySet<string> = new Set(['left', 'substr', 'substring'])
/** Of which the result is hardly longer than what they get. */
const PLAIN_FUNCTIONS: ReadonlySet<string> = new Set(
  `box btrim chr circle concat generate_series get_current_ts_config initcap like_escape line lower lseg ltrim max min
   phraseto_tsquery plainto_tsquery point right rtrim string_to_array substr substring to_tsquery unnest upper`
    .trim()
    .split(/\s+/),
)

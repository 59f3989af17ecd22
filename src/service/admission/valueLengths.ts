import { ARITHMETIC_OPERATORS } from './briefTexts.ts'
import {
  AGGREGATED,
  ASKING_OPERATORS,
  COLUMN_LENGTH,
  ELEMENTS,
  ESCAPED_BYTES,
  lengthOfCall,
  lengthOfCast,
  lengthOfConstant,
  mayHaveManyDigits,
  LIST_FUNCTIONS,
  LONG,
  MOST_DIGITS,
  PADDING_FUNCTIONS,
  PATH_OPERATORS,
  SHORT,
  sumOf,
} from './guessedLengths.ts'
import type { MadeColumns } from './madeColumns.ts'
import { isSliced } from './queryColumns.ts'
import { functionName, isRecord, lastName, list, unwrap, type Members } from './syntaxNode.ts'

/** A node: its kind and its members. */
export type Node = readonly [kind: string, members: Members]

/**
 * About how many bytes the values of expressions have at the most. These are guesses, unlike those of `BriefTexts`: of most
 * functions the result is no longer than what they get together. Only those count that make long values of short ones.
 */
export class ValueLengths {
  readonly #columns: MadeColumns
  #lengths = new Map<Members, number>()
  readonly #lengthsOfColumns = new Map<string, number>()
  readonly #elementsOfColumns = new Map<string, number>()
  #uncertain = COLUMN_LENGTH
  #depth = 0

  constructor(columns: MadeColumns) {
    this.#columns = columns
  }

  /**
   * Of a column that can't be followed to what it is made of: each query may be made of the one before it, and have its
   * columns several times in one value. With RECURSIVE, there is no end to that.
   */
  get uncertain(): number {
    return this.#uncertain
  }

  /**
   * Finds out how long that is; `nodes` are all that make values and may be behind a column, in so many queries. To be called
   * first.
   */
  prepare(nodes: readonly Node[], queries: number): void {
    const lengths = nodes.map(([kind, members]) => this.#length(kind, members, false))
    const padded = nodes.map(([kind, members], at) =>
      kind === 'FuncCall' && PADDING_FUNCTIONS.has(lastName(members.funcname)) ? (lengths[at] ?? 0) : 0,
    )
    this.#lengths = new Map()
    const longest = lengths.reduce((most, length) => Math.max(most, length), COLUMN_LENGTH)
    if (longest >= LONG) this.#uncertain = padded.reduce((most, length) => Math.max(most, length), AGGREGATED)
    else if (this.#columns.isRecursive && longest > COLUMN_LENGTH) this.#uncertain = AGGREGATED
    else this.#uncertain = Math.min(AGGREGATED, longest * (longest / COLUMN_LENGTH) ** (queries - 1))
    if (nodes.some(([kind, members]) => mayHaveManyDigits(kind, members))) {
      this.#uncertain = Math.max(this.#uncertain, MOST_DIGITS)
    }
  }

  /** Of a node, or of several together. */
  of(node: unknown): number {
    return this.#of(node)
  }

  /** Whether it is certainly a list, not a text that may become one. */
  isList(node: unknown): boolean {
    const [kind, members] = node === undefined ? [] : unwrap(node)
    if (!isRecord(members)) return false
    if (kind === 'ColumnRef') {
      const made = this.#columns.definitions(members)?.expressions ?? []
      return made.length > 0 && made.every((each) => LIST_FUNCTIONS.test(functionName(each) ?? ''))
    }
    if (kind === 'A_ArrayExpr' || members.subLinkType === 'ARRAY_SUBLINK') return true
    return kind === 'A_Indirection' ? isSliced(members) : LIST_FUNCTIONS.test(functionName(node) ?? '')
  }

  /** Columns and constants count as short if columns aren't to be followed. */
  #length(kind: string, members: Members, isFollowed = true): number {
    const known = this.#lengths.get(members)
    if (known !== undefined) return known
    this.#depth += 1
    const found = this.#depth > DEEPEST ? AGGREGATED : this.#find(kind, members, isFollowed)
    this.#depth -= 1
    const length = Math.min(found, LONGEST)
    this.#lengths.set(members, length)
    return length
  }

  #find(kind: string, members: Members, isFollowed: boolean): number {
    const of = (node: unknown): number => this.#of(node, isFollowed)
    const most = (nodes: unknown): number =>
      list(nodes).reduce((longest: number, each) => Math.max(longest, of(each)), 0)
    // Digits get no more by being put together, so they say nothing of a column that isn't followed.
    if (!isFollowed && mayHaveManyDigits(kind, members)) return SHORT
    switch (kind) {
      case 'A_Const':
        return isFollowed ? lengthOfConstant(members) : SHORT
      case 'ColumnRef':
        return isFollowed ? this.#lengthOfColumn(members) : COLUMN_LENGTH
      case 'TypeCast':
        return lengthOfCast(members, of(members.arg), this.isList(members.arg))
      case 'FuncCall':
        if (lastName(members.funcname) === 'unnest' && isFollowed) return this.#element(members.args)
        return lengthOfCall(lastName(members.funcname), argumentsOf(members), members.func_variadic === true, of)
      case 'A_Expr':
        return this.#lengthOfOperation(members, of, isFollowed)
      case 'CoalesceExpr':
      case 'MinMaxExpr':
        return most(members.args)
      case 'CaseExpr':
        return Math.max(most(members.args), of(members.defresult))
      case 'CaseWhen':
        return of(members.result)
      case 'A_Indirection':
        return isSliced(members) || !isFollowed ? of(members.arg) : this.#element(members.arg)
      case 'SubLink':
        if (members.subLinkType === 'ARRAY_SUBLINK') return AGGREGATED
        return members.subLinkType === 'EXPR_SUBLINK' ? this.#lengthOfQuery(members.subselect, of) : SHORT
      case 'BoolExpr':
      case 'NullTest':
      case 'BooleanTest':
        return SHORT
      default:
        return /^Json(?:Array|Object)Agg$/.test(kind) ? AGGREGATED : Object.values(members).reduce(sumOf(of), SHORT)
    }
  }

  #of(node: unknown, isFollowed = true): number {
    if (typeof node !== 'object' || node === null) return 0
    const [entry, ...others] = Object.entries(node)
    if (entry === undefined) return 0
    const [kind, members] = entry
    if (others.length === 0 && isRecord(members) && /^[A-Z]/.test(kind)) return this.#length(kind, members, isFollowed)
    let sum = 0
    for (const each of Object.values(node)) sum += this.#of(each, isFollowed)
    return sum
  }

  #lengthOfOperation(members: Members, of: (node: unknown) => number, isFollowed: boolean): number {
    const operator = lastName(members.name)
    if (members.kind === 'AEXPR_NULLIF') return of(members.lexpr)
    if (mayHaveManyDigits('A_Expr', members)) return MOST_DIGITS
    if (members.kind !== 'AEXPR_OP' || (ASKING_OPERATORS.has(operator) && members.lexpr !== undefined)) return SHORT
    if (PATH_OPERATORS.has(operator)) return isFollowed ? this.#element(members.lexpr) : of(members.lexpr)
    const both = of(members.lexpr) + of(members.rexpr)
    return ARITHMETIC_OPERATORS.has(operator) && both < MOST_DIGITS ? SHORT : both
  }

  /** Of an element of a list, or of a member of JSON: if these are aggregated, it is no longer than one of what they are made of. */
  #element(node: unknown): number {
    if (Array.isArray(node)) return node.reduce((most: number, each) => Math.max(most, this.#element(each)), 0)
    const [kind, members] = node === undefined ? [] : unwrap(node)
    if (!isRecord(members)) return 0
    if (kind === 'TypeCast') return this.#element(members.arg)
    if (kind === 'A_Expr' && PATH_OPERATORS.has(lastName(members.name))) return this.#element(members.lexpr)
    if (kind === 'FuncCall' && ELEMENTS.has(lastName(members.funcname))) return ESCAPED_BYTES * this.#of(members.args)
    const made =
      kind === 'ColumnRef' && !this.#columns.isStored(members) ? this.#columns.definitions(members, true) : null
    if (made === null) return this.#of(node)
    return foundOnce(this.#elementsOfColumns, made.name, this.#uncertain, () =>
      made.expressions.reduce((most: number, each) => Math.max(most, this.#element(each)), COLUMN_LENGTH),
    )
  }

  #lengthOfQuery(query: unknown, of: (node: unknown) => number): number {
    const [, members] = query === undefined ? [] : unwrap(query)
    if (!isRecord(members) || members.op !== 'SETOP_NONE') return this.#uncertain
    return of(members.targetList) + of(members.valuesLists)
  }

  #lengthOfColumn(column: Members): number {
    if (this.#columns.isStored(column)) return COLUMN_LENGTH
    const made = this.#columns.definitions(column, true)
    if (made === null) return this.#uncertain
    return foundOnce(this.#lengthsOfColumns, made.name, this.#uncertain, () =>
      made.expressions.reduce((most: number, each) => Math.max(most, this.#of(each)), COLUMN_LENGTH),
    )
  }
}

/** What a function gets: of an ordered set, such as `mode`, that is what it is ordered by. */
export function argumentsOf({ args, agg_order }: Members): readonly unknown[] {
  return [...list(args), ...list(agg_order)]
}

/** The value of a key, found once; as long as it is being found, `otherwise`. */
export function foundOnce<Key>(known: Map<Key, number>, key: Key, otherwise: number, find: () => number): number {
  const before = known.get(key)
  if (before !== undefined) return before
  known.set(key, otherwise)
  const found = find()
  known.set(key, found)
  return found
}

/** PostgreSQL's own bound for a value. */
const LONGEST = 1_000_000_000
/** So that the stack holds it. */
const DEEPEST = 2000

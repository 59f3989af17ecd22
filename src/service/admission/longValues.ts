import type { MadeColumns } from './madeColumns.ts'
import { AGGREGATED, AGGREGATES, COLUMN_LENGTH, lengthOfCall, SHORT, sumOf } from './lengthsOfCalls.ts'
import { Objection } from './objection.ts'
import { hasStar, isStar, readsItself, rowsOf, targetsOf } from './queryColumns.ts'
import {
  constantText,
  elementType,
  isListType,
  isRecord,
  lastName,
  list,
  unwrap,
  wholeNumber,
  type Members,
} from './syntaxNode.ts'

/**
 * PostgreSQL can't be ended within a row, and gives back what it has made there only after it: a thousand concatenations of a
 * text of 10 MB take 10 GB, and four such rows at once had Linux end the server (measured). What grows from row to row is
 * ended by its size instead (`../engines/driver/memoryWatch.ts`). So about how much one row makes at the most is added up.
 *
 * Lengths are guessed, unlike those of `BriefTexts`: of most functions the result is no longer than what they get together.
 * Only those that make long values of short ones count, and what is then made of these.
 */
export class LongValues {
  readonly #columns: MadeColumns
  /** What makes a value, or stands for one that may be made again. */
  readonly #nodes: (readonly [kind: string, members: Members])[] = []
  #lengths = new Map<Members, number>()
  /** By the name of a column; of those on the way to it, what can't be followed. */
  readonly #lengthsOfColumns = new Map<string, number>()
  readonly #costsOfColumns = new Map<string, number>()
  /** Expressions that stay in their query. */
  readonly #apart = new Set<unknown>()
  #stars = 0
  #queries = 0
  #uncertain = COLUMN_LENGTH
  #depth = 0

  constructor(columns: MadeColumns) {
    this.#columns = columns
  }

  /** Takes note of a node. */
  note(kind: string, members: Members): void {
    if (kind === 'SelectStmt') {
      this.#queries += 1
      const stars = targetsOf(members).filter(({ expression }) => isStar(expression))
      this.#stars += Math.max(0, stars.length - 1)
    } else if (kind === 'CommonTableExpr' && readsItself(members)) {
      for (const row of rowsOf(members.ctequery) ?? []) for (const { expression } of row) this.#apart.add(expression)
    } else if (MAKING.has(kind) || kind.startsWith('Json')) this.#nodes.push([kind, members])
  }

  /** Throws `Objection` if one row may make too much; to be called when all nodes have been noted. */
  refuse(): void {
    this.#uncertain = this.#lengthOfUncertain()
    let sum = this.#stars * this.#costOfUncertain()
    for (const [kind, members] of this.#nodes) {
      sum += kind === 'ColumnRef' ? this.#costOfColumn(members) : this.#cost(kind, members)
      if (sum <= MOST_MADE) continue
      throw new Objection(
        'Not authorized to make so many long values in one row: a text that repeat, string_agg and the like make may be ' +
          'used a few times only, or cut by left(…, 1000)',
      )
    }
  }

  /**
   * Of a column that can't be followed to what it is made of: each query may be made of the one before it, and have its
   * columns several times in one value. With RECURSIVE, there is no end to that.
   */
  #lengthOfUncertain(): number {
    const lengths = this.#nodes.map(([kind, members]) => this.#length(kind, members, false))
    this.#lengths = new Map()
    const longest = lengths.reduce((most, length) => Math.max(most, length), COLUMN_LENGTH)
    const growth = lengths.reduce((most, length) => (length < LONG ? Math.max(most, length) : most), 0) / COLUMN_LENGTH
    const isRepeated = this.#columns.isRecursive && growth > 1
    if (longest >= LONG || isRepeated) return AGGREGATED
    return Math.min(AGGREGATED, longest * Math.max(1, growth) ** (this.#queries - 1))
  }

  /** About the most characters of what a node makes. Columns count as short if they aren't to be followed. */
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
    switch (kind) {
      case 'A_Const':
        return constantText({ A_Const: members })?.length ?? SHORT
      case 'ColumnRef':
        return isFollowed ? this.#lengthOfColumn(members) : COLUMN_LENGTH
      case 'TypeCast':
        return this.#lengthOfCast(members, of(members.arg))
      case 'FuncCall':
        return lengthOfCall(lastName(members.funcname), list(members.args), of)
      case 'A_Expr': {
        const operator = lastName(members.name)
        if (members.kind === 'AEXPR_NULLIF' || operator === '-') return of(members.lexpr)
        if (members.kind !== 'AEXPR_OP') return SHORT
        if (operator === '||') return of(members.lexpr) + of(members.rexpr)
        return PATH_OPERATORS.has(operator) ? of(members.lexpr) : SHORT
      }
      case 'CoalesceExpr':
      case 'MinMaxExpr':
        return list(members.args).reduce((most: number, each) => Math.max(most, of(each)), 0)
      case 'CaseExpr':
        return [...list(members.args), members.defresult].reduce((most: number, each) => Math.max(most, of(each)), 0)
      case 'CaseWhen':
        return of(members.result)
      case 'A_Indirection':
        return of(members.arg)
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

  /** Of a node, or of several together. */
  #of(node: unknown, isFollowed: boolean): number {
    if (Array.isArray(node))
      return node.reduce(
        sumOf((each) => this.#of(each, isFollowed)),
        0,
      )
    if (!isRecord(node)) return 0
    const entries = Object.entries(node)
    const [entry] = entries
    if (entry === undefined) return 0
    const [kind, members] = entry
    if (entries.length === 1 && isRecord(members) && /^[A-Z]/.test(kind)) return this.#length(kind, members, isFollowed)
    return Object.values(node).reduce(
      sumOf((each) => this.#of(each, isFollowed)),
      0,
    )
  }

  #lengthOfQuery(query: unknown, of: (node: unknown) => number): number {
    const [, members] = query === undefined ? [] : unwrap(query)
    return isRecord(members) && members.op === 'SETOP_NONE' ? of(members.targetList) : this.#uncertain
  }

  #lengthOfCast({ typeName }: Members, length: number): number {
    if (!isRecord(typeName) || isListType(typeName)) return length
    const type = elementType(typeName)
    if (BRIEF_TYPES.has(type)) return SHORT
    const padded = list(typeName.typmods).reduce((most: number, each) => Math.max(most, wholeNumber(each) || 0), 0)
    return /^(?:bpchar|bit)$/.test(type) ? Math.max(length, padded) : length
  }

  #lengthOfColumn(column: Members): number {
    if (this.#columns.isStored(column)) return COLUMN_LENGTH
    const made = this.#columns.definitions(column, true)
    if (made === null) return this.#uncertain
    return foundOnce(this.#lengthsOfColumns, made.name, this.#uncertain, () =>
      made.expressions.reduce((most: number, each) => Math.max(most, this.#of(each, true)), COLUMN_LENGTH),
    )
  }

  /** Of a column that PostgreSQL may put the expression in the place of, which is then computed again. */
  #costOfColumn(column: Members): number {
    if (this.#columns.isStored(column) || isStar({ ColumnRef: column })) return 0
    const made = this.#columns.definitions(column, true)
    if (made === null) return this.#costOfUncertain()
    const own = made.expressions.filter((each) => !this.#apart.has(each))
    return foundOnce(this.#costsOfColumns, made.name, 0, () =>
      own.reduce((most: number, each) => Math.max(most, this.#costWithin(each)), 0),
    )
  }

  #costOfUncertain(): number {
    return this.#uncertain < LONG ? 0 : this.#uncertain
  }

  /** Of all in an expression; nothing if it stays where it is, as with an aggregate in it. */
  #costWithin(expression: unknown): number {
    let sum = 0
    const open = [expression]
    for (const content of open) {
      if (typeof content !== 'object' || content === null) continue
      if (Array.isArray(content)) {
        for (const each of content) open.push(each)
        continue
      }
      for (const [kind, members] of Object.entries(content)) {
        if (!isRecord(members)) open.push(members)
        else if (kind === 'SubLink') continue
        else if (kind === 'ColumnRef') sum += this.#costOfColumn(members)
        else if (kind === 'FuncCall' && AGGREGATES.has(lastName(members.funcname))) return 0
        else {
          if (MAKING.has(kind)) sum += this.#cost(kind, members)
          open.push(...Object.values(members))
        }
      }
      if (sum > MOST_MADE) return sum
    }
    return sum
  }

  /** How much memory a node itself takes in a row. */
  #cost(kind: string, members: Members): number {
    const of = (node: unknown): number => this.#of(node, true)
    switch (kind) {
      case 'FuncCall': {
        const taken = of(members.args)
        return AGGREGATES.has(lastName(members.funcname)) ? taken : Math.max(taken, this.#length(kind, members))
      }
      case 'A_Expr': {
        const operator = lastName(members.name)
        // What is matched becomes four bytes a character.
        if (/^!?~\*?$/.test(operator) || members.kind === 'AEXPR_SIMILAR') return 4 * of(members.lexpr)
        return operator === '||' || TAKING_OPERATORS.has(operator)
          ? Math.max(of(members.lexpr), this.#length(kind, members))
          : 0
      }
      case 'A_Indirection':
        if (hasStar(members.indirection)) return this.#costOfUncertain()
        return list(members.indirection).some((step) => isSlice(step)) ? of(members.arg) : 0
      default:
        return this.#length(kind, members)
    }
  }
}

/** The value by that name, found once; as long as it is being found, `otherwise`. */
function foundOnce(known: Map<string, number>, name: string, otherwise: number, find: () => number): number {
  const before = known.get(name)
  if (before !== undefined) return before
  known.set(name, otherwise)
  const found = find()
  known.set(name, found)
  return found
}

function isSlice(step: unknown): boolean {
  const [, members] = unwrap(step)
  return isRecord(members) && members.is_slice === true
}

/** From so many characters on, it matters how often something is made. */
const LONG = 100_000
/** PostgreSQL's own bound for a value. */
const LONGEST = 1_000_000_000
/** Twelve uses of what is aggregated, or three hundred of ten megabytes: at most some gigabytes for a moment. */
const MOST_MADE = 3_000_000_000
/** So that the stack holds it. */
const DEEPEST = 2000

/** What makes values: the kinds of nodes; those of JSON begin so. */
const MAKING: ReadonlySet<string> = new Set([
  'FuncCall',
  'A_Expr',
  'TypeCast',
  'A_ArrayExpr',
  'RowExpr',
  'A_Indirection',
  'ColumnRef',
])
const PATH_OPERATORS: ReadonlySet<string> = new Set(['->', '->>', '#>', '#>>', '#-'])
/** That copy what they look at. */
const TAKING_OPERATORS: ReadonlySet<string> = new Set([
  ...PATH_OPERATORS,
  '-',
  '~~*',
  '!~~*',
  '@@',
  '@?',
  '?',
  '?|',
  '?&',
])
const BRIEF_TYPES: ReadonlySet<string> = new Set(
  'bool date float4 float8 int2 int4 int8 interval name oid time timestamp timestamptz timetz uuid'.split(' '),
)

import { repeats } from './copiedOperands.ts'
import type { MadeColumns } from './madeColumns.ts'
import {
  AGGREGATED,
  AGGREGATES,
  ARITHMETIC_OPERATORS,
  ASKING_OPERATORS,
  COLUMN_LENGTH,
  COPYING_OPERATORS,
  costOfCast,
  ELEMENTS,
  lengthOfCall,
  lengthOfCast,
  lengthOfConstant,
  LIST_FUNCTIONS,
  LONG,
  MOST_DIGITS,
  PATH_OPERATORS,
  SHORT,
  sumOf,
} from './guessedLengths.ts'
import { Objection } from './objection.ts'
import { hasStar, isSliced, isStar, readsItself, rowsOf, targetsOf } from './queryColumns.ts'
import { functionName, isRecord, lastName, list, unwrap, type Members } from './syntaxNode.ts'

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
  readonly #lengthsOfColumns = new Map<string, number>()
  readonly #elementsOfColumns = new Map<string, number>()
  readonly #costsOfColumns = new Map<string, number>()
  readonly #costsOfCopies = new Map<Members, number>()
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
      if (kind === 'A_Expr') sum += this.#costOfCopies(members)
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

  /** About the most bytes of what a node makes. Columns count as short if they aren't to be followed. */
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
    switch (kind) {
      case 'A_Const':
        return lengthOfConstant(members)
      case 'ColumnRef':
        return isFollowed ? this.#lengthOfColumn(members) : COLUMN_LENGTH
      case 'TypeCast':
        return lengthOfCast(members, of(members.arg))
      case 'FuncCall':
        return lengthOfCall(lastName(members.funcname), list(members.args), of)
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

  /** Of a node, or of several together. */
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
    if (members.kind !== 'AEXPR_OP' || (ASKING_OPERATORS.has(operator) && members.lexpr !== undefined)) return SHORT
    if (PATH_OPERATORS.has(operator)) return isFollowed ? this.#element(members.lexpr) : of(members.lexpr)
    const both = of(members.lexpr) + of(members.rexpr)
    return ARITHMETIC_OPERATORS.has(operator) && both < MOST_DIGITS ? SHORT : both
  }

  /** Of an element of a list, or of a member of JSON: if these are aggregated, it is no longer than one of what they are made of. */
  #element(node: unknown): number {
    const [kind, members] = node === undefined ? [] : unwrap(node)
    if (!isRecord(members)) return 0
    if (kind === 'TypeCast') return this.#element(members.arg)
    if (kind === 'A_Expr' && PATH_OPERATORS.has(lastName(members.name))) return this.#element(members.lexpr)
    if (kind === 'FuncCall' && ELEMENTS.has(lastName(members.funcname))) return this.#of(members.args)
    const made =
      kind === 'ColumnRef' && !this.#columns.isStored(members) ? this.#columns.definitions(members, true) : null
    if (made === null) return this.#of(node)
    return foundOnce(this.#elementsOfColumns, made.name, this.#uncertain, () =>
      made.expressions.reduce((most: number, each) => Math.max(most, this.#element(each)), COLUMN_LENGTH),
    )
  }

  #lengthOfQuery(query: unknown, of: (node: unknown) => number): number {
    const [, members] = query === undefined ? [] : unwrap(query)
    return isRecord(members) && members.op === 'SETOP_NONE' ? of(members.targetList) : this.#uncertain
  }

  #lengthOfColumn(column: Members): number {
    if (this.#columns.isStored(column)) return COLUMN_LENGTH
    const made = this.#columns.definitions(column, true)
    if (made === null) return this.#uncertain
    return foundOnce(this.#lengthsOfColumns, made.name, this.#uncertain, () =>
      made.expressions.reduce((most: number, each) => Math.max(most, this.#of(each)), COLUMN_LENGTH),
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

  /** Of what PostgreSQL writes more often than the statement does, beside BETWEEN and IN. */
  #costOfCopies(members: Members): number {
    const known = this.#costsOfCopies.get(members)
    if (known !== undefined) return known
    const [left, right] = repeats(members)
    const cost =
      (left > 1 ? (left - 1) * this.#costWithin(members.lexpr) : 0) + (right > 1 ? this.#costWithin(members.rexpr) : 0)
    this.#costsOfCopies.set(members, cost)
    return cost
  }

  /** Of all in an expression; nothing if it stays where it is, as with an aggregate in it. */
  #costWithin(expression: unknown): number {
    let sum = 0
    const open = [expression]
    for (const content of open) {
      if (typeof content !== 'object' || content === null) continue
      for (const [kind, members] of Object.entries(content)) {
        if (!isRecord(members) || Array.isArray(content)) open.push(members)
        else if (kind === 'SubLink') continue
        else if (kind === 'ColumnRef') sum += this.#costOfColumn(members)
        else if (kind === 'FuncCall' && AGGREGATES.has(lastName(members.funcname))) return 0
        else {
          if (MAKING.has(kind)) sum += this.#cost(kind, members)
          if (kind === 'A_Expr') sum += this.#costOfCopies(members)
          open.push(...Object.values(members))
        }
      }
      if (sum > MOST_MADE) return sum
    }
    return sum
  }

  /** How much memory a node itself takes in a row. */
  #cost(kind: string, members: Members): number {
    const length = this.#length(kind, members)
    switch (kind) {
      case 'FuncCall': {
        const name = lastName(members.funcname)
        const taken = this.#of(members.args)
        // While `repeat` runs, it can be ended.
        return name === 'repeat' || AGGREGATES.has(name) ? taken : Math.max(taken, length)
      }
      case 'TypeCast':
        return Math.max(length, costOfCast(members, this.#isList(members.arg)) * this.#of(members.arg))
      case 'A_Expr': {
        const operator = lastName(members.name)
        // What is matched becomes four bytes a character, or lower case.
        if (/^!?~\*?$/.test(operator) || members.kind === 'AEXPR_SIMILAR') return 4 * this.#of(members.lexpr)
        if (COPYING_OPERATORS.has(operator)) return this.#of(members.lexpr) + this.#of(members.rexpr)
        return ASKING_OPERATORS.has(operator) || members.kind !== 'AEXPR_OP' ? 0 : length
      }
      case 'A_Indirection':
        if (hasStar(members.indirection)) return this.#costOfUncertain() + USUAL_COLUMNS * this.#costWithin(members.arg)
        return isSliced(members) ? length : 0
      default:
        return length
    }
  }

  /** Whether it is certainly a list, not a text that may become one. */
  #isList(node: unknown): boolean {
    const [kind, members] = node === undefined ? [] : unwrap(node)
    if (!isRecord(members)) return false
    if (kind === 'ColumnRef') {
      const made = this.#columns.definitions(members)?.expressions ?? []
      return made.length > 0 && made.every((each) => LIST_FUNCTIONS.test(functionName(each) ?? ''))
    }
    if (kind === 'A_ArrayExpr' || members.subLinkType === 'ARRAY_SUBLINK') return true
    return kind === 'A_Indirection' ? isSliced(members) : LIST_FUNCTIONS.test(functionName(node) ?? '')
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

/** PostgreSQL's own bound for a value. */
const LONGEST = 1_000_000_000
/** Sixty uses of what is aggregated, or three hundred of ten megabytes: at most some gigabytes for a moment. */
const MOST_MADE = 3_000_000_000
/** So that the stack holds it. */
const DEEPEST = 2000
const USUAL_COLUMNS = 100

/** What makes values: the kinds of nodes; those of JSON begin so. */
const MAKING: ReadonlySet<string> = new Set(
  'FuncCall A_Expr TypeCast A_ArrayExpr RowExpr A_Indirection ColumnRef'.split(' '),
)

import { repeats } from './copiedOperands.ts'
import {
  AGGREGATES,
  ASKING_OPERATORS,
  COPYING_OPERATORS,
  costOfCast,
  LONG,
  mayHaveManyDigits,
} from './guessedLengths.ts'
import { TABLE } from './growthScope.ts'
import type { MadeColumns } from './madeColumns.ts'
import { Objection } from './objection.ts'
import { hasStar, isSliced, isStar, readsItself, rowsOf, targetsOf } from './queryColumns.ts'
import { isRecord, lastName, unwrap, type Members } from './syntaxNode.ts'
import { argumentsOf, foundOnce, ValueLengths, type Node } from './valueLengths.ts'

/**
 * PostgreSQL can't be ended within a row, and gives back what it has made there only after it: a thousand concatenations of a
 * text of 10 MB take 10 GB, and four such rows at once had Linux end the server (measured). What grows from row to row is
 * ended by its size instead (`../engines/driver/memoryWatch.ts`). So about how much one row makes at the most is added up.
 */
export class LongValues {
  readonly #columns: MadeColumns
  readonly #lengths: ValueLengths
  /** What makes a value, or names a column that may be made again. */
  readonly #nodes: Node[] = []
  readonly #costsOfColumns = new Map<string, number>()
  readonly #costsOfCopies = new Map<Members, number>()
  /** Expressions that stay in their query. */
  readonly #apart = new Set<unknown>()
  #stars = 0
  #queries = 0

  constructor(columns: MadeColumns) {
    this.#columns = columns
    this.#lengths = new ValueLengths(columns)
  }

  /** Takes note of a node. */
  note(kind: string, members: Members): void {
    if (kind === 'SelectStmt') {
      this.#queries += 1
      const stars = targetsOf(members).filter(({ expression }) => isStar(expression))
      this.#stars += Math.max(0, stars.length - 1)
    } else if (kind === 'CommonTableExpr' && readsItself(members)) {
      for (const row of rowsOf(members.ctequery) ?? []) for (const { expression } of row) this.#apart.add(expression)
    } else if (MAKING.has(kind) || kind.startsWith('Json') || mayHaveManyDigits(kind, members)) {
      this.#nodes.push([kind, members])
    }
  }

  /** Throws `Objection` if one row of the statement may make too much; to be called when all its nodes have been noted. */
  refuse(statement: unknown): void {
    const outermost = columnsOf(statement)
    this.#lengths.prepare(
      this.#nodes.filter(([, members]) => !outermost.has(members)),
      this.#queries,
    )
    let sum = this.#stars * this.#costOfUncertain()
    for (const [kind, members] of this.#nodes) {
      sum += kind === 'ColumnRef' ? this.#costOfColumn(members) : this.#cost(kind, members)
      if (kind === 'A_Expr') sum += this.#costOfCopies(members)
      if (sum <= MOST_MADE) continue
      throw new Objection(
        'Not authorized to make so many long values in one row: use what string_agg and the like make less often, ' +
          'or cut it by left(…, 1000), and count by least(…, 1000) in repeat and lpad',
      )
    }
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
    return this.#lengths.uncertain < LONG ? 0 : this.#lengths.uncertain
  }

  /** Of what PostgreSQL writes more often than the statement does, beside BETWEEN and IN. */
  #costOfCopies(members: Members): number {
    return foundOnce(this.#costsOfCopies, members, 0, () => {
      const [left, right] = repeats(members)
      const before = left > 1 ? (left - 1) * this.#costWithin(members.lexpr) : 0
      return before + (right > 1 ? this.#costWithin(members.rexpr) : 0)
    })
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
    const length = this.#lengths.of({ [kind]: members })
    switch (kind) {
      case 'FuncCall': {
        const name = lastName(members.funcname)
        const taken = this.#lengths.of(argumentsOf(members))
        // While `repeat` runs, it can be ended.
        return name === 'repeat' || AGGREGATES.has(name) ? taken : Math.max(taken, length)
      }
      case 'TypeCast':
        return Math.max(length, costOfCast(members, this.#lengths.isList(members.arg)) * this.#lengths.of(members.arg))
      case 'A_Expr': {
        const operator = lastName(members.name)
        // What is matched becomes four bytes a character, or lower case.
        if (/^!?~\*?$/.test(operator) || members.kind === 'AEXPR_SIMILAR') return 4 * this.#lengths.of(members.lexpr)
        if (COPYING_OPERATORS.has(operator)) return this.#lengths.of(members.lexpr) + this.#lengths.of(members.rexpr)
        return ASKING_OPERATORS.has(operator) || members.kind !== 'AEXPR_OP' ? 0 : length
      }
      case 'A_Indirection':
        if (hasStar(members.indirection)) return this.#costOfUncertain() + TABLE.width * this.#costWithin(members.arg)
        return isSliced(members) ? length : 0
      default:
        return length
    }
  }
}

/** The nodes of a SELECT's own columns: nothing in the statement reads these. */
function columnsOf(statement: unknown): ReadonlySet<unknown> {
  const [, select] = unwrap(statement)
  const open: unknown[] = isRecord(select) ? [select.targetList] : []
  const found = new Set<unknown>(open)
  for (const content of open) {
    if (typeof content !== 'object' || content === null) continue
    for (const [kind, members] of Object.entries(content)) {
      if (kind === 'SubLink') continue
      found.add(members)
      open.push(members)
    }
  }
  return found
}

/** Sixty uses of what is aggregated, or three hundred of ten megabytes: at most some gigabytes for a moment. */
const MOST_MADE = 3_000_000_000

/** What makes values: the kinds of nodes; those of JSON begin so. */
const MAKING: ReadonlySet<string> = new Set(
  'FuncCall A_Expr TypeCast A_ArrayExpr RowExpr A_Indirection ColumnRef'.split(' '),
)

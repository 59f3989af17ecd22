import { isAggregated, repeats } from './copiedOperands.ts'
import { apart, NOTHING, TABLE, timesOf, type Result, type Scope } from './growthScope.ts'
import { JoinCosts } from './joinCosts.ts'
import { Objection, TooDeep } from './objection.ts'
import { MOST_COLUMNS, tooManyColumns } from './planningCosts.ts'
import { hasStar, isStar } from './queryColumns.ts'
import { StatementNames } from './statementNames.ts'
import { functionsInFrom, isRecord, list, text, unwrap, type Members } from './syntaxNode.ts'

/**
 * PostgreSQL puts the expressions of a simple subquery in the places of its columns, and can't be ended meanwhile: of 22
 * queries, each `SELECT x+x AS x` of the one before, it makes four million additions, in 26 seconds and 6 GB. It does so for
 * conditions where the subquery is grouped or sorted, too, repeats them in each of the queries of a UNION (3,000 conditions and
 * 2,000 queries: 47 seconds, 13 GB), and copies what stands before BETWEEN and IN. So what that would make at the most is
 * counted first; throws `Objection` if it is too much, or `TooDeep`. `node`: a SELECT that is admitted.
 *
 * Any column counts as the largest one that it might be. To tell by their names which one it is was tried: PostgreSQL finds
 * names in so many ways that a dozen statements got through.
 */
export function refuseGrowth(node: unknown): void {
  const [, select] = unwrap(node)
  if (isRecord(select)) new Growth(select).query(select, null)
}

/** What an expression holds: columns, each of which something larger may replace, and its other nodes. */
interface Measure {
  readonly own: number
  readonly columns: number
}

class Growth {
  #grown = 0
  #columns = 0
  #depth = 0
  readonly #joins = new JoinCosts()
  readonly #names: StatementNames

  constructor(select: Members) {
    this.#names = new StatementNames(select)
  }

  /** What a SELECT gives; `outer` is what it can name beside its own. */
  query(select: Members, outer: Scope | null): Result {
    const [nodes, pushed, widest] = [outer?.nodes ?? 1, outer?.pushed ?? 1, outer?.widest ?? 0]
    const scope: Scope = {
      nodes,
      pushed,
      widest,
      branches: 0,
      levels: 0,
      width: 0,
      named: 0,
      queries: new Map(),
      outer,
    }
    this.#with(select.withClause, scope)
    const result = select.op === 'SETOP_NONE' ? this.#selected(select, scope) : this.#united(select, scope)
    if (result.named > MOST_COLUMNS) throw tooManyColumns()
    if (select.limitCount !== undefined || select.limitOffset !== undefined) return apart(result)
    const isKept = KEPT_APART.some((member) => select[member] !== undefined)
    return isKept ? { ...result, nodes: 1, levels: result.levels + 1 } : result
  }

  #selected(select: Members, scope: Scope): Result {
    for (const item of list(select.fromClause)) this.#from(item, scope)
    const { targetList, valuesLists, withClause: _, fromClause: __, ...others } = select
    let [width, named, nodes, pushed] = [0, 0, 1, 1]
    for (const target of list(targetList)) {
      const [, members] = unwrap(target)
      if (!isRecord(members) || members.val === undefined) continue
      if (isStar(members.val)) {
        width += scope.width
        named += scope.named
        this.#grow({ own: 0, columns: scope.named }, scope.nodes)
        nodes = Math.max(nodes, scope.nodes)
        pushed = Math.max(pushed, scope.pushed)
        continue
      }
      width += unwrap(members.val)[0] === 'A_Indirection' ? TABLE.width : 1
      named += 1
      const measure = this.#measure(members.val, scope)
      nodes = Math.max(nodes, this.#grow(measure, scope.nodes))
      // A condition on an aggregate goes no further down than that.
      pushed = Math.max(pushed, sizeOf(measure, isAggregated(members.val) ? scope.nodes : scope.pushed))
    }
    for (const each of Object.values(others)) this.#growCondition(each, scope)
    if (valuesLists === undefined) {
      return { nodes, pushed, branches: scope.branches, levels: scope.levels, width, named }
    }
    const rows = list(valuesLists).map((row) => {
      const [, items] = unwrap(row)
      return list(isRecord(items) ? items.items : undefined).map((value) => this.#measure(value, scope))
    })
    const sizes = rows.flatMap((row) => row.map((value) => this.#grow(value, scope.nodes)))
    const columns = { width: rows[0]?.length ?? 0, named: rows[0]?.length ?? 0 }
    if (rows.length > 1) return apart(columns)
    // VALUES of one row is put in like a query.
    const largest = sizes.reduce((most, size) => Math.max(most, size), 1)
    const inCondition = (rows[0] ?? []).reduce((most, each) => Math.max(most, sizeOf(each, scope.pushed)), 1)
    return { ...apart(columns), nodes: largest, pushed: inCondition }
  }

  #united(select: Members, scope: Scope): Result {
    const sideOf = (side: unknown): Result => (isRecord(side) ? this.query(side, scope) : NOTHING)
    const [left, right] = [sideOf(select.larg), sideOf(select.rarg)]
    for (const each of [select.sortClause, select.limitCount, select.limitOffset]) this.#growCondition(each, scope)
    const isAppended = select.op === 'SETOP_UNION' && select.all === true
    return {
      nodes: isAppended ? Math.max(left.nodes, right.nodes) : 1,
      pushed: Math.max(left.pushed, right.pushed),
      branches: Math.max(1, left.branches) + Math.max(1, right.branches),
      levels: Math.max(left.levels, right.levels) + (isAppended ? 0 : 1),
      width: left.width,
      named: left.named,
    }
  }

  #with(clause: unknown, scope: Scope): void {
    if (!isRecord(clause)) return
    const names = list(clause.ctes).map((each) => {
      const [, query] = unwrap(each)
      const [name, contents] = isRecord(query) ? [text(query.ctename), query.ctequery] : ['', undefined]
      const find = (): Result => {
        const [, select] = contents === undefined ? [] : unwrap(contents)
        const result = isRecord(select) ? this.query(select, scope) : NOTHING
        const isMaterialized = isRecord(query) && query.ctematerialized === 'CTEMaterializeAlways'
        // One that is read more than once stays apart.
        return isMaterialized || this.#names.isShared(query) ? apart(result) : result
      }
      // With RECURSIVE, each may name those after it.
      scope.queries.set(name, clause.recursive === true ? find : find())
      return name
    })
    for (const name of names) this.#queryOf(name, scope)
  }

  /** What the WITH query of that name gives; null if it is a table. */
  #queryOf(name: string, scope: Scope): Result | null {
    for (let each: Scope | null = scope; each !== null; each = each.outer) {
      const found = each.queries.get(name)
      if (found === undefined) continue
      if (typeof found !== 'function') return found
      // What is recursive stays apart.
      each.queries.set(name, TABLE)
      const result = found()
      each.queries.set(name, result)
      return result
    }
    return null
  }

  /** Takes in what FROM names. Gives how many columns that has. */
  #from(item: unknown, scope: Scope): number {
    const [kind, members] = unwrap(item)
    if (!isRecord(members)) return 0
    const add = (result: Result): number => {
      scope.nodes = Math.max(scope.nodes, result.nodes)
      scope.pushed = Math.max(scope.pushed, result.pushed, result.nodes)
      scope.widest = Math.max(scope.widest, result.width)
      scope.branches += result.branches
      scope.levels = Math.max(scope.levels, result.levels)
      scope.width += result.width
      scope.named += result.named
      return result.width
    }
    switch (kind) {
      case 'RangeVar':
        return add((members.schemaname === undefined ? this.#queryOf(text(members.relname), scope) : null) ?? TABLE)
      case 'RangeSubselect': {
        const [, select] = unwrap(members.subquery)
        return add(isRecord(select) ? this.query(select, scope) : NOTHING)
      }
      case 'JoinExpr': {
        const [left, right] = [this.#from(members.larg, scope), this.#from(members.rarg, scope)]
        const equal = this.#joins.note(members, left, right)
        this.#growCondition(members.quals, scope)
        this.#grow({ own: equal, columns: 2 * equal }, scope.pushed, timesOf(scope))
        // By an alias, it is a row as a whole.
        scope.widest = Math.max(scope.widest, left + right)
        return left + right
      }
      case 'RangeFunction':
        for (const { call } of functionsInFrom(members.functions)) this.#grow(this.#measure(call, scope), scope.nodes)
        return add(TABLE)
      default:
        this.#grow(this.#measure(members, scope), scope.nodes)
        return add(TABLE)
    }
  }

  /** Counts an expression in which so many nodes come in the place of a column; gives how many there are then. */
  #grow(measure: Measure, nodes: number, times = 1): number {
    const size = sizeOf(measure, nodes)
    this.#grown += size * times
    this.#columns += measure.columns
    if (this.#grown > MOST_GROWN) {
      throw new Objection(
        'Not authorized to use the columns of subqueries so often in one another, or so many conditions on a UNION: ' +
          'add OFFSET 0 to some of the subqueries',
      )
    }
    return size
  }

  /** What rows are chosen, grouped and sorted by is repeated in each of the queries that are united, and on each level. */
  #growCondition(content: unknown, scope: Scope): void {
    this.#grow(this.#measure(content, scope), scope.pushed, timesOf(scope))
  }

  /** What an expression, or several, have. */
  #measure(content: unknown, scope: Scope): Measure {
    if (typeof content !== 'object' || content === null) return EMPTY
    this.#depth += 1
    if (this.#depth > DEEPEST) throw new TooDeep()
    const sum = this.#sumOf(content, scope)
    this.#depth -= 1
    return sum
  }

  #sumOf(content: object, scope: Scope): Measure {
    const sum = { own: 0, columns: 0 }
    const add = ({ own, columns }: Measure, times = 1): void => {
      sum.own += own * times
      sum.columns += columns * times
    }
    if (Array.isArray(content)) {
      for (const each of content) add(this.#measure(each, scope))
      return sum
    }
    for (const [kind, members] of Object.entries(content)) {
      if (!isRecord(members)) add(this.#measure(members, scope))
      else if (kind === 'ColumnRef') sum.columns += this.#names.mayBeRow(members) ? Math.max(1, scope.widest) : 1
      else if (kind === 'SelectStmt') {
        const [grown, columns] = [this.#grown, this.#columns]
        this.query(members, scope)
        // It is copied, and counted, with the expression around it.
        add({ own: this.#grown - grown, columns: this.#columns - columns })
        this.#grown = grown
        this.#columns = columns
      } else {
        sum.own += 1
        const [before, after] = kind === 'A_Expr' ? repeats(members) : [1, 1]
        for (const [member, inner] of Object.entries(members)) {
          const times = member === 'lexpr' ? before : member === 'rexpr' ? after : 1
          const measure = this.#measure(inner, scope)
          // `(row).*` has the row for each of its fields.
          const isSpread = kind === 'A_Indirection' && member === 'arg' && hasStar(members.indirection)
          add(measure, isSpread ? Math.min(MOST_COLUMNS, measure.own + measure.columns) : times)
        }
      }
    }
    return sum
  }
}

function sizeOf({ own, columns }: Measure, nodes: number): number {
  return own + columns * nodes
}

const EMPTY: Measure = { own: 0, columns: 0 }

/** With any of these, the expressions of a query stay in it (PostgreSQL's `is_simple_subquery`). */
const KEPT_APART = ['groupClause', 'havingClause', 'distinctClause', 'sortClause'] as const

/** Sixteen doublings have 131,072 nodes and take PostgreSQL a tenth of a second and 60 MB. */
const MOST_GROWN = 600_000

/** So that the stack holds it: queries of a WITH RECURSIVE may name those after them. */
const DEEPEST = 2500

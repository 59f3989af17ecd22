import { Objection } from './objection.ts'
import { MOST_COLUMNS } from './planningCosts.ts'
import { aliasOf, columnNames, isStar, namesOf, referenceOf } from './queryColumns.ts'
import {
  fieldNames,
  functionsInFrom,
  isRecord,
  lastName,
  list,
  nameParts,
  text,
  unwrap,
  type Members,
} from './syntaxNode.ts'

/**
 * PostgreSQL puts the expressions of a simple subquery in the places of its columns, and can't be ended meanwhile: of 22
 * queries, each `SELECT x+x AS x` of the one before, it makes four million additions, in 26 seconds and 6 GB. So what that
 * would make is counted first; throws `Objection` if it is too much. `select`: the members of a SELECT that is admitted.
 */
export function refuseGrowth(select: Members): void {
  new Growth().query(select, null)
}

/** A column of a query, and how many nodes come in its place: 1 where it stays a column. */
interface Column {
  readonly name: string
  readonly nodes: number
}

/** What FROM names; null for the columns of tables and functions, which stay columns. */
interface Source {
  readonly name: string
  readonly columns: readonly Column[] | null
  /** The most nodes by a column's name, and those of all columns. */
  readonly nodes: ReadonlyMap<string, number>
  readonly all: number
}

function isStarOf(target: unknown): boolean {
  const [, members] = unwrap(target)
  return isRecord(members) && members.val !== undefined && isStar(members.val)
}

function sourceOf(name: string, columns: readonly Column[] | null): Source {
  const nodes = new Map<string, number>()
  let all = 0
  for (const column of columns ?? []) {
    nodes.set(column.name, Math.max(nodes.get(column.name) ?? 1, column.nodes))
    all += column.nodes
  }
  return { name, columns, nodes, all }
}

interface Scope {
  readonly sources: Source[]
  readonly queries: Map<string, readonly Column[] | null>
  readonly outer: Scope | null
  /** Whether it is within a subquery in an expression, where an aggregate may be one of the query around that. */
  readonly isInner: boolean
}

class Growth {
  #grown = 0

  /** The columns of a SELECT; `outer` is what it can name beside its own. */
  query(select: Members, outer: Scope | null, isInExpression = false): readonly Column[] {
    const isInner = isInExpression || outer?.isInner === true
    const scope: Scope = { sources: [], queries: new Map(), outer, isInner }
    this.#with(select.withClause, scope)
    if (select.op !== 'SETOP_NONE') {
      const [left, right] = [select.larg, select.rarg].map((side) => (isRecord(side) ? this.query(side, scope) : []))
      this.#weigh([select.sortClause, select.limitCount, select.limitOffset], scope)
      const isAppended = select.op === 'SETOP_UNION' && select.all === true
      return (left ?? []).map(({ name, nodes }, at) => ({
        name,
        nodes: isAppended ? Math.max(nodes, right?.[at]?.nodes ?? 1) : 1,
      }))
    }
    for (const item of list(select.fromClause)) this.#from(item, scope)
    const { targetList, valuesLists, withClause: _, fromClause: __, ...others } = select
    const columns: Column[] = []
    for (const target of list(targetList)) {
      // PostgreSQL allows no more in a result, and `a.*` may mean many each time.
      const isFull = columns.length >= MOST_COLUMNS
      if (!isFull || !isStarOf(target)) columns.push(...this.#target(target, scope))
    }
    this.#weigh(Object.values(others), scope)
    if (valuesLists !== undefined) return this.#columnsOfValues(valuesLists, scope)
    const staysApart = BARRIERS.some((member) => select[member] !== undefined) || this.#isAggregate(targetList, isInner)
    return staysApart ? columns.map(({ name }) => ({ name, nodes: 1 })) : columns
  }

  /** VALUES of one row is put in like a query. */
  #columnsOfValues(valuesLists: unknown, scope: Scope): readonly Column[] {
    const rows = list(valuesLists).map((row) => {
      const [, items] = unwrap(row)
      return list(isRecord(items) ? items.items : undefined).map((value) => this.#nodes(value, scope))
    })
    const [first = []] = rows
    return first.map((nodes, at) => ({ name: `column${at + 1}`, nodes: rows.length === 1 ? nodes : 1 }))
  }

  #with(clause: unknown, scope: Scope): void {
    if (!isRecord(clause)) return
    for (const each of list(clause.ctes)) {
      const [, query] = unwrap(each)
      if (!isRecord(query)) continue
      const name = text(query.ctename)
      // What is recursive stays apart.
      if (clause.recursive === true) scope.queries.set(name, null)
      const [, select] = unwrap(query.ctequery)
      const columns = isRecord(select) ? this.query(select, scope) : []
      scope.queries.set(name, renamed(columns, nameParts(query.aliascolnames)))
    }
  }

  #from(item: unknown, scope: Scope): void {
    const [kind, members] = unwrap(item)
    if (!isRecord(members)) return
    const names = columnNames(members.alias)
    const add = (columns: readonly Column[] | null, otherwise = ''): void => {
      const name = aliasOf(members.alias) || otherwise
      scope.sources.push(sourceOf(name, columns === null ? null : renamed(columns, names)))
    }
    switch (kind) {
      case 'RangeVar': {
        const table = text(members.relname)
        return add(members.schemaname === undefined ? queryOf(table, scope) : null, table)
      }
      case 'RangeSubselect': {
        const [, select] = unwrap(members.subquery)
        return add(isRecord(select) ? this.query(select, scope) : [])
      }
      case 'JoinExpr': {
        const from = scope.sources.length
        this.#from(members.larg, scope)
        this.#from(members.rarg, scope)
        this.#weigh([members.quals], scope)
        if (members.alias === undefined) return
        return add(scope.sources.slice(from).flatMap(({ columns }) => columns ?? []))
      }
      case 'RangeFunction':
        this.#weigh(
          functionsInFrom(members.functions).map(({ call }) => call),
          scope,
        )
        return add(null)
      default:
        this.#weigh([members], scope)
        return add(null)
    }
  }

  #target(target: unknown, scope: Scope): readonly Column[] {
    const [, members] = unwrap(target)
    if (!isRecord(members) || members.val === undefined) return []
    if (isStar(members.val)) {
      const [qualifier] = referenceOf(members.val)
      const meant = scope.sources.filter(({ name }) => typeof qualifier !== 'string' || name === qualifier)
      return meant.flatMap(({ columns }) => columns ?? [])
    }
    const nodes = this.#nodes(members.val, scope)
    const names = members.name === undefined ? namesOf(members.val) : [text(members.name)]
    return (names.length === 0 ? [''] : names).map((name) => ({ name, nodes }))
  }

  #weigh(contents: readonly unknown[], scope: Scope): void {
    for (const content of contents) this.#nodes(content, scope)
  }

  /** How many nodes an expression has when the columns in it are replaced. */
  #nodes(content: unknown, scope: Scope): number {
    if (typeof content !== 'object' || content === null) return 0
    if (Array.isArray(content)) return content.reduce((sum: number, each) => sum + this.#nodes(each, scope), 0)
    let sum = 1
    for (const [kind, members] of Object.entries(content)) {
      if (kind === 'ColumnRef' && isRecord(members)) sum += this.#replaced(members, scope)
      else if (kind === 'SelectStmt' && isRecord(members)) {
        const before = this.#grown
        this.query(members, scope, true)
        // It is copied with the expression around it.
        sum += sizeOf(members) + this.#grown - before
      } else sum += this.#nodes(members, scope)
    }
    return sum
  }

  #replaced(column: Members, scope: Scope): number {
    const names = fieldNames(column)
    const last = names.at(-1)
    let most = 1
    for (let each: Scope | null = scope; each !== null; each = each.outer) {
      for (const { name, nodes, all } of each.sources) {
        const isNamed = names.includes(name)
        // A row as a whole holds all of its columns.
        if (isNamed && (names.length === 1 || typeof last !== 'string')) most = Math.max(most, all)
        if (typeof last === 'string' && (isNamed || names.length === 1)) most = Math.max(most, nodes.get(last) ?? 1)
      }
    }
    this.#grown += most - 1
    if (this.#grown > MOST_GROWN) {
      throw new Objection(
        'Not authorized to use the columns of subqueries so often in one another: add OFFSET 0 to some of the subqueries',
      )
    }
    return most
  }

  #isAggregate(content: unknown, isInner: boolean): boolean {
    if (typeof content !== 'object' || content === null) return false
    if (Array.isArray(content)) return content.some((each) => this.#isAggregate(each, isInner))
    return Object.entries(content).some(([kind, members]) => {
      if (kind === 'SelectStmt') return false
      if (kind === 'FuncCall' && isRecord(members)) {
        if (members.over !== undefined) return true
        if (!isInner && AGGREGATES.has(lastName(members.funcname))) return true
      }
      return this.#isAggregate(members, isInner)
    })
  }
}

/** How many nodes there are, as they are written. */
function sizeOf(content: unknown): number {
  if (typeof content !== 'object' || content === null) return 0
  return Object.values(content).reduce((sum: number, each) => sum + sizeOf(each), 1)
}

/** The columns of the WITH query of that name; null if it is a table. */
function queryOf(name: string, scope: Scope): readonly Column[] | null {
  for (let each: Scope | null = scope; each !== null; each = each.outer) {
    const found = each.queries.get(name)
    if (found !== undefined) return found
  }
  return null
}

function renamed(columns: readonly Column[], names: readonly string[]): readonly Column[] {
  return columns.map(({ name, nodes }, at) => ({ name: names[at] ?? name, nodes }))
}

/** With any of these, a query is done by itself (PostgreSQL's `is_simple_subquery`). */
const BARRIERS = ['groupClause', 'havingClause', 'distinctClause', 'sortClause', 'limitCount', 'limitOffset'] as const

/** So is one with an aggregate. Fewer than all: one that isn't known only makes the count larger. */
const AGGREGATES: ReadonlySet<string> = new Set(
  'array_agg avg bool_and bool_or count max min string_agg sum'.split(' '),
)

/** Sixteen doublings, which take PostgreSQL a tenth of a second. */
const MOST_GROWN = 500_000

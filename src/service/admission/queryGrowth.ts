import {
  branchesOf,
  mostNodes,
  NOTHING,
  queryOf,
  renamed,
  sourceOf,
  type Column,
  type Result,
  type Scope,
} from './growthScope.ts'
import { JoinCosts } from './joinCosts.ts'
import { Objection } from './objection.ts'
import { MOST_COLUMNS, tooManyColumns } from './planningCosts.ts'
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
 * queries, each `SELECT x+x AS x` of the one before, it makes four million additions, in 26 seconds and 6 GB. It repeats
 * the conditions on a UNION in each of the queries of that: 3,000 conditions and 2,000 queries take 47 seconds and 13 GB. So
 * what that would make is counted first; throws `Objection` if it is too much. `select`: the members of a SELECT that is
 * admitted.
 */
export function refuseGrowth(select: Members): void {
  new Growth().query(select, null)
}

function isStarOf(target: unknown): boolean {
  const [, members] = unwrap(target)
  return isRecord(members) && members.val !== undefined && isStar(members.val)
}

class Growth {
  #grown = 0
  #steps = 0
  readonly #joins = new JoinCosts()
  /** The nodes of subqueries in expressions, as they are written. */
  readonly #sizes = new Map<unknown, number>()

  /** What a SELECT gives; `outer` is what it can name beside its own. */
  query(select: Members, outer: Scope | null, isInExpression = false): Result {
    const isInner = isInExpression || outer?.isInner === true
    const scope: Scope = { sources: [], queries: new Map(), outer, isInner }
    this.#with(select.withClause, scope)
    if (select.op !== 'SETOP_NONE') return this.#united(select, scope)
    for (const item of list(select.fromClause)) this.#from(item, scope)
    const { targetList, valuesLists, whereClause, havingClause, withClause: _, fromClause: __, ...others } = select
    const columns: Column[] = []
    for (const target of list(targetList)) {
      // PostgreSQL allows no more in a result, and `a.*` may mean many each time.
      const isFull = columns.length >= MOST_COLUMNS
      if (!isFull || !isStarOf(target)) this.#addTo(columns, this.#target(target, scope))
    }
    this.#weighConditions([whereClause, havingClause], scope)
    this.#weigh(Object.values(others), scope)
    if (valuesLists !== undefined) {
      return { columns: this.#columnsOfValues(valuesLists, scope), isWhole: true, branches: 0 }
    }
    const staysApart = BARRIERS.some((member) => select[member] !== undefined) || this.#isAggregate(targetList, isInner)
    return {
      columns: staysApart ? columns.map(({ name }) => ({ name, nodes: 1 })) : columns,
      isWhole: !list(targetList).some((target) => isStarOf(target)),
      branches: branchesOf(scope.sources),
    }
  }

  #united(select: Members, scope: Scope): Result {
    const sideOf = (side: unknown): Result => (isRecord(side) ? this.query(side, scope) : NOTHING)
    const [left, right] = [sideOf(select.larg), sideOf(select.rarg)]
    this.#weigh([select.sortClause, select.limitCount, select.limitOffset], scope)
    const isAppended = select.op === 'SETOP_UNION' && select.all === true
    const isWhole = left.isWhole && right.isWhole
    const most = isWhole ? 1 : Math.max(mostNodes(left.columns), mostNodes(right.columns))
    this.#step(left.columns.length + right.columns.length)
    const columns = left.columns.map(({ name, nodes }, at) => ({
      name,
      nodes: isAppended ? Math.max(nodes, right.columns[at]?.nodes ?? 1, most) : 1,
    }))
    return { columns, isWhole, branches: Math.max(1, left.branches) + Math.max(1, right.branches) }
  }

  /** Conditions are repeated in each of the queries that are united in what they are about. */
  #weighConditions(contents: readonly unknown[], scope: Scope, from = 0): void {
    const nodes = contents.reduce((sum: number, each) => sum + this.#nodes(each, scope), 0)
    this.#grow(nodes * branchesOf(scope.sources.slice(from)))
  }

  #addTo(columns: Column[], more: readonly Column[]): void {
    this.#step(more.length)
    if (columns.length + more.length > MOST_COLUMNS) throw tooManyColumns()
    for (const each of more) columns.push(each)
  }

  /** So that a statement can't make this slow, whatever it is. */
  #step(count = 1): void {
    this.#steps += count
    if (this.#steps > MOST_STEPS) {
      throw new Objection('Not authorized to write a statement with so many columns and expressions')
    }
  }

  #grow(nodes: number): void {
    this.#grown += nodes
    if (this.#grown > MOST_GROWN) {
      throw new Objection(
        'Not authorized to use the columns of subqueries so often in one another, or so many conditions on a UNION: ' +
          'add OFFSET 0 to some of the subqueries',
      )
    }
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
    const names = list(clause.ctes).map((each) => {
      const [, query] = unwrap(each)
      const name = isRecord(query) ? text(query.ctename) : ''
      const find = (): Result => {
        const [, select] = isRecord(query) ? unwrap(query.ctequery) : []
        const result = isRecord(select) ? this.query(select, scope) : NOTHING
        const columns = this.#renamed(result, isRecord(query) ? nameParts(query.aliascolnames) : [])
        return { ...result, columns }
      }
      // With RECURSIVE, each may name those after it.
      if (clause.recursive === true) scope.queries.set(name, find)
      else scope.queries.set(name, find())
      return name
    })
    for (const name of names) queryOf(name, scope)
  }

  /** Takes in what FROM names; gives the names of its columns, as far as they are known. */
  #from(item: unknown, scope: Scope): readonly string[] {
    const [kind, members] = unwrap(item)
    if (!isRecord(members)) return []
    const names = columnNames(members.alias)
    const add = (result: Result | null, otherwise = ''): readonly string[] => {
      const name = aliasOf(members.alias) || otherwise
      const columns = result === null ? null : this.#renamed(result, names)
      scope.sources.push(sourceOf(name, columns, result?.branches ?? 0))
      return columns?.map((column) => column.name) ?? UNKNOWN_COLUMNS
    }
    switch (kind) {
      case 'RangeVar': {
        const table = text(members.relname)
        return add(members.schemaname === undefined ? queryOf(table, scope) : null, table)
      }
      case 'RangeSubselect': {
        const [, select] = unwrap(members.subquery)
        return add(isRecord(select) ? this.query(select, scope) : NOTHING)
      }
      case 'JoinExpr': {
        const from = scope.sources.length
        const [left, right] = [members.larg, members.rarg].map((side) => this.#from(side, scope))
        const joined = this.#joins.note(members, left ?? [], right ?? [])
        this.#weighConditions([members.quals], scope, from)
        if (members.alias === undefined && members.join_using_alias === undefined) return joined
        // Those of the same name come once, and first.
        const columns = scope.sources.slice(from).flatMap((source) => source.columns ?? [])
        if (members.join_using_alias !== undefined) {
          scope.sources.push(sourceOf(aliasOf(members.join_using_alias), columns, 0))
        }
        if (members.alias === undefined) return joined
        add({ columns, isWhole: false, branches: branchesOf(scope.sources.splice(from)) })
        return joined
      }
      case 'RangeFunction':
        this.#weigh(
          functionsInFrom(members.functions).map(({ call }) => call),
          scope,
        )
        add(null)
        return [...names, ...list(members.coldeflist).map(() => '')]
      default:
        this.#weigh([members], scope)
        return add(null)
    }
  }

  #renamed(result: Result, names: readonly string[]): readonly Column[] {
    this.#step(result.columns.length + names.length)
    return renamed(result, names)
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
    this.#step()
    let sum = 1
    for (const [kind, members] of Object.entries(content)) {
      if (kind === 'ColumnRef' && isRecord(members)) sum += this.#replaced(members, scope)
      else if (kind === 'SelectStmt' && isRecord(members)) {
        const before = this.#grown
        this.query(members, scope, true)
        // It is copied with the expression around it.
        sum += this.#sizeOf(members) + this.#grown - before
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
        if (typeof last === 'string' && (isNamed || names.length === 1)) {
          most = Math.max(most, nodes.get(last) ?? nodes.get('') ?? 1)
        }
      }
    }
    this.#grow(most - 1)
    return most
  }

  /** How many nodes a subquery has, as it is written. Those in it are already known. */
  #sizeOf(content: unknown): number {
    if (typeof content !== 'object' || content === null) return 0
    const known = this.#sizes.get(content)
    if (known !== undefined) return known
    this.#step()
    const size = Object.values(content).reduce((sum: number, each) => sum + this.#sizeOf(each), 1)
    if ('targetList' in content || 'valuesLists' in content || 'larg' in content) this.#sizes.set(content, size)
    return size
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

/** As many as most tables have. */
const UNKNOWN_COLUMNS: readonly string[] = Array.from({ length: 100 }, () => '')

/** With any of these, a query is done by itself (PostgreSQL's `is_simple_subquery`). */
const BARRIERS = ['groupClause', 'havingClause', 'distinctClause', 'sortClause', 'limitCount', 'limitOffset'] as const

/** So is one with an aggregate. Fewer than all: one that isn't known only makes the count larger. */
const AGGREGATES: ReadonlySet<string> = new Set(
  'array_agg avg bool_and bool_or count max min string_agg sum'.split(' '),
)

/** Sixteen doublings, which take PostgreSQL a tenth of a second. */
const MOST_GROWN = 500_000

/** Of all nodes and columns that are looked at: a tenth of a second. */
const MOST_STEPS = 3_000_000

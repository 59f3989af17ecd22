/**
 * A column of a query, and how many nodes come in its place: 1 where it stays a column. The name is empty where PostgreSQL
 * makes one up.
 */
export interface Column {
  readonly name: string
  readonly nodes: number
}

/** What a query gives. */
export interface Result {
  readonly columns: readonly Column[]
  /** Whether these are all of its columns, in their order. Those of tables aren't known. */
  readonly isWhole: boolean
  /** Of how many queries it is put together by UNION and its like, those in FROM included. */
  readonly branches: number
}

/** What FROM names; null for the columns of tables and functions, which stay columns. */
export interface Source {
  readonly name: string
  readonly columns: readonly Column[] | null
  readonly branches: number
  /** The most nodes by a column's name, and those of all columns. */
  readonly nodes: ReadonlyMap<string, number>
  readonly all: number
}

/** The source of that name; `columns` as it names them. */
export function sourceOf(name: string, columns: readonly Column[] | null, branches: number): Source {
  const nodes = new Map<string, number>()
  let all = 0
  for (const column of columns ?? []) {
    nodes.set(column.name, Math.max(nodes.get(column.name) ?? 1, column.nodes))
    all += column.nodes
  }
  return { name, columns, branches, nodes, all }
}

/** What a query can name. */
export interface Scope {
  readonly sources: Source[]
  /** The WITH queries: what they give, null while that is being found out, or what finds it out. */
  readonly queries: Map<string, Result | null | (() => Result)>
  readonly outer: Scope | null
  /** Whether it is within a subquery in an expression, where an aggregate may be one of the query around that. */
  readonly isInner: boolean
}

/** What the WITH query of that name gives; null if it is a table, or recursive. */
export function queryOf(name: string, scope: Scope): Result | null {
  for (let each: Scope | null = scope; each !== null; each = each.outer) {
    const found = each.queries.get(name)
    if (found === undefined) continue
    if (typeof found !== 'function') return found
    // What is recursive stays apart.
    each.queries.set(name, null)
    const result = found()
    each.queries.set(name, result)
    return result
  }
  return null
}

/** Of how many queries these are put together. */
export function branchesOf(sources: readonly Source[]): number {
  return sources.reduce((sum, { branches }) => sum + branches, 0)
}

/** The columns under other names, in their order; under each of them any column, if that isn't known. */
export function renamed({ columns, isWhole }: Result, names: readonly string[]): readonly Column[] {
  if (isWhole) return columns.map(({ name, nodes }, at) => ({ name: names[at] ?? name, nodes }))
  const nodes = mostNodes(columns)
  return [...names.map((name) => ({ name, nodes })), ...columns]
}

/** Of the column in whose place the most nodes come. */
export function mostNodes(columns: readonly Column[]): number {
  return columns.reduce((most, { nodes }) => Math.max(most, nodes), 1)
}

/** What has no columns. */
export const NOTHING: Result = { columns: [], isWhole: true, branches: 0 }

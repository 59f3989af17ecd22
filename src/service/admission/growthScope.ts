/** A column of a query, and how many nodes come in its place: 1 where it stays a column. */
export interface Column {
  readonly name: string
  readonly nodes: number
}

/** What a query gives. */
export interface Result {
  readonly columns: readonly Column[]
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
  readonly queries: Map<string, Result | null>
  readonly outer: Scope | null
  /** Whether it is within a subquery in an expression, where an aggregate may be one of the query around that. */
  readonly isInner: boolean
}

/** What the WITH query of that name gives; null if it is a table. */
export function queryOf(name: string, scope: Scope): Result | null {
  for (let each: Scope | null = scope; each !== null; each = each.outer) {
    const found = each.queries.get(name)
    if (found !== undefined) return found
  }
  return null
}

/** Of how many queries these are put together. */
export function branchesOf(sources: readonly Source[]): number {
  return sources.reduce((sum, { branches }) => sum + branches, 0)
}

/** What has no columns. */
export const NOTHING: Result = { columns: [], branches: 0 }

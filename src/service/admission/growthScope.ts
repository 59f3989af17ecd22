/** What comes in the place of a column of a query, at the most, in nodes: 1 where it stays a column. */
export interface Result {
  /** In an expression. */
  readonly nodes: number
  /** In a condition, which goes further down. */
  readonly pushed: number
  /** Of how many queries it is put together by UNION and its like, those in FROM included; 0 if it isn't. */
  readonly branches: number
  /** Through how many queries conditions go further down. */
  readonly levels: number
  /** How many columns it has; of those of tables, what most have. */
  readonly width: number
  /** How many of them it says one by one. */
  readonly named: number
}

/** What stays apart: no expression of it goes elsewhere, and no condition goes into it. */
export function apart({ width, named }: Pick<Result, 'width' | 'named'>): Result {
  return { nodes: 1, pushed: 1, branches: 0, levels: 0, width, named }
}

/** A table, with as many columns as most have. */
export const TABLE = apart({ width: 100, named: 0 })
/** What has no columns. */
export const NOTHING = apart({ width: 0, named: 0 })

/** What a query can name: the most of all that it has in FROM. */
export interface Scope {
  nodes: number
  pushed: number
  /** Of the one with the most columns. */
  widest: number
  branches: number
  levels: number
  /** Of all together. */
  width: number
  named: number
  /** The WITH queries; a function finds out what one gives. */
  readonly queries: Map<string, Result | (() => Result)>
  readonly outer: Scope | null
}

/** How often PostgreSQL writes a condition on what a query has in FROM: in each that is united there, on each level. */
export function timesOf({ branches, levels }: Scope): number {
  return (1 + branches) * (1 + levels)
}

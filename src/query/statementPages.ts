import type { Problem } from '../protocol/problem.ts'
import { sqlName } from './sqlText.ts'

/** A statement that is proved to give the same rows however often it is asked for, so that it can be read in pages. */
export interface SteadyStatement {
  readonly sql: string
  /** Columns of its answer that tell each row from all others; null if none are known to. */
  readonly keys: readonly string[] | null
  /** Why values besides the keys may change, so that only the keys can order the rows; null if they don't. */
  readonly changing: Problem<'pagesDiffer'> | null
  /** The order that it asks for itself, in terms that hold around it. */
  readonly order: readonly string[]
  /** It uses the date of today, so it gives the same rows until midnight. */
  readonly isDated: boolean
}

/** A statement of the page's own, which sorts and selects what is stored. */
export function ownStatement(sql: string): SteadyStatement {
  return { sql, keys: null, changing: null, order: [], isDated: false }
}

/** A statement as a table to select from. The bracket has its own line: a comment at the end would swallow it. */
export function asTable(sql: string): string {
  return `(\n${sql}\n) AS answer`
}

/**
 * An order of the rows of `asTable` that leaves no choice between different ones: by what tells them apart, else by all that
 * is in them as text, which every type has. Rows that are equal in that can stand for each other.
 */
export function orderOfRows({ keys, changing }: Pick<SteadyStatement, 'keys' | 'changing'>): string {
  const names = (keys ?? []).map((key) => sqlName(key))
  return [...names, ...(changing === null ? [WHOLE_ROW] : [])].join(', ')
}

const WHOLE_ROW = '(answer.*)::text'

/** The statement in the order that it asks for, and where that leaves a choice, in one that doesn't: it takes LIMIT and OFFSET. */
export function inPages(statement: SteadyStatement): string {
  const order = [...statement.order, orderOfRows(statement)].join(', ')
  return `SELECT * FROM ${asTable(statement.sql)}\nORDER BY ${order}`
}

import type { Field } from '../../protocol/field.ts'
import type { Query } from '../../query/query.ts'
import { statementOf } from '../../faces/statement/statement.ts'

/** A statement brings its whole answer at once, so that of a longer result gets a limit at first. */
const MOST_ROWS = 10_000
export const ROWS_OF_LONG = 1000

/** The statement of a query as it begins in SQL mode, and whether it has a limit that the query lacks. */
export function shownStatement(query: Query, fields: readonly Field[], total: number | null) {
  const isLimited = query.limit === null && (total === null || total > MOST_ROWS)
  return { statement: statementOf(isLimited ? limited(query) : query, fields), isLimited }
}

/** Whether a statement is still what SQL mode began with. */
export function isShownStatement(sql: string, query: Query, fields: readonly Field[]): boolean {
  const text = sql.trim()
  return text === statementOf(query, fields) || (query.limit === null && text === statementOf(limited(query), fields))
}

function limited(query: Query): Query {
  return { ...query, limit: ROWS_OF_LONG }
}

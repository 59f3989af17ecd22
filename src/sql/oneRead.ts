import { listIn, isRecord, nodeIn } from '../parser/repeatable/nodes.ts'
import { parseSql } from '../parser/parseSql.ts'

/** Whether PostgreSQL reads the text as one statement, which only reads. */
export async function isOneRead(sql: string): Promise<boolean> {
  // A NUL would end the text, half a surrogate pair is no text.
  if (/\0|\p{Surrogate}/u.test(sql)) return false
  const parsed = await parseSql(sql)
  const [only, ...others] = parsed.outcome === 'tree' && isRecord(parsed.tree) ? listIn(parsed.tree['stmts']) : []
  const root = isRecord(only) ? nodeIn(only['stmt']) : null
  const isRead = root?.kind === 'SelectStmt' && root.of['intoClause'] === undefined
  return isRead && root.of['lockingClause'] === undefined && others.length === 0
}

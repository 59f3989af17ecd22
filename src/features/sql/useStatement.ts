import { useState } from 'react'
import { sqlName } from '../../query/sqlText.ts'
import { useSqlQuery, writeSqlQuery } from '../../workspace/openQueries/openQueries.ts'
import type { SqlQuery } from '../../workspace/openQueries/openQuery.ts'

/**
 * The text in the editor: what is being written on this device, the statement of a link that was opened, else one to begin
 * with. A draft belongs to the statement that was last run when it was written, so that a reload keeps it and a link,
 * which brings another statement, shows that one.
 */
export function useStatement(instanceId: string, sql: string, tableId: string | null) {
  const { query, isLoaded } = useSqlQuery(instanceId)
  const [text, setText] = useState<string | null>(() => textAtFirst(sql, query))
  const [isSettled, setIsSettled] = useState(isLoaded)
  const [seen, setSeen] = useState(sql)
  const [ran, setRan] = useState(sql)
  // The draft comes after the first drawing; it does not replace what has been written since.
  if (!isSettled && isLoaded) {
    setIsSettled(true)
    setText(textAtFirst(sql, query))
  }
  if (seen !== sql) {
    setSeen(sql)
    if (sql !== '' && sql !== ran) setText(sql)
    setRan(sql)
  }
  const begun = tableId === null ? '' : `SELECT *\nFROM ${sqlName(tableId)}\nLIMIT 100`
  return {
    text: text ?? begun,
    write: (next: string) => {
      setText(next)
      setIsSettled(true)
      const before = query?.lastRun ?? null
      writeSqlQuery(instanceId, next, before?.sql === sql ? before : sql === '' ? null : { sql, at: null })
    },
    ran: (statement: string) => {
      setRan(statement)
      setText((before) => before ?? begun)
      setIsSettled(true)
      writeSqlQuery(instanceId, text ?? begun, { sql: statement, at: Date.now() })
    },
  }
}

function textAtFirst(sql: string, query: SqlQuery | null): string | null {
  const draft = query?.text ?? ''
  if (sql !== '' && query?.lastRun?.sql !== sql) return sql
  return draft === '' ? sql || null : draft
}

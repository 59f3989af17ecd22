import { useState } from 'react'
import { sqlName } from '../client/sqlText.ts'
import { setDraft, useDraft } from '../state/workspace.ts'

/**
 * The text in the editor: what is being written on this device, the statement of a link that was opened, else one to begin
 * with. A draft belongs to the statement that was last run when it was written, so that a reload keeps it and a link,
 * which brings another statement, shows that one.
 */
export function useStatement(instanceId: string, sql: string, tableId: string | null) {
  const draft = useDraft(instanceId)
  const draftOf = useDraft(`${instanceId} ran`)
  const [text, setText] = useState<string | null>(() => textAtFirst(sql, draft, draftOf))
  const [seen, setSeen] = useState(sql)
  const [ran, setRan] = useState(sql)
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
      setDraft(instanceId, next)
      setDraft(`${instanceId} ran`, sql)
    },
    ran: (statement: string) => {
      setRan(statement)
      setText((before) => before ?? begun)
      setDraft(instanceId, text ?? begun)
      setDraft(`${instanceId} ran`, statement)
    },
  }
}

function textAtFirst(sql: string, draft: string, draftOf: string): string | null {
  if (sql !== '' && draftOf !== sql) return sql
  return draft === '' ? sql || null : draft
}

import { useDeferredValue, useMemo, useState, type RefObject } from 'react'
import type { SqlEditorHandle, SqlEditorProps } from '../../../editor/SqlEditor.tsx'
import type { ActionClient } from '../../../instances/client/actionClient.ts'
import { partAt, type Part } from '../../../sql/runToHere.ts'
import { statementAt, statementsOf } from '../../../sql/statements.ts'
import { runWords } from '../../../words/en/sql/runs.ts'
import { LazyEditor, type LazyEditorProps } from './LazyEditor.tsx'
import { LONG_TEXT } from '../../../sql/longText.ts'
import type { Asking } from '../runs/useAsking.ts'
import { usePartRows } from '../runs/usePartRows.ts'
import { useDark } from './useDark.ts'

export interface StatementEditorProps {
  readonly instanceId: string
  readonly client: ActionClient
  readonly tableId: string | null
  readonly handle: RefObject<SqlEditorHandle | null>
  readonly text: string
  readonly onChange: (text: string) => void
  readonly error: SqlEditorProps['error']
  readonly problem: LazyEditorProps['problem']
  readonly isPast: boolean
  readonly onFix: (() => void) | null
  readonly asking: Asking
}

/** The editor, which shows what would run, and the part at the cursor that can run by itself. */
export function StatementEditor(props: StatementEditorProps) {
  const { text, onChange, asking, handle, client } = props
  const { text: _text, asking: _asking, ...shared } = props
  const dark = useDark()
  const [cursor, setCursor] = useState(NOWHERE)
  const place = useDeferredValue(useMemo(() => ({ text, ...cursor }), [text, cursor]))
  const runs = useMemo(() => oneOfSeveral(place.text, place.end), [place])
  const part = useMemo(() => (place.text.length > LONG_TEXT ? null : partAt(place.text, place.end)), [place])
  const rows = usePartRows(asking.results, client)
  const words = rows !== null && part !== null && isAsked(asking, text, part) ? runWords.rows(rows) : null
  const at = part?.place ?? null
  const note = useMemo(() => (at === null ? null : { place: at, words, action: runWords.here }), [at, words])
  return (
    <LazyEditor
      {...shared}
      value={text}
      onChange={onChange}
      dark={dark}
      onCursor={setCursor}
      runs={runs}
      note={note}
      onRunToHere={() => {
        const here = handle.current && partAt(handle.current.text(), handle.current.selection().end)
        if (here) asking.runPart(here)
      }}
    />
  )
}

/** Whether that part is the one that was run, of this very text. */
function isAsked({ part }: Asking, text: string, here: Part): boolean {
  return part !== null && part.of === text && part.part.place === here.place
}

function oneOfSeveral(text: string, cursor: number) {
  if (text.length > LONG_TEXT || statementsOf(text).length < 2) return null
  const { start, end } = statementAt(text, cursor)
  return start < end ? { start, end } : null
}

const NOWHERE = { start: 0, end: 0 }

import { useDeferredValue, useEffect, useState, type RefObject } from 'react'
import type { SqlEditorHandle } from '../../editor/SqlEditor.tsx'
import { useToken } from '../../instances/tokens.ts'
import type { StatementToRun } from '../../results/sqlRuns.ts'
import { parametersIn } from '../../sql/parameters.ts'
import { keepHistory } from '../../workspace/history/history.ts'
import { useShownSheet } from '../../workspace/sheets/sheets.ts'
import { acrossWords } from '../../words/en/across/across.ts'
import { useBegunStatement } from '../copyAs/useBegunStatement.ts'
import type { Across } from './across/useAcross.ts'
import { useStatementFailure } from './errors/useStatementFailure.ts'
import { useColumnTypes } from './parameters/useColumnTypes.ts'
import { makeRoomForResult } from './panes/usePanes.ts'
import { usePreview } from './preview/usePreview.ts'
import type { ShownResult } from './runs/shownResults.ts'
import { shownStatement } from './runs/shownStatement.ts'
import { useAsking } from './runs/useAsking.ts'
import { useShownAnswer } from './runs/useShownAnswer.ts'
import type { SqlViewProps } from './sqlViewProps.ts'
import { useStatement } from './useStatement.ts'

/** What the view knows: the text, its runs and its plan, and what is wrong with a run. */
export function useSqlScreen(
  { instance, client, view, tableId, across }: SqlViewProps & { readonly across: Across },
  editor: RefObject<SqlEditorHandle | null>,
) {
  useEffect(() => keepHistory(), [])
  const [sheetId] = useState(useShownSheet())
  const hasToken = useToken(instance).token !== null
  const begun = useBegunStatement({ instanceId: instance.id, client, view, tableId })
  const statement = useStatement(view, begun)
  const hasParameters = statement.text.includes('{{') || view.sql.includes('{{')
  const typeOf = useColumnTypes(instance.id, client, tableId, hasParameters ? statement.text : '')
  const [plan, setPlan] = useState<{ readonly sql: string; readonly of: string } | null>(null)
  const leavePlan = () => setPlan(null)
  const onRun = () => {
    leavePlan()
    makeRoomForResult()
  }
  const of = { instanceId: instance.id, sheetId, client, hasToken, view, statement, editor, typeOf, onRun }
  const asking = useAsking(of)
  const { withoutServer } = across
  const previewing = usePreview({ statement, editor, typeOf, asking, withoutServer })
  const settled = useDeferredValue(statement.text)
  const good = useShownAnswer(asking)
  const { results, active } = asking
  const failed = active?.state === 'failed' ? active : (results.find(({ state }) => state === 'failed') ?? null)
  const placed = across.planOf(asking.mayRun === 'yes' ? view.sql : '')
  const asked = { instance: placed.kind === 'across' ? acrossWords.place : instance.title, table: null, hasToken }
  const failure = useStatementFailure({ ...of, ...failedStatement(failed), ran: view.sql, text: statement.text, asked })
  const sql = () => shownStatement(editor.current, statement, typeOf)
  const isHeld = asking.waiting !== null && across.isHeld(placed)
  return {
    statement,
    asking,
    /** The last run waits for tables to be copied, which nobody may be doing. */
    isHeld,
    previewing,
    good,
    asked,
    /** Where the tables are that the text of the URL names. */
    placed,
    /** Of the result that is shown, or of another one of the same run. */
    anyFailure: failure,
    /** Why the result that is shown failed. */
    failure: active === failed ? (failure?.failure ?? null) : null,
    parameters: hasParameters ? parametersIn(settled, typeOf) : [],
    sql,
    /** The statement whose plan is shown, and the text that it was in; null while none is. */
    plan,
    explain: () => {
      const shown = sql().trim()
      if (shown === '' || !asking.checkValues(shown)) return
      makeRoomForResult()
      setPlan({ sql: shown, of: statement.text })
    },
    leavePlan,
  }
}

function failedStatement(failed: ShownResult | null) {
  return { statement: failed?.statement.statement ?? NO_STATEMENT, error: failed?.error ?? null }
}

const NO_STATEMENT: StatementToRun = { text: '', sql: '' }

import { History, Table2, TextAlignStart } from 'lucide-react'
import type { RefObject } from 'react'
import type { SqlEditorHandle } from '../../editor/SqlEditor.tsx'
import { useProfile } from '../../instances/profile/useProfile.ts'
import type { Field } from '../../protocol/field.ts'
import { sqlName } from '../../query/sqlText.ts'
import type { AnsweredStatement } from '../../results/sqlRuns.ts'
import { Button } from '../../ui/Button.tsx'
import { sqlEditWords } from '../../words/en/sql/edits.ts'
import { historyWords } from '../../words/en/sql/history.ts'
import { sqlWords } from '../../words/en/sql.ts'
import { settings, useSetting } from '../../workspace/settings.ts'
import { StatementFaces } from '../copyAs/StatementFaces.tsx'
import { exportName } from '../export/exportName.ts'
import frame from '../result/SheetView.module.css'
import { SqlFileMenu } from './files/SqlFileMenu.tsx'
import { ExplainButton } from './plan/ExplainButton.tsx'
import { RunTools } from './runs/RunTools.tsx'
import type { Asking } from './runs/useAsking.ts'
import type { SqlViewProps } from './sqlViewProps.ts'
import { wholeCount } from './useAnswerExtent.ts'
import type { useStatement } from './useStatement.ts'

export interface SqlToolsProps extends SqlViewProps {
  readonly asking: Asking
  readonly statement: ReturnType<typeof useStatement>
  readonly editor: RefObject<SqlEditorHandle | null>
  readonly good: AnsweredStatement | null
  /** The statement as it would be sent now. */
  readonly sql: () => string
  readonly onExplain: () => void
}

/** The line of buttons for the statement. */
export function SqlTools(props: SqlToolsProps) {
  const { instance, client, view, tableId, title, tools, asking, statement, editor, good, sql, onExplain } = props
  const showsHistory = useSetting(settings.showsHistory)
  const own = asking.results.filter(({ part }) => part === null)
  const only = own.length === 1 ? (own[0]?.answer ?? null) : null
  const count = useProfile(only?.by ?? client, (profile) => wholeCount(only, profile))
  const isHere = own.length > 0 && own.every(({ state }) => state === 'done')
  return (
    <>
      <RunTools asking={asking} editor={editor} />
      <ExplainButton client={client} onExplain={onExplain} />
      <Button
        variant="ghost"
        icon={Table2}
        collapses
        disabled={tableId === null}
        onClick={() => tableId !== null && editor.current?.insert(sqlName(tableId))}
      >
        {sqlWords.insertTable}
      </Button>
      <Button variant="ghost" icon={TextAlignStart} collapses onClick={() => editor.current?.format()}>
        {sqlEditWords.format}
      </Button>
      <StatementFaces
        instance={instance}
        client={client}
        view={view}
        tableId={tableId}
        title={title}
        sql={sql}
        fields={good?.answer.fields ?? NO_FIELDS}
      />
      <span className={frame.spacer} />
      {tools(isHere, count)}
      <SqlFileMenu
        text={() => editor.current?.text() ?? statement.text}
        onText={statement.write}
        name={exportName(title, [], 'sql')}
      />
      <Button
        variant="ghost"
        icon={History}
        collapses
        aria-pressed={showsHistory}
        onClick={() => settings.showsHistory.set(!showsHistory)}
      >
        {historyWords.title}
      </Button>
    </>
  )
}

const NO_FIELDS: readonly Field[] = []

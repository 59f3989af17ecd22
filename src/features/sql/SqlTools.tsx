import { History, Table2, TextAlignStart, Workflow } from 'lucide-react'
import type { RefObject } from 'react'
import type { SqlEditorHandle } from '../../editor/SqlEditor.tsx'
import { useProfile } from '../../instances/profile/useProfile.ts'
import type { Field } from '../../protocol/field.ts'
import { valuesText } from '../../query/parameterValues.ts'
import { sqlName } from '../../query/sqlText.ts'
import type { AnsweredStatement } from '../../results/sqlRuns.ts'
import { LONG_TEXT } from '../../sql/longText.ts'
import { parametersIn } from '../../sql/parameters.ts'
import { Button } from '../../ui/Button.tsx'
import { useMediaQuery } from '../../ui/browser/useMediaQuery.ts'
import type { MenuItem } from '../../ui/floating/Menu.tsx'
import { sqlEditWords } from '../../words/en/sql/edits.ts'
import { historyWords } from '../../words/en/sql/history.ts'
import { resultWords } from '../../words/en/result.ts'
import { sqlWords } from '../../words/en/sql.ts'
import { settings, useSetting } from '../../workspace/settings.ts'
import { CopyStatementAs } from '../copyAs/CopyStatementAs.tsx'
import { EditAsFilter } from '../copyAs/EditAsFilter.tsx'
import { exportName } from '../export/exportName.ts'
import frame from '../result/SheetView.module.css'
import { ToolGroup } from '../result/ToolGroup.tsx'
import { SqlFileMenu } from './files/SqlFileMenu.tsx'
import { PanesButton } from './panes/PanesButton.tsx'
import { paneItems } from './panes/paneItems.ts'
import { ExplainButton, useCantExplain } from './plan/ExplainButton.tsx'
import { valuesUsed } from './runs/filledText.ts'
import { RunTools } from './runs/RunTools.tsx'
import type { Asking } from './runs/useAsking.ts'
import type { SqlViewProps, WrittenStatement } from './sqlViewProps.ts'
import { wholeCount } from './useAnswerExtent.ts'
import type { useStatement } from './useStatement.ts'

export interface SqlToolsProps extends SqlViewProps {
  readonly asking: Asking
  /** The last run waits for tables to be copied. */
  readonly isHeld: boolean
  readonly statement: ReturnType<typeof useStatement>
  readonly editor: RefObject<SqlEditorHandle | null>
  readonly good: AnsweredStatement | null
  /** The statement as it would be sent now. */
  readonly sql: () => string
  readonly onExplain: () => void
}

/** The line of buttons for the statement. */
export function SqlTools(props: SqlToolsProps) {
  const { instance, client, view, tableId, title, keep, asking, isHeld, statement, editor, good, sql, onExplain } =
    props
  const showsHistory = useSetting(settings.showsHistory)
  const isPhone = useMediaQuery('(max-width: 639.98px)')
  const cantExplain = useCantExplain(client)
  const text = () => editor.current?.text() ?? statement.text
  const insertTable = () => {
    if (tableId === null) return
    // Until the editor is there, what is inserted comes last.
    if (editor.current === null) statement.write(`${statement.text}${sqlName(tableId)}`)
    else editor.current.insert(sqlName(tableId))
  }
  const format = () => editor.current?.format()
  const toggleHistory = () => settings.showsHistory.set(!showsHistory)
  const own = asking.results.filter(({ part }) => part === null)
  const only = own.length === 1 ? (own[0]?.answer ?? null) : null
  const count = useProfile(only?.by ?? client, (profile) => wholeCount(only, profile))
  const isHere = own.length > 0 && own.every(({ state }) => state === 'done')
  const phoneItems = (): readonly MenuItem[] => [
    {
      id: 'explain',
      title: sqlWords.explain,
      icon: Workflow,
      refusal: cantExplain ? sqlWords.cantExplain : undefined,
      onChoose: onExplain,
    },
    { id: 'insert', title: sqlWords.insertTable, icon: Table2, onChoose: insertTable },
    { id: 'format', title: sqlEditWords.format, icon: TextAlignStart, onChoose: format },
    { id: 'history', title: historyWords.title, icon: History, checked: showsHistory, onChoose: toggleHistory },
  ]
  const faces = { instance, client, view, tableId, title, sql, fields: good?.answer.fields ?? NO_FIELDS }
  return (
    <>
      <RunTools asking={isHeld ? { ...asking, waiting: null } : asking} text={text} editor={editor} />
      {!isPhone && (
        <ToolGroup label={resultWords.edit}>
          <ExplainButton client={client} onExplain={onExplain} />
          <Button variant="ghost" icon={TextAlignStart} collapses={2} onClick={format}>
            {sqlEditWords.format}
          </Button>
          <Button
            variant="ghost"
            icon={Table2}
            iconOnly
            label={sqlWords.insertTable}
            disabled={tableId === null}
            onClick={insertTable}
          />
          <EditAsFilter {...faces} />
        </ToolGroup>
      )}
      <span className={frame.spacer} />
      <ToolGroup>
        {keep(isHere, count, writtenStatement(statement, view))}
        <SqlFileMenu
          text={text}
          onText={statement.write}
          name={exportName(title, [], 'sql')}
          // What the line of buttons has no room for.
          others={isPhone ? () => [phoneItems(), paneItems(true)] : undefined}
        />
      </ToolGroup>
      {!isPhone && (
        <ToolGroup label={resultWords.see}>
          <PanesButton />
          <Button variant="ghost" icon={History} collapses={1} aria-pressed={showsHistory} onClick={toggleHistory}>
            {historyWords.title}
          </Button>
        </ToolGroup>
      )}
      <ToolGroup label={resultWords.take}>
        <CopyStatementAs {...faces} />
        {props.share}
      </ToolGroup>
      {!isPhone && props.copyHere}
    </>
  )
}

/** Without values of parameters that the text hasn't; of a text too long to be read at every key nothing. */
function writtenStatement({ text, values, isUntouched }: SqlToolsProps['statement'], view: WrittenStatement) {
  if (view.sql === '' ? isUntouched : view.sql === text && !text.includes('{{')) return view
  if (text.length > LONG_TEXT) return { sql: '', parameters: '' }
  // Most texts have none, and need not be read for them at every key.
  const parameters = text.includes('{{') ? parametersIn(text, () => null) : []
  return { sql: text.trim(), parameters: valuesText(valuesUsed(parameters, values)) }
}

const NO_FIELDS: readonly Field[] = []

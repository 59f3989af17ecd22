import { Info } from 'lucide-react'
import { useRef, useState } from 'react'
import type { SqlEditorHandle } from '../../editor/SqlEditor.tsx'
import { LONG_TEXT } from '../../sql/longText.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { laterComponent } from '../../ui/later.tsx'
import { Note } from '../../ui/notes/Note.tsx'
import { Splitter } from '../../ui/Splitter.tsx'
import { sqlWords } from '../../words/en/sql.ts'
import { settings, useSetting } from '../../workspace/settings.ts'
import type { ExportHandle } from '../export/ExportButton.tsx'
import { SheetView } from '../result/SheetView.tsx'
import frame from '../result/SheetView.module.css'
import { useShortcuts } from '../shortcuts/useShortcuts.ts'
import { LookElsewhere } from './across/LookElsewhere.tsx'
import { useAcross } from './across/useAcross.ts'
import { Examples } from './examples/Examples.tsx'
import { openRunInTab } from './history/openRunInTab.ts'
import { makeRoomForEditor, usePanes } from './panes/usePanes.ts'
import { ParametersBar } from './parameters/ParametersBar.tsx'
import { SqlTools } from './SqlTools.tsx'
import type { SqlViewProps } from './sqlViewProps.ts'
import styles from './SqlView.module.css'
import { StatementPane } from './StatementPane.tsx'
import { StatementResult } from './StatementResult.tsx'
import { useSqlScreen } from './useSqlScreen.ts'
import '../result/laterWords.ts'

/** A statement and its answer. The URL holds what was last run; what is being written is kept on this device. */
export function SqlView(given: SqlViewProps) {
  const across = useAcross(given.instance, given.client, given.tableId)
  const props = { ...given, client: across.client, across }
  const { instance, client, view, tableId } = props
  const editor = useRef<SqlEditorHandle>(null)
  const exporting = useRef<ExportHandle>(null)
  const panes = usePanes(editor)
  const screen = useSqlScreen(props, editor)
  const { statement, asking, parameters, placed } = screen
  const showsHistory = useSetting(settings.showsHistory)
  const [isRestored, setIsRestored] = useState(showsHistory)
  const take = (text: string) => {
    makeRoomForEditor()
    statement.write(text)
    editor.current?.focus()
  }
  useShortcuts({
    runQuery: () => asking.run('usual'),
    runAllStatements: () => asking.run('all'),
    fillPane: panes.fill,
    turnPanes: panes.turn,
    exportRecords: () => exporting.current?.start(),
    stopWaiting: asking.waiting?.stop,
  })
  return (
    <SheetView
      tools={<SqlTools {...props} {...screen} editor={editor} onExplain={screen.explain} />}
      question={
        <>
          <div
            className={styles.question}
            data-pane="question"
            hidden={panes.full === 'result'}
            data-beside={panes.isBeside || undefined}
            data-full={panes.full === 'editor' || undefined}
            style={panes.isBeside ? { inlineSize: `${panes.share * 100}%` } : undefined}
          >
            {parameters.length > 0 && (
              <ParametersBar
                parameters={parameters}
                values={statement.values}
                onChange={statement.setValues}
                problems={asking.problems}
                onRun={() => asking.run('usual')}
              />
            )}
            <div
              className={styles.editor}
              style={panes.isSplit && !panes.isBeside ? { blockSize: `${panes.share * 100}%` } : undefined}
            >
              <StatementPane
                instanceId={instance.id}
                client={client}
                tableId={tableId}
                handle={editor}
                statement={statement}
                asking={asking}
                failed={screen.anyFailure}
                actions={
                  <LookElsewhere
                    key={view.sql}
                    sql={view.sql}
                    error={screen.anyFailure?.error ?? null}
                    across={across}
                    onFound={asking.runLink}
                  />
                }
              />
            </div>
            <div className={styles.between}>
              {statement.text.length > LONG_TEXT && <Note icon={Info}>{sqlWords.longText}</Note>}
              {placed.kind === 'across' && (
                <AcrossPanel key={view.sql} plan={placed} across={across} isWaiting={asking.waiting !== null} />
              )}
              {asking.mayRun === 'ask' && <LinkQuestion instance={instance.title} onRun={asking.runLink} />}
            </div>
          </div>
          {panes.isSplit && (
            <Splitter
              label={sqlWords.resizeEditor}
              isVertical={panes.isBeside}
              share={panes.share}
              onShare={panes.setShare}
            />
          )}
        </>
      }
      isBeside={panes.isBeside}
      hidesResult={panes.full === 'editor'}
      side={
        showsHistory
          ? {
              kind: 'history',
              panel: (
                <HistoryPanel
                  instanceId={instance.id}
                  written={() => editor.current?.text() ?? statement.text}
                  onOpen={({ text, parameters: values }) => {
                    makeRoomForEditor()
                    statement.put(text, values)
                    editor.current?.focus()
                  }}
                  onTab={(run) =>
                    openRunInTab(run, { instanceId: instance.id, view, table: tableId === null ? null : props.title })
                  }
                  isRestored={isRestored}
                  onClose={() => {
                    settings.showsHistory.set(false)
                    setIsRestored(false)
                  }}
                />
              ),
            }
          : null
      }
    >
      {screen.plan !== null && (
        <PlanPanel
          key={screen.plan.sql}
          instanceId={instance.id}
          client={client}
          sql={screen.plan.sql}
          isEdited={statement.text !== screen.plan.of}
          asked={screen.asked}
          onBack={screen.leavePlan}
        />
      )}
      <div className={styles.answer} hidden={screen.plan !== null}>
        <StatementResult
          {...props}
          {...screen}
          exporting={exporting}
          before={
            tableId !== null && statement.isUntouched ? (
              <Examples {...{ instanceId: instance.id, client, tableId, title: props.title }} onTake={take} />
            ) : null
          }
        />
      </div>
    </SheetView>
  )
}

function LinkQuestion({ instance, onRun }: { readonly instance: string; readonly onRun: () => void }) {
  return (
    <div className={frame.notice}>
      <Alert
        tone="warning"
        title={sqlWords.fromLink}
        actions={
          <Button size="sm" onClick={onRun}>
            {sqlWords.runFromLink}
          </Button>
        }
      >
        {sqlWords.readFirst(instance)}
      </Alert>
    </div>
  )
}

const AcrossPanel = laterComponent(() => import('./across/AcrossPanel.tsx').then((module) => module.AcrossPanel))
const PlanPanel = laterComponent(() => import('./plan/PlanPanel.tsx').then((module) => module.PlanPanel))
const HistoryPanel = laterComponent(() => import('./history/HistoryPanel.tsx').then((module) => module.HistoryPanel))

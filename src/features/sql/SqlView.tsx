import { useRef, useState } from 'react'
import type { SqlEditorHandle } from '../../editor/SqlEditor.tsx'
import { laterComponent } from '../../ui/later.tsx'
import { Splitter } from '../../ui/Splitter.tsx'
import { sqlWords } from '../../words/en/sql.ts'
import { settings, useSetting } from '../../workspace/settings.ts'
import type { ExportHandle } from '../export/ExportButton.tsx'
import { SheetView } from '../result/SheetView.tsx'
import { useShortcuts } from '../shortcuts/useShortcuts.ts'
import { useAcross } from './across/useAcross.ts'
import { Examples } from './examples/Examples.tsx'
import { makeRoomForEditor, usePanes } from './panes/usePanes.ts'
import { SqlHistory } from './SqlHistory.tsx'
import { SqlQuestion } from './SqlQuestion.tsx'
import { SqlTools } from './SqlTools.tsx'
import type { SqlViewProps } from './sqlViewProps.ts'
import styles from './SqlView.module.css'
import { StatementResult } from './StatementResult.tsx'
import { useSqlScreen } from './useSqlScreen.ts'
import '../result/laterWords.ts'

/** A statement and its answer. The URL holds what was last run; what is being written is kept on this device. */
export function SqlView(given: SqlViewProps) {
  const across = useAcross(given.instance, given.client, given.tableId)
  const props = { ...given, client: across.client, across }
  const { instance, client, tableId } = props
  const editor = useRef<SqlEditorHandle>(null)
  const exporting = useRef<ExportHandle>(null)
  const panes = usePanes(editor)
  const screen = useSqlScreen(props, editor)
  const { statement, asking } = screen
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
          <SqlQuestion {...props} screen={screen} editor={editor} panes={panes} />
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
                <SqlHistory
                  {...props}
                  statement={statement}
                  editor={editor}
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

const PlanPanel = laterComponent(() => import('./plan/PlanPanel.tsx').then((module) => module.PlanPanel))

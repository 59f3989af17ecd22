import { Table2 } from 'lucide-react'
import { useMemo, useRef, type ReactNode } from 'react'
import type { ActionClient } from '../../instances/client/actionClient.ts'
import { useProfile } from '../../instances/profile/useProfile.ts'
import { NetworkError } from '../../instances/transport/networkError.ts'
import { sqlName } from '../../query/sqlText.ts'
import type { SqlEditorHandle } from '../../editor/SqlEditor.tsx'
import { ActionError } from '../../protocol/envelope.ts'
import type { Field } from '../../protocol/field.ts'
import { useToken } from '../../instances/tokens.ts'
import { navigate, type View } from '../../workspace/view.ts'
import type { Instance } from '../../instances/instance.ts'
import { settings, useSetting } from '../../workspace/settings.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { Splitter } from '../../ui/Splitter.tsx'
import { ErrorZone } from './ErrorZone.tsx'
import type { ExportHandle } from '../export/ExportButton.tsx'
import { explainFailure } from '../result/failure.ts'
import { FindOutWhy } from '../connect/FindOutWhy.tsx'
import { StatementFaces } from '../copyAs/StatementFaces.tsx'
import { LazyEditor } from './LazyEditor.tsx'
import frame from '../result/Query.module.css'
import { holdTools } from '../result/holdTools.ts'
import { RunButton } from '../result/RunButton.tsx'
import { sqlErrorPlace } from './sqlErrorPlace.ts'
import { SqlResult } from './SqlResult.tsx'
import { sqlWords } from '../../words/en/sql.ts'
import styles from './SqlView.module.css'
import { wholeCount } from './useAnswerExtent.ts'
import { useDark } from './useDark.ts'
import { keyCap } from '../shortcuts/keyNames.ts'
import { useShortcuts } from '../shortcuts/useShortcuts.ts'
import { useLinkedStatement } from './useLinkedStatement.ts'
import { useSqlRun } from './useSqlRun.ts'
import { useStatement } from './useStatement.ts'
import '../result/laterWords.ts'

export interface SqlViewProps {
  readonly instance: Instance
  readonly client: ActionClient
  readonly view: View
  /** The id of the chosen table, its name in SQL; null if there is none or it is not known yet. */
  readonly tableId: string | null
  readonly title: string
  /** Further buttons of the query bar, which are told whether the answer is here. */
  readonly tools: (isShown: boolean, records: number | null) => ReactNode
  readonly statusBar: HTMLElement | null
}

/** A statement and its answer. The URL holds what was last run; what is being written is kept on this device. */
export function SqlView({ instance, client, view, tableId, title, tools, statusBar }: SqlViewProps) {
  const { token } = useToken(instance)
  const editor = useRef<SqlEditorHandle>(null)
  const exporting = useRef<ExportHandle>(null)
  const dark = useDark()
  const share = useSetting(settings.editorShare)
  const statement = useStatement(instance.id, view.sql, tableId)
  const linked = useLinkedStatement(instance.id, view.sql, token !== null)
  const shown = linked.mayRun === 'yes' ? view.sql : ''
  const { waiting, stoppedAfter, error, good, start } = useSqlRun(instance.id, client, shown)

  const count = useProfile(client, (profile) => wholeCount(good, profile))

  const run = (text: string) => {
    const sql = text.trim()
    if (sql === '') return
    statement.ran(sql)
    linked.onRun(sql)
    // It may be known from before; running it asks for the answer of now.
    start(sql)
    navigate({ ...view, mode: 'sql', sql })
  }
  const runAll = () => run(editor.current?.text() ?? statement.text)
  useShortcuts({
    runQuery: runAll,
    exportRecords: () => exporting.current?.start(),
    stopWaiting: waiting?.stop,
  })

  const failure = error && explainFailure(error, { instance: instance.title, table: null, hasToken: token !== null })
  const place = useMemo(() => placeIn(statement.text, view.sql, error), [statement.text, view.sql, error])
  const message = failure?.what ?? null
  const marked = useMemo(() => (message === null ? null : { message, position: place }), [message, place])

  return (
    <>
      <div ref={holdTools} className={frame.tools}>
        <RunButton primary run={waiting} keys={keyCap('runQuery')} onRun={runAll} />
        <Button
          variant="ghost"
          icon={Table2}
          collapses
          disabled={tableId === null}
          onClick={() => tableId !== null && editor.current?.insert(sqlName(tableId))}
        >
          {sqlWords.insertTable}
        </Button>
        <StatementFaces
          instance={instance}
          client={client}
          view={view}
          tableId={tableId}
          title={title}
          sql={() => editor.current?.text() ?? statement.text}
          fields={good?.answer.fields ?? NO_FIELDS}
        />
        <span className={frame.spacer} />
        {tools(good !== null && good.sql === view.sql && error === null, count)}
      </div>
      <div className={styles.split}>
        <div className={styles.editor} style={{ blockSize: `${share * 100}%` }}>
          <div className={styles.text}>
            <LazyEditor handle={editor} value={statement.text} onChange={statement.write} error={marked} dark={dark} />
          </div>
          {failure && (
            <ErrorZone
              failure={failure}
              line={place === null ? null : lineOf(statement.text, place)}
              actions={<FindOutWhy error={error} resource={tableId} />}
            />
          )}
        </div>
        <Splitter label={sqlWords.resizeEditor} share={share} onShare={settings.editorShare.set} />
        {linked.mayRun === 'ask' && (
          <div className={frame.notice}>
            <Alert
              tone="warning"
              title={sqlWords.fromLink}
              actions={
                <Button size="sm" onClick={() => run(view.sql)}>
                  {sqlWords.runFromLink}
                </Button>
              }
            >
              {sqlWords.readFirst(instance.title)}
            </Alert>
          </div>
        )}
        <SqlResult
          good={good}
          isBusy={waiting !== null}
          isEdited={good !== null && statement.text.trim() !== good.sql}
          client={client}
          asked={{ instance: instance.title, table: null, hasToken: token !== null }}
          title={title}
          exporting={exporting}
          statusBar={statusBar}
          chart={view.chart}
          onChart={(chart) => navigate({ ...view, chart })}
          waiting={waiting === null ? null : { run: waiting, on: instance.title }}
          ended={
            failure
              ? { kind: 'failed', message: error instanceof NetworkError ? null : failure.what }
              : stoppedAfter !== null
                ? { kind: 'stopped', afterMs: stoppedAfter }
                : null
          }
        />
      </div>
    </>
  )
}

const NO_FIELDS: readonly Field[] = []

/** The place of the error in the editor's text, while it still holds the statement that was sent. */
function placeIn(text: string, sent: string, error: Error | null): number | null {
  const start = text.indexOf(sent)
  const place = error instanceof ActionError && start !== -1 ? sqlErrorPlace(error, sent) : null
  return place === null ? null : start + place
}

function lineOf(text: string, place: number): number {
  return text.slice(0, place).split('\n').length
}

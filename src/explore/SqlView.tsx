import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Table2 } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import type { ActionClient } from '../client/actionClient.ts'
import { NetworkError } from '../client/networkError.ts'
import { sqlQuery, sqlStoppedQuery } from '../client/queries.ts'
import { sqlName } from '../client/sqlText.ts'
import type { SqlEditorHandle } from '../editor/SqlEditor.tsx'
import type { SqlAnswer } from '../protocol/answers.ts'
import { ActionError } from '../protocol/envelope.ts'
import { useCapabilities } from '../state/capabilities.ts'
import { useToken } from '../state/tokens.ts'
import { navigate, type View } from '../state/view.ts'
import { setEditorShare, useEditorShare, type Instance } from '../state/workspace.ts'
import { Button } from '../ui/Button.tsx'
import { Splitter } from '../ui/Splitter.tsx'
import { ErrorZone } from './ErrorZone.tsx'
import type { ExportHandle } from './ExportButton.tsx'
import { explainFailure } from './failure.ts'
import { FindOutWhy } from './FindOutWhy.tsx'
import { LazyEditor } from './LazyEditor.tsx'
import frame from './QueryView.module.css'
import { RunButton } from './RunButton.tsx'
import { sqlErrorPlace } from './sqlErrorPlace.ts'
import { SqlResult, type Good } from './SqlResult.tsx'
import styles from './SqlView.module.css'
import { useDark } from './useDark.ts'
import { useShortcuts } from './useShortcuts.ts'
import { useStatement } from './useStatement.ts'

export interface SqlViewProps {
  readonly instance: Instance
  readonly client: ActionClient
  readonly view: View
  /** The id of the chosen table, its name in SQL; null where there is none or it is not known yet. */
  readonly tableId: string | null
  readonly title: string
  readonly statusBar: HTMLElement | null
}

/** A statement and its answer. What was last run stands in the URL, what is being written is kept on this device. */
export function SqlView({ instance, client, view, tableId, title, statusBar }: SqlViewProps) {
  const cache = useQueryClient()
  const { token } = useToken(instance)
  const rowCap = useCapabilities(instance)?.rowCap ?? null
  const editor = useRef<SqlEditorHandle>(null)
  const exporting = useRef<ExportHandle>(null)
  const dark = useDark()
  const share = useEditorShare()
  const statement = useStatement(instance.id, view.sql, tableId)
  const options = sqlQuery(instance.id, client, view.sql)
  // A statement runs when somebody runs it, or opens its link; never again by itself, and not when its run was given up.
  const { data: stoppedAfter = null } = useQuery(sqlStoppedQuery(instance.id, client, view.sql))
  const enabled = view.sql !== '' && stoppedAfter === null
  const query = useQuery({ ...options, enabled, staleTime: Infinity, retryOnMount: false })
  const good = useLastGood(view.sql, query.data, query.dataUpdatedAt)
  const runName = query.isFetching ? `${view.sql} ${query.errorUpdateCount} ${query.dataUpdatedAt}` : null

  const run = (text: string) => {
    const sql = text.trim()
    if (sql === '') return
    statement.ran(sql)
    if (sql === view.sql && view.mode === 'sql') void query.refetch()
    else {
      // It may be known from before; who runs it wants the answer of now.
      cache.removeQueries({ queryKey: sqlQuery(instance.id, client, sql).queryKey })
      navigate({ ...view, mode: 'sql', sql })
    }
  }
  const runAll = () => run(editor.current?.text() ?? statement.text)
  const stop = () => void cache.cancelQueries({ queryKey: options.queryKey })
  useShortcuts({
    'Mod+Enter': runAll,
    e: () => exporting.current?.start(),
    ...(query.isFetching ? { Escape: stop } : {}),
  })

  const isStopped = stoppedAfter !== null && !query.isFetching
  const error = query.isFetching || isStopped ? null : query.error
  const failure = error && explainFailure(error, { instance: instance.title, table: null, hasToken: token !== null })
  const place = useMemo(() => placeIn(statement.text, view.sql, error), [statement.text, view.sql, error])
  const message = failure?.what ?? null
  const marked = useMemo(() => (message === null ? null : { message, position: place }), [message, place])

  return (
    <>
      <div className={frame.tools}>
        <RunButton primary run={runName} onRun={runAll} onStop={stop} />
        <Button
          variant="ghost"
          icon={Table2}
          collapses
          disabled={tableId === null}
          onClick={() => tableId !== null && editor.current?.insert(sqlName(tableId))}
        >
          Insert table name
        </Button>
      </div>
      <div className={styles.split}>
        <div className={styles.editor} style={{ blockSize: `${share * 100}%` }}>
          <div className={styles.text}>
            <LazyEditor
              handle={editor}
              value={statement.text}
              onChange={statement.write}
              onRun={run}
              error={marked}
              dark={dark}
            />
          </div>
          {failure && (
            <ErrorZone
              failure={failure}
              line={place === null ? null : lineOf(statement.text, place)}
              actions={<FindOutWhy error={error} resource={tableId} />}
            />
          )}
        </div>
        <Splitter label="Resize editor" share={share} onShare={setEditorShare} />
        <SqlResult
          good={good}
          isBusy={query.isFetching}
          isEdited={good !== null && statement.text.trim() !== good.sql}
          client={client}
          rowCap={rowCap}
          asked={{ instance: instance.title, table: null, hasToken: token !== null }}
          title={title}
          exporting={exporting}
          statusBar={statusBar}
          waiting={runName === null ? null : { name: runName, on: instance.title, onStop: stop }}
          ended={
            failure
              ? { kind: 'failed', message: error instanceof NetworkError ? null : failure.what }
              : isStopped
                ? { kind: 'stopped', afterMs: stoppedAfter }
                : null
          }
        />
      </div>
    </>
  )
}

function useLastGood(
  sql: string,
  data: { readonly answer: SqlAnswer; readonly milliseconds: number } | undefined,
  at: number,
): Good | null {
  const [good, setGood] = useState<Good | null>(null)
  if (data === undefined || (good?.answer === data.answer && good.sql === sql)) return good
  const next = { sql, ...data, at }
  setGood(next)
  return next
}

/** The place of the error in the editor's text, as long as the statement that was sent still stands in it. */
function placeIn(text: string, sent: string, error: Error | null): number | null {
  const start = text.indexOf(sent)
  const place = error instanceof ActionError && start !== -1 ? sqlErrorPlace(error, sent) : null
  return place === null ? null : start + place
}

function lineOf(text: string, place: number): number {
  return text.slice(0, place).split('\n').length
}

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Table2, TriangleAlert } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import type { ActionClient } from '../client/actionClient.ts'
import { sqlQuery, sqlStoppedQuery } from '../client/queries.ts'
import type { SqlEditorHandle } from '../editor/SqlEditor.tsx'
import { DataGrid } from '../grid/DataGrid.tsx'
import type { SqlAnswer } from '../protocol/answers.ts'
import { ActionError } from '../protocol/envelope.ts'
import { useToken } from '../state/tokens.ts'
import { navigate, type View } from '../state/view.ts'
import { setDraft, setEditorShare, useDraft, useEditorShare, type Instance } from '../state/workspace.ts'
import { Button } from '../ui/Button.tsx'
import { Icon } from '../ui/Icon.tsx'
import { Splitter } from '../ui/Splitter.tsx'
import { ErrorZone } from './ErrorZone.tsx'
import { ExportButton, type ExportHandle } from './ExportButton.tsx'
import { explainFailure } from './failure.ts'
import { clockWords } from './figures.ts'
import { createGridPlace } from './gridPlace.ts'
import { LazyEditor } from './LazyEditor.tsx'
import { lostWords } from './lostWords.ts'
import frame from './QueryView.module.css'
import { RunButton } from './RunButton.tsx'
import { sqlErrorPlace } from './sqlErrorPlace.ts'
import styles from './SqlView.module.css'
import { StatusBar, type Outcome } from './StatusBar.tsx'
import { statusText } from './statusText.ts'
import { useDark } from './useDark.ts'
import { useGridColumns } from './useGridColumns.ts'
import { useShortcuts } from './useShortcuts.ts'

export interface SqlViewProps {
  readonly instance: Instance
  readonly client: ActionClient
  readonly view: View
  /** The id of the chosen table, its name in SQL; null where there is none or it is not known yet. */
  readonly tableId: string | null
  readonly title: string
  readonly statusBar: HTMLElement | null
}

/** The last answer that came, which stays when a later run fails. */
interface Good {
  readonly sql: string
  readonly answer: SqlAnswer
  readonly milliseconds: number
  /** When it came, ms since 1970. */
  readonly at: number
}

/** A statement and its answer. What was last run stands in the URL, what is being written is kept on this device. */
export function SqlView({ instance, client, view, tableId, title, statusBar }: SqlViewProps) {
  const cache = useQueryClient()
  const { token } = useToken(instance.id)
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
          onClick={() => tableId !== null && editor.current?.insert(quotedName(tableId))}
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
          {failure && <ErrorZone failure={failure} line={place === null ? null : lineOf(statement.text, place)} />}
        </div>
        <Splitter label="Resize editor" share={share} onShare={setEditorShare} />
        <Result
          good={good}
          isBusy={query.isFetching}
          isEdited={good !== null && statement.text.trim() !== good.sql}
          instance={instance.title}
          title={title}
          exporting={exporting}
          statusBar={statusBar}
          waiting={runName === null ? null : { name: runName, on: instance.title, onStop: stop }}
          ended={
            failure
              ? { kind: 'failed', message: failure.what }
              : isStopped
                ? { kind: 'stopped', afterMs: stoppedAfter }
                : null
          }
        />
      </div>
    </>
  )
}

interface ResultProps {
  readonly good: Good | null
  readonly isBusy: boolean
  /** The statement was changed since. */
  readonly isEdited: boolean
  readonly instance: string
  readonly title: string
  readonly exporting: React.RefObject<ExportHandle | null>
  readonly statusBar: HTMLElement | null
  readonly waiting: { readonly name: string; readonly on: string; readonly onStop: () => void } | null
  /** How the last run ended where it brought no answer. */
  readonly ended: Outcome | null
}

function Result({ good, isBusy, isEdited, title, exporting, statusBar, waiting, ended }: ResultProps) {
  const [place] = useState(createGridPlace)
  const rows = good?.answer.rows ?? NO_ROWS
  const columns = useGridColumns(good?.answer.fields ?? NO_FIELDS)
  const cutAt = good?.answer.truncated ? rows.length : null
  const lost = good === null ? null : lostWords(good.answer.fields, good.answer.lost)
  const isOld = good !== null && (ended !== null || isBusy)
  return (
    <section className={styles.result} aria-label="Result">
      <div className={styles.bar}>
        <h2>Result</h2>
        {good !== null && (isOld || isEdited) && (
          <span>
            of the run at {clockWords(good.at)}
            {isEdited ? ', before this edit' : ''}
          </span>
        )}
        <span className={frame.spacer} />
        {lost !== null && (
          <span className={styles.lost} role="note">
            <Icon icon={TriangleAlert} size={12} />
            <span>{lost}</span>
          </span>
        )}
        <ExportButton
          ref={exporting}
          small
          title={`${title} query`}
          source={good === null ? null : { kind: 'rows', fields: good.answer.fields, rows, cutAt, lost }}
        />
      </div>
      <div className={frame.grid}>
        <DataGrid
          label="Records"
          columns={columns}
          rowCount={rows.length}
          rowCountIsKnown
          row={(index) => rows[index]}
          busy={isBusy}
          stale={good !== null && isBusy}
          resetKey={String(good?.at ?? 0)}
          onActiveCell={(cell) => place.set({ cell })}
          onVisibleRows={(start, end) => place.set({ start, end })}
        >
          {good === null && !isBusy && ended === null ? (
            <p className={styles.hint}>Run the query to see its records.</p>
          ) : good !== null && rows.length === 0 ? (
            <p className={styles.hint}>The query gave no records.</p>
          ) : null}
        </DataGrid>
      </div>
      <StatusBar
        target={statusBar}
        place={place}
        rowCount={rows.length}
        allLoaded
        waiting={waiting}
        outcome={ended ?? (good === null ? { kind: 'none' } : doneOf(good, cutAt))}
      />
    </section>
  )
}

function doneOf(good: Good, cutAt: number | null): Outcome {
  const rowCount = good.answer.rows.length
  const size = {
    rowCount,
    rowCountIsKnown: true,
    total: null,
    totalIsEstimate: false,
    limit: null,
    rows: 'here',
  } as const
  return { kind: 'done', text: statusText({ ...size, milliseconds: good.milliseconds, cutAt }) }
}

/**
 * The text in the editor: what is being written on this device, the statement of a link that was opened, else one to begin
 * with. A draft belongs to the statement that was last run when it was written, so that a reload keeps it and a link,
 * which brings another statement, shows that one.
 */
function useStatement(instanceId: string, sql: string, tableId: string | null) {
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
  const begun = tableId === null ? '' : `SELECT *\nFROM ${quotedName(tableId)}\nLIMIT 100`
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

function quotedName(id: string): string {
  return `"${id.replaceAll('"', '""')}"`
}

const NO_ROWS: SqlAnswer['rows'] = []
const NO_FIELDS: SqlAnswer['fields'] = []

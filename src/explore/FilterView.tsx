import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useMemo, useRef, useState } from 'react'
import type { ActionClient } from '../client/actionClient.ts'
import type { Records } from '../client/recordsSource.ts'
import { useRecords } from '../client/useRecords.ts'
import { DataGrid } from '../grid/DataGrid.tsx'
import { navigate, type View } from '../state/view.ts'
import { useToken } from '../state/tokens.ts'
import type { Instance } from '../state/workspace.ts'
import { Button } from '../ui/Button.tsx'
import { Plus } from 'lucide-react'
import { EmptyResult } from './EmptyResult.tsx'
import { ExportButton, type ExportHandle } from './ExportButton.tsx'
import { explainFailure, type Failure } from './failure.ts'
import { FailureAlert } from './FailureAlert.tsx'
import { FilterBar, type FilterBarHandle } from './FilterBar.tsx'
import { refusedFilter } from './filterRefusal.ts'
import { createGridPlace } from './gridPlace.ts'
import styles from './QueryView.module.css'
import { RunButton } from './RunButton.tsx'
import { searchWords } from './searchWords.ts'
import { StatusBar, type Outcome } from './StatusBar.tsx'
import { statusText } from './statusText.ts'
import { useClock } from './useElapsed.ts'
import { useGridColumns } from './useGridColumns.ts'
import { useShortcuts } from './useShortcuts.ts'
import { specOf } from './viewEdits.ts'

const RecordPanel = lazy(() => import('./RecordPanel.tsx').then((module) => ({ default: module.RecordPanel })))

export interface FilterViewProps {
  readonly instance: Instance
  readonly client: ActionClient
  readonly view: View
  /** The table, by id or alias; null where none is chosen. */
  readonly resource: string | null
  readonly title: string
  /** How many tables the instance has; null while that is not known. */
  readonly tables: number | null
  /** Where the status is shown. */
  readonly statusBar: HTMLElement | null
}

/** A table seen through the filter form: results follow the form, and the form follows the URL. */
export function FilterView({ instance, client, view, resource, title, tables, statusBar }: FilterViewProps) {
  const cache = useQueryClient()
  const { token } = useToken(instance.id)
  const spec = useMemo(() => (resource === null ? null : specOf(view, resource)), [view, resource])
  const records = useRecords(instance.id, client, spec)
  const columns = useGridColumns(records.fields)
  const [place] = useState(createGridPlace)
  const bar = useRef<FilterBarHandle>(null)
  const exporting = useRef<ExportHandle>(null)
  const key = JSON.stringify([instance.id, client.identity, spec])
  const run = useRun(records, key)
  // The record beside the grid: one of the rows shown, or one to be added.
  const [opened, setOpened] = useState<{ key: string; row: number | 'new' } | null>(null)
  const record = opened?.key === key && records.fields.length > 0 ? opened.row : null
  const openRecord = (row: number | 'new' | null) => setOpened(row === null ? null : { key, row })
  const mayWrite = token !== null || instance.origin === 'embedded'

  const stop = () => {
    run.stop()
    void cache.cancelQueries({ queryKey: [instance.id, 'datastore_search'] })
  }
  useShortcuts({
    '/': () => bar.current?.focusSearch(),
    f: () => bar.current?.addFilter(place.get().cell?.column ?? null),
    e: () => exporting.current?.start(),
    'Mod+Enter': run.again,
    ...(run.waiting ? { Escape: stop } : {}),
  })

  const asked = { instance: instance.title, table: title, hasToken: token !== null }
  const failure = records.status === 'failed' && records.error !== null ? explainFailure(records.error, asked) : null
  const refused = failure === null ? null : refusedFilter(records.error, view.filters)
  const hasRows = records.fields.length > 0
  const retry = (
    <Button size="sm" onClick={run.again}>
      Try again
    </Button>
  )
  const alert = failure !== null && refused === null && <FailureAlert failure={failure} actions={retry} />
  const isEmpty = records.status === 'ready' && !records.stale && records.rowCountIsKnown && records.rowCount === 0

  return (
    <>
      <div className={styles.tools}>
        <span className={styles.spacer} />
        {mayWrite && hasRows && (
          <Button icon={Plus} collapses onClick={() => openRecord('new')}>
            Add record
          </Button>
        )}
        <ExportButton
          ref={exporting}
          title={title}
          source={
            spec === null || !hasRows
              ? null
              : {
                  kind: 'search',
                  client,
                  spec,
                  asked,
                  total: records.stale ? null : records.total,
                  totalIsEstimate: records.totalIsEstimate,
                }
          }
        />
        <RunButton run={run.waiting} onRun={run.again} onStop={stop} disabled={spec === null} />
      </div>
      <FilterBar
        key={JSON.stringify([instance.id, resource])}
        ref={bar}
        instanceId={instance.id}
        client={client}
        resource={resource}
        view={view}
        fields={records.fields}
        refusal={refused === null || failure === null ? null : { field: refused, failure }}
      />
      <div className={styles.body} data-record={record === null ? undefined : ''}>
        {alert && hasRows && (
          <div className={styles.notice}>
            {alert}
            {records.stale && <p>Below are the records of the query before.</p>}
          </div>
        )}
        <div className={styles.grid}>
          <DataGrid
            label="Records"
            columns={columns}
            rowCount={records.rowCount}
            rowCountIsKnown={records.rowCountIsKnown}
            row={records.row}
            onRange={records.setRange}
            sort={view.sort}
            onSort={(sort) => navigate({ ...view, sort })}
            highlight={records.stale ? '' : searchWords(view.search)}
            busy={records.fetching}
            stale={records.stale && records.fetching}
            resetKey={key}
            onActiveCell={(cell) => place.set({ cell })}
            onVisibleRows={(start, end) => place.set({ start, end })}
            onOpenRecord={openRecord}
          >
            {resource === null ? (
              <EmptyResult kind={tables === 0 ? 'noTables' : 'noTable'} instance={instance.title} />
            ) : isEmpty ? (
              <EmptyResult kind="noMatch" view={view} total={records.total} />
            ) : alert && !hasRows ? (
              <div className={styles.failure}>{alert}</div>
            ) : null}
          </DataGrid>
        </div>
        {records.failedPage !== null && (
          <div className={styles.notice}>
            <FailureAlert
              failure={explainFailure(records.failedPage.error, asked)}
              actions={
                <Button size="sm" onClick={records.failedPage.retry}>
                  Try again
                </Button>
              }
            />
          </div>
        )}
      </div>
      {record !== null && resource !== null && (
        <Suspense>
          <RecordPanel
            key={record}
            client={client}
            asked={asked}
            resource={resource}
            fields={records.fields}
            place={record}
            row={record === 'new' ? undefined : records.row(record)}
            rowCount={records.rowCount}
            mayWrite={mayWrite}
            onPlace={openRecord}
            onSaved={() => {
              // What was read of the table before is not what it holds now.
              void cache.invalidateQueries({ queryKey: [instance.id], refetchType: 'none' })
              run.again()
            }}
          />
        </Suspense>
      )}
      <StatusBar
        target={statusBar}
        place={place}
        rowCount={records.rowCount}
        allLoaded={records.rowCountIsKnown && view.limit !== null && view.limit <= 1000}
        waiting={run.waiting === null ? null : { name: run.waiting, on: instance.title, onStop: stop }}
        outcome={outcomeOf(records, view, failure, run.stoppedAfter)}
      />
    </>
  )
}

/** The run that is going on, by a name of its own; and how long one was waited for that was stopped. */
function useRun(records: Records, key: string) {
  const [asked, setAsked] = useState(0)
  const [isAsked, setIsAsked] = useState(false)
  const [stop, setStop] = useState<{ run: string; afterMs: number } | null>(null)
  if (isAsked && !records.fetching) setIsAsked(false)
  const name = `${asked} ${key}`
  // Pages that come while one scrolls are no run: the grid shows where they are missing.
  const isFirst = records.stale || records.status === 'loading' || records.status === 'failed'
  const waiting = records.fetching && (isFirst || isAsked) ? name : null
  const elapsed = useClock(waiting)
  return {
    waiting,
    stoppedAfter: !records.fetching && stop?.run === name ? stop.afterMs : null,
    again: () => {
      setAsked(asked + 1)
      setIsAsked(true)
      records.reload()
    },
    stop: () => {
      setStop({ run: name, afterMs: elapsed() })
    },
  }
}

function outcomeOf(records: Records, view: View, failure: Failure | null, stoppedAfter: number | null): Outcome {
  if (failure !== null) return { kind: 'failed', message: failure.what }
  if (stoppedAfter !== null) return { kind: 'stopped', afterMs: stoppedAfter }
  if (records.status !== 'ready' || records.stale) return { kind: 'none' }
  const rows = records.failedPage !== null ? 'failed' : records.fetching ? 'loading' : 'here'
  return { kind: 'done', text: statusText({ ...records, limit: view.limit, cutAt: null, rows }) }
}

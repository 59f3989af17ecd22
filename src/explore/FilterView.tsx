import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useMemo, useRef, useState } from 'react'
import type { ActionClient } from '../client/actionClient.ts'
import { NetworkError } from '../client/networkError.ts'
import type { Records } from '../client/recordsSource.ts'
import { useManners } from '../client/useManners.ts'
import { useRecords } from '../client/useRecords.ts'
import { DataGrid } from '../grid/DataGrid.tsx'
import type { Row } from '../protocol/answers.ts'
import type { Field } from '../protocol/field.ts'
import type { Sort } from '../protocol/querySpec.ts'
import { useCapabilities } from '../state/capabilities.ts'
import { navigate, type View } from '../state/view.ts'
import { useToken } from '../state/tokens.ts'
import type { Instance } from '../state/workspace.ts'
import { Alert } from '../ui/Alert.tsx'
import { Button } from '../ui/Button.tsx'
import { showToast } from '../ui/Toast.tsx'
import { Plus } from 'lucide-react'
import { EmptyResult } from './EmptyResult.tsx'
import { ExportButton, type ExportHandle } from './ExportButton.tsx'
import { explainFailure, type Failure } from './failure.ts'
import { FailureAlert } from './FailureAlert.tsx'
import { FilterBar, type FilterBarHandle } from './FilterBar.tsx'
import { refusedFilter } from './filterRefusal.ts'
import { FindOutWhy } from './FindOutWhy.tsx'
import { createGridPlace } from './gridPlace.ts'
import styles from './QueryView.module.css'
import { RunButton } from './RunButton.tsx'
import { searchWords } from './searchWords.ts'
import { StatusBar, type Outcome } from './StatusBar.tsx'
import { rowCountWords, statusText } from './statusText.ts'
import { useGridColumns } from './useGridColumns.ts'
import type { OpenRecordStore } from './useOpenRecord.ts'
import { useResultTasks } from './useResultTasks.ts'
import { useRun } from './useRun.ts'
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
  /** Why the list of tables did not come. */
  readonly tablesError: Error | null
  readonly openRecord: OpenRecordStore
  /** Where the status is shown. */
  readonly statusBar: HTMLElement | null
}

/** A table seen through the filter form: results follow the form, and the form follows the URL. */
export function FilterView({
  instance,
  client,
  view,
  resource,
  title,
  tables,
  tablesError,
  openRecord,
  statusBar,
}: FilterViewProps) {
  const cache = useQueryClient()
  const { token } = useToken(instance)
  const spec = useMemo(() => (resource === null ? null : specOf(view, resource)), [view, resource])
  const read = useRecords(instance.id, client, spec)
  const [place] = useState(createGridPlace)
  const bar = useRef<FilterBarHandle>(null)
  const exporting = useRef<ExportHandle>(null)
  const key = JSON.stringify([instance.id, client.identity, spec])
  const run = useRun(read, key)
  const { records, actions, task, failed } = useResultTasks(read, client, spec, `${key} ${run.asked}`)
  const columns = useGridColumns(records.fields)
  const mayNotSort = useManners(client).refuses.has('sort')
  // The record beside the grid: one of the rows shown, or one to be added.
  const { opened, isTyped } = openRecord
  // What was typed into it stays, also when another query or table is shown.
  const record = isTyped || (opened?.key === key && records.fields.length > 0) ? opened : null
  const isKnownNot = useCapabilities(instance)?.writes === 'no'
  const mayWrite = (token !== null && !isKnownNot) || instance.origin === 'embedded'

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
  const showRecord = (row: number | 'new' | null) => {
    if (row === null || resource === null) return openRecord.open(null)
    if (record !== null && isTyped) return showToast('A record is being changed: save or cancel it first.')
    const edited = row === 'new' ? { row: [], fields: records.fields } : null
    return openRecord.open({ key, row, instance, client, asked, resource, edited })
  }
  const failure = records.status === 'failed' && records.error !== null ? explainFailure(records.error, asked) : null
  const refused = failure === null ? null : refusedFilter(records.error, view.filters)
  const hasRows = records.fields.length > 0
  const retry = (
    <>
      <Button size="sm" onClick={run.again}>
        Try again
      </Button>
      <FindOutWhy error={records.error} resource={resource} />
    </>
  )
  const alert = failure !== null && refused === null && <FailureAlert failure={failure} actions={retry} />
  const isEmpty = records.status === 'ready' && !records.stale && records.rowCountIsKnown && records.rowCount === 0

  return (
    <>
      <div className={styles.tools}>
        <span className={styles.spacer} />
        {mayWrite && hasRows && (
          <Button icon={Plus} collapses onClick={() => showRecord('new')}>
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
                  isUnsorted: mayNotSort && view.sort.length > 0,
                  cut: cutRows(records),
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
        mayNotSort={mayNotSort}
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
            sort={mayNotSort ? NO_KEYS : view.sort}
            sortRefusal={mayNotSort ? NO_SORT : undefined}
            onSort={(sort) => (mayNotSort ? showToast(NO_SORT) : navigate({ ...view, sort }))}
            highlight={records.stale ? '' : searchWords(view.search)}
            busy={records.fetching}
            stale={records.stale && records.fetching}
            resetKey={key}
            onActiveCell={(cell) => place.set({ cell })}
            onVisibleRows={(start, end) => place.set({ start, end })}
            onOpenRecord={showRecord}
          >
            {resource === null && tablesError instanceof NetworkError ? (
              <div className={styles.failure}>
                <FailureAlert
                  failure={explainFailure(tablesError, asked)}
                  actions={<FindOutWhy error={tablesError} resource={null} />}
                />
              </div>
            ) : resource === null ? (
              <EmptyResult kind={tables === 0 ? 'noTables' : 'noTable'} instance={instance.title} />
            ) : isEmpty ? (
              <EmptyResult kind="noMatch" view={view} total={records.total} />
            ) : alert && !hasRows ? (
              <div className={styles.failure}>{alert}</div>
            ) : null}
          </DataGrid>
        </div>
        {failed !== null && (
          <div className={styles.notice}>
            <FailureAlert
              failure={explainFailure(failed.error, asked)}
              actions={
                <Button size="sm" onClick={failed.forget}>
                  Close
                </Button>
              }
            />
          </div>
        )}
        {records.changed && !records.stale && (
          <div className={styles.notice}>
            <Alert
              tone="warning"
              title="The table changed while it was read."
              actions={
                <Button size="sm" onClick={run.again}>
                  Read again
                </Button>
              }
            >
              Records may be missing here or stand twice.
            </Alert>
          </div>
        )}
        {records.failedPage !== null && failure === null && (
          <div className={styles.notice}>
            <FailureAlert
              failure={explainFailure(records.failedPage.error, asked)}
              actions={
                <>
                  <Button size="sm" onClick={records.failedPage.retry}>
                    Try again
                  </Button>
                  <FindOutWhy error={records.failedPage.error} resource={resource} />
                </>
              }
            />
          </div>
        )}
      </div>
      {record !== null && (
        <Suspense>
          <RecordPanel
            key={`${record.key} ${record.row}`}
            client={record.client}
            asked={record.asked}
            resource={record.resource}
            fields={records.fields}
            place={record.row}
            row={record.row === 'new' || record.key !== key ? undefined : records.row(record.row)}
            rowCount={records.rowCount}
            mayWrite={mayWrite}
            onPlace={showRecord}
            edited={record.edited}
            drafts={record.drafts}
            onEdit={openRecord.edit}
            onSaved={() => {
              // What was read of the table before is not what it holds now.
              void cache.invalidateQueries({ queryKey: [record.instance.id], refetchType: 'none' })
              run.again()
            }}
          />
        </Suspense>
      )}
      <StatusBar
        target={statusBar}
        place={place}
        rowCount={records.rowCount}
        rowCountWords={rowCountWords(records)}
        allLoaded={records.rowCountIsKnown && (records.cut !== null || (view.limit !== null && view.limit <= 1000))}
        waiting={run.waiting === null ? null : { name: run.waiting, on: instance.title, onStop: stop }}
        outcome={outcomeOf(records, failure, refused !== null, run.stoppedAfter)}
        task={task}
        actions={actions}
      />
    </>
  )
}

const NO_KEYS: readonly Sort[] = []

const NO_SORT = 'This server does not sort. Its records come in an order of its own.'

/** All rows that are to be had, where the server gives but its first page. */
function cutRows({ cut, stale, fields, row }: Records): { fields: readonly Field[]; rows: readonly Row[] } | null {
  if (stale || (cut?.cause !== 'offset' && cut?.cause !== 'offsetRefused')) return null
  const rows = Array.from({ length: cut.at }, (_, index) => row(index)).filter((each) => each !== undefined)
  return rows.length === cut.at ? { fields, rows } : null
}

function outcomeOf(
  records: Records,
  failure: Failure | null,
  isRefusal: boolean,
  stoppedAfter: number | null,
): Outcome {
  if (failure !== null) {
    const isTold = isRefusal || records.error instanceof NetworkError
    return { kind: 'failed', message: isTold ? null : failure.what }
  }
  if (stoppedAfter !== null) return { kind: 'stopped', afterMs: stoppedAfter }
  if (records.status !== 'ready' || records.stale) return { kind: 'none' }
  const rows =
    records.failedPage !== null ? 'failed' : records.changed ? 'changed' : records.fetching ? 'loading' : 'here'
  return { kind: 'done', text: statusText(records, rows, records.unsorted) }
}

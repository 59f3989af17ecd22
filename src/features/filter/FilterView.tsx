import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useRef, useState } from 'react'
import type { ActionClient } from '../../instances/client/actionClient.ts'
import { NetworkError } from '../../instances/transport/networkError.ts'
import { useProfile } from '../../instances/profile/useProfile.ts'
import { useRecords } from '../../results/useRecords.ts'
import { useWholeRow } from '../../results/useWholeRow.ts'
import { DataGrid } from '../../grid/DataGrid.tsx'
import type { Sort } from '../../query/query.ts'
import { queryText } from '../../query/queryLink.ts'
import { unsaidBySearch } from '../../query/toSearch.ts'
import { conditionsOf } from '../../query/where.ts'
import { navigate, type View } from '../../workspace/view.ts'
import { useToken } from '../../instances/tokens.ts'
import type { Instance } from '../../instances/instance.ts'
import { Button } from '../../ui/Button.tsx'
import { laterComponent } from '../../ui/later.tsx'
import { showToast } from '../../ui/Toast.tsx'
import { ExportButton, type ExportHandle } from '../export/ExportButton.tsx'
import { shownByLimit } from '../export/exportSource.ts'
import { explainFailure } from '../result/failure.ts'
import { FailureAlert } from '../result/FailureAlert.tsx'
import { FilterBar, type FilterBarHandle } from './FilterBar.tsx'
import { refusalWords, refusedCondition } from './filterRefusal.ts'
import { FindOutWhy } from '../connect/FindOutWhy.tsx'
import { createGridPlace } from '../result/gridPlace.ts'
import styles from '../result/Query.module.css'
import { RunButton } from '../result/RunButton.tsx'
import { searchWords } from './searchWords.ts'
import { ResultNotices } from './ResultNotices.tsx'
import { StatusBar } from '../result/StatusBar.tsx'
import { cutRows, outcomeOf } from './outcomeOf.ts'
import { rowCountWords } from '../result/statusText.ts'
import { filterWords } from '../../words/en/filter/filter.ts'
import { gridColumns } from '../result/gridColumns.ts'
import type { OpenRecordStore } from '../record/useOpenRecord.ts'
import { useResultTasks } from '../result/useResultTasks.ts'
import { useRun } from '../result/useRun.ts'
import { useSearchRun } from '../result/useSearchRun.ts'
import { useShortcuts } from '../shortcuts/useShortcuts.ts'
import { queryOf } from '../../workspace/viewEdits.ts'

const EmptyResult = laterComponent(() => import('./empty/EmptyResult.tsx').then((module) => module.EmptyResult))
const StaleRows = laterComponent(() => import('./StaleRows.tsx').then((module) => module.StaleRows))
const AddRecord = laterComponent(() => import('../record/AddRecord.tsx').then((module) => module.AddRecord))
const RecordPanel = laterComponent(() => import('../record/RecordPanel.tsx').then((module) => module.RecordPanel))

export interface FilterViewProps {
  readonly instance: Instance
  readonly client: ActionClient
  readonly view: View
  /** The table, by id or alias; null if none is chosen. */
  readonly resource: string | null
  /** Its id, as only that is taken for changes; what was given for it while the list of tables is not here. */
  readonly tableId: string | null
  readonly title: string
  /** How many tables the instance has; null while unknown. */
  readonly tables: number | null
  /** Why the list of tables couldn't be loaded. */
  readonly tablesError: Error | null
  readonly openRecord: OpenRecordStore
  /** Where the status is shown. */
  readonly statusBar: HTMLElement | null
}

/** A table seen through the filter form: the result follows the form, and the form follows the URL. */
export function FilterView({
  instance,
  client,
  view,
  resource,
  tableId,
  title,
  tables,
  tablesError,
  openRecord,
  statusBar,
}: FilterViewProps) {
  const cache = useQueryClient()
  const { token } = useToken(instance)
  const unsaid = unsaidBySearch(view.where)[0]
  const mayAsk = unsaid === undefined
  const query = useMemo(() => (resource === null || !mayAsk ? null : queryOf(view, resource)), [view, resource, mayAsk])
  const read = useRecords(instance.id, client, query)
  const [place] = useState(createGridPlace)
  const bar = useRef<FilterBarHandle>(null)
  const exporting = useRef<ExportHandle>(null)
  const key = JSON.stringify([instance.id, client.identity, query && queryText(query)])
  const search = useSearchRun(
    read,
    key,
    () => void cache.cancelQueries({ queryKey: [instance.id, 'datastore_search'] }),
  )
  const { waiting, stoppedAfter } = useRun(search.run)
  const { records, actions, task, failed } = useResultTasks(read, client, query, `${key} ${search.asked}`)
  const columns = useMemo(() => gridColumns(records.fields), [records.fields])
  const cut = useMemo(() => cutRows(records), [records])
  const mayNotSort = useProfile(client).refuses.has('sort')
  // The record beside the grid: one of the rows shown, or a new one.
  const { opened, isTyped } = openRecord
  // Typed values stay, even when another query or table is shown.
  const record = isTyped || (opened?.key === key && records.fields.length > 0) ? opened : null
  const shownRow = record === null || record.row === 'new' || record.key !== key ? null : record.row
  const openedRow = useWholeRow({ instanceId: instance.id, client, query, rows: records.rows }, shownRow)

  useShortcuts({
    searchRecords: () => bar.current?.focusSearch(),
    addFilter: () => bar.current?.addFilter(place.get().cell?.column ?? null),
    exportRecords: () => exporting.current?.start(),
    runQuery: search.again,
    stopWaiting: waiting?.stop,
  })

  const address = instance.origin === 'embedded' ? null : instance.baseUrl
  const asked = { instance: instance.title, table: title, hasToken: token !== null, address }
  const showRecord = (row: number | 'new' | null) => {
    if (row === null || tableId === null) return openRecord.open(null)
    if (record !== null && isTyped) return showToast(filterWords.recordIsEdited)
    const edited = row === 'new' ? { row: [], fields: records.fields } : null
    return openRecord.open({ key, row, instance, client, asked, resource: tableId, edited })
  }
  const failure = records.status === 'failed' && records.error !== null ? explainFailure(records.error, asked) : null
  const refused = failure === null ? null : refusedCondition(records.error, conditionsOf(view.where))
  const hasRows = records.fields.length > 0
  const retry = (
    <>
      <Button size="sm" onClick={search.again}>
        {filterWords.tryAgain}
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
        {(token !== null || instance.origin === 'embedded') && tableId !== null && hasRows && (
          <AddRecord instance={instance} client={client} resource={tableId} onAdd={() => showRecord('new')} />
        )}
        <ExportButton
          ref={exporting}
          title={title}
          source={
            query === null || !hasRows || records.stale
              ? null
              : {
                  kind: 'search',
                  client,
                  query,
                  asked,
                  total: records.total,
                  totalIsEstimate: records.totalIsEstimate,
                  shown: shownByLimit(records),
                  isUnsorted: mayNotSort && view.sort.length > 0,
                  cut,
                }
          }
        />
        <RunButton run={waiting} onRun={search.again} disabled={query === null} />
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
        refusal={
          refused === null || records.error === null
            ? null
            : { condition: refused, why: refusalWords(records.error, asked) }
        }
      />
      <div className={styles.body} data-record={record === null ? undefined : ''}>
        {alert && hasRows && <div className={styles.notice}>{alert}</div>}
        {records.stale && !records.fetching && <StaleRows view={view} of={records.of} fields={records.fields} />}
        <div className={styles.grid}>
          <DataGrid
            label={filterWords.records}
            columns={columns}
            rows={records.rows}
            sort={mayNotSort ? NO_KEYS : view.sort}
            sortRefusal={mayNotSort ? filterWords.noSort : undefined}
            onSort={(sort) => (mayNotSort ? showToast(filterWords.noSort) : navigate({ ...view, sort }))}
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
            ) : unsaid !== undefined ? (
              <EmptyResult kind="unsaid" view={view} part={unsaid} />
            ) : isEmpty && query !== null ? (
              <EmptyResult
                kind="noMatch"
                view={view}
                total={records.total}
                of={{ instanceId: instance.id, client, query }}
              />
            ) : alert && !hasRows ? (
              <div className={styles.failure}>{alert}</div>
            ) : null}
          </DataGrid>
        </div>
        <ResultNotices
          records={records}
          asked={asked}
          resource={resource}
          client={client}
          failedTask={failed}
          hasFailed={failure !== null}
          onRunAgain={search.again}
        />
      </div>
      {record !== null && (
        <RecordPanel
          key={`${record.key} ${record.row}`}
          instance={record.instance}
          client={record.client}
          asked={record.asked}
          resource={record.resource}
          fields={records.fields}
          place={record.row}
          row={openedRow}
          rowCount={records.rowCount}
          onPlace={showRecord}
          edited={record.edited}
          drafts={record.drafts}
          onEdit={openRecord.edit}
          onSaved={() => {
            // The cached answers no longer match the table.
            void cache.invalidateQueries({ queryKey: [record.instance.id], refetchType: 'none' })
            search.again()
          }}
        />
      )}
      <StatusBar
        target={statusBar}
        place={place}
        rowCount={records.rowCount}
        rowCountWords={rowCountWords(records)}
        allLoaded={records.rowCountIsKnown && (records.cut !== null || (view.limit !== null && view.limit <= 1000))}
        waiting={waiting === null ? null : { run: waiting, on: instance.title }}
        outcome={outcomeOf(records, failure, refused !== null, stoppedAfter)}
        task={task}
        actions={actions}
      />
    </>
  )
}

const NO_KEYS: readonly Sort[] = []

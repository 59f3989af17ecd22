import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useRef, useState, type ReactNode } from 'react'
import type { ActionClient } from '../../instances/client/actionClient.ts'
import { useProfile } from '../../instances/profile/useProfile.ts'
import { useRecords } from '../../results/useRecords.ts'
import { DataGrid } from '../../grid/DataGrid.tsx'
import { chosenColumns, withoutColumns } from '../../query/columns.ts'
import { queryText } from '../../query/queryLink.ts'
import { conditionsOf } from '../../query/where.ts'
import { useColumnWidths } from '../../workspace/sheets/sheets.ts'
import { navigate, type View } from '../../workspace/view.ts'
import { settings } from '../../workspace/settings.ts'
import { useToken } from '../../instances/tokens.ts'
import type { Instance } from '../../instances/instance.ts'
import { useAfterFirstAnswer } from '../../ui/browser/useAfterFirstAnswer.ts'
import { Boundary } from '../../ui/Boundary.tsx'
import { laterComponent, optionalComponent } from '../../ui/later.tsx'
import { showToast } from '../../ui/Toast.tsx'
import type { ExportHandle } from '../export/ExportButton.tsx'
import { LaterExportButton } from '../export/LaterExportButton.tsx'
import { explainFailure } from '../result/failure.ts'
import { isOffline } from '../result/isOffline.ts'
import { FailureAlert } from '../result/FailureAlert.tsx'
import { FilterBar, type FilterBarHandle } from './FilterBar.tsx'
import { refusedCondition } from './filterRefusal.ts'
import { LaterQueryFaces } from '../copyAs/LaterQueryFaces.tsx'
import { TryAgain } from './TryAgain.tsx'
import { useHeaderDetails } from './useHeaderDetails.ts'
import { createGridPlace } from '../result/gridPlace.ts'
import { holdTools } from '../result/holdTools.ts'
import styles from '../result/Query.module.css'
import { RunButton } from '../result/RunButton.tsx'
import { useGridMenus } from './menu/useGridMenus.tsx'
import { inPlaceOfRows } from './empty/inPlaceOfRows.tsx'
import { searchWords } from './search/searchWords.ts'
import { ResultNotices } from './ResultNotices.tsx'
import { StatusBar } from '../result/StatusBar.tsx'
import { exportOf } from './exportOf.ts'
import { knownCount } from './knownCount.ts'
import { outcomeOf } from './outcomeOf.ts'
import { rowCountWords } from '../result/statusText.ts'
import { filterWords } from '../../words/en/filter/filter.ts'
import { gridColumns } from '../result/gridColumns.ts'
import type { OpenRecordStore } from '../record/useOpenRecord.ts'
import { useKeptSpot } from '../result/useKeptSpot.ts'
import { useResultTasks } from '../result/useResultTasks.ts'
import { useRun } from '../result/useRun.ts'
import { useSearchRun } from '../result/useSearchRun.ts'
import { BesideGrid } from './beside/BesideGrid.tsx'
import { useBeside } from './beside/useBeside.ts'
import { useKnownSort } from './sort/useKnownSort.ts'
import { useWay } from './way/useWay.ts'
import { useShortcuts } from '../shortcuts/useShortcuts.ts'
import { ColumnsButton } from '../columns/ColumnsButton.tsx'
import { useShownLayout } from '../columns/useShownLayout.ts'
import { columnsWords } from '../../words/en/columns.ts'
import type { Field } from '../../protocol/field.ts'

const Distributions = optionalComponent(() =>
  import('../distributions/Distributions.tsx').then((module) => module.Distributions),
)
const SummarisedView = laterComponent(() =>
  import('./summarised/SummarisedView.tsx').then((module) => module.SummarisedView),
)
const SummariseButton = optionalComponent(() =>
  import('./summarised/SummariseButton.tsx').then((module) => module.SummariseButton),
)
const AboveHolder = optionalComponent(() => import('./AboveHolder.tsx').then((module) => module.AboveHolder))
const ChartedRecords = laterComponent(() => import('./ChartedRecords.tsx').then((module) => module.ChartedRecords))
const StaleRows = laterComponent(() => import('./StaleRows.tsx').then((module) => module.StaleRows))
const FilterRefusal = laterComponent(() => import('./FilterRefusal.tsx').then((module) => module.FilterRefusal))
const AddRecord = laterComponent(() => import('../record/AddRecord.tsx').then((module) => module.AddRecord))

export interface FilterViewProps {
  readonly instance: Instance
  readonly client: ActionClient
  readonly view: View
  /** The table, by id or alias; null if none is chosen. */
  readonly resource: string | null
  /** Its id, as only that is taken for changes; what was given for it while the list of tables is not here. */
  readonly tableId: string | null
  readonly title: string
  /** The table's; null while unknown. */
  readonly fields: readonly Field[] | null
  /** How many tables the instance has; null while unknown. */
  readonly tables: number | null
  /** Why the list of tables couldn't be loaded. */
  readonly tablesError: Error | null
  readonly openRecord: OpenRecordStore
  /** Further buttons of the query bar, which are told whether the result is here, how many records it has if that is known, and of a summary how many groups. */
  readonly tools: (isShown: boolean, records: number | null, columns?: number) => ReactNode
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
  fields: known,
  tables,
  tablesError,
  openRecord,
  tools,
  statusBar,
}: FilterViewProps) {
  const cache = useQueryClient()
  const { token } = useToken(instance)
  const sorting = useKnownSort({ instanceId: instance.id, client, view, resource, fields: known })
  const carrying = useWay({ instance, client, view: sorting.view, resource, fields: known })
  const { client: asker } = carrying
  const isSummarised = view.summary !== ''
  const query = isSummarised ? null : carrying.query
  const read = useRecords(instance.id, asker, query)
  sorting.heard(read.error)
  const [place] = useState(createGridPlace)
  const bar = useRef<FilterBarHandle>(null)
  const isAnswered = useAfterFirstAnswer()
  const [resultTools, setResultTools] = useState<HTMLElement | null>(null)
  const [size, setSize] = useState<{ readonly rows: number; readonly columns: number | null } | null>(null)
  const exporting = useRef<ExportHandle>(null)
  // The same after a reload, unlike the client's identity.
  const named = JSON.stringify([instance.id, query && queryText(withoutColumns(query))])
  const key = `${asker.identity} ${instance.id} ${query && queryText(query)}`
  const keptSpot = useKeptSpot(named, tableId)
  const search = useSearchRun(
    read,
    key,
    () => void cache.cancelQueries({ queryKey: [instance.id, 'datastore_search'] }),
  )
  const { waiting, stoppedAfter } = useRun(search.run)
  const { records, actions, task, failed } = useResultTasks(read, asker, query, `${key} ${search.asked}`)
  const columns = useMemo(() => gridColumns(records.fields), [records.fields])
  const chosen = chosenColumns(view)
  const widths = useColumnWidths(instance.id, tableId)
  const layout = useShownLayout(chosen, records.fields, widths.begin)
  const fields = chosen === null && !isSummarised ? records.fields : (known ?? records.fields)
  const mayNotSort = useProfile(client, ({ refuses }) => refuses.has('sort'))
  const address = instance.origin === 'embedded' ? null : instance.baseUrl
  const asked = { instance: instance.title, table: title, hasToken: token !== null, address }
  const ofRows = { instance, client, asker, query, named, tableId, asked, fields, records, openRecord }
  const columnOf = () => keptSpot.ref.current?.focused()?.column ?? null
  const beside = useBeside(ofRows, columnOf)
  const [details, setDetails] = useHeaderDetails()
  const onOpenRecord = view.distinct === true ? () => showToast(columnsWords.alikeStay) : beside.showRecord
  const onFilter = (column: string) => bar.current?.addFilter(column)
  const ofTable = { instanceId: instance.id, resource: carrying.resource, view, fields }
  const ofGrid = {
    ...ofTable,
    grid: keptSpot.ref,
    client,
    records,
    mayNotSort,
    onFilter,
    onOpenRecord,
    onProfile: beside.showProfile,
  }
  const menus = useGridMenus(ofGrid)
  useShortcuts({
    searchRecords: () => bar.current?.focusSearch(),
    addFilter: () => bar.current?.addFilter(place.get().cell?.column ?? null),
    ...(isSummarised
      ? {}
      : {
          exportRecords: () => exporting.current?.start(),
          ...menus.shortcuts,
          runQuery: search.again,
          // Here, as the key may be pressed before that which fills the headers has loaded.
          columnProfile: fields.length > 0 ? beside.profile : undefined,
          stopWaiting: waiting?.stop,
        }),
  })
  const failure = records.status === 'failed' && records.error !== null ? explainFailure(records.error, asked) : null
  const refused = failure === null ? null : refusedCondition(records.error, conditionsOf(view.where))
  const hasRows = records.fields.length > 0
  const retry = <TryAgain error={records.error} resource={resource} onAgain={search.again} />
  const alert =
    failure !== null && refused === null && !isOffline(records.error) ? (
      <FailureAlert failure={failure} actions={retry} />
    ) : null
  const ofResult = {
    instance,
    client,
    title,
    view,
    query,
    fields: known,
    asked,
    tables,
    tablesError,
    resource,
    carrying,
    records,
  }
  const isHere = records.status === 'ready' && !records.stale && query !== null

  return (
    <>
      <div ref={holdTools} className={styles.tools}>
        {tableId !== null && (hasRows || isSummarised || failure !== null || carrying.way === null) && (
          <LaterQueryFaces
            instance={instance}
            client={client}
            view={view}
            tableId={tableId}
            title={title}
            tableFields={known}
            records={records}
          />
        )}
        <span className={styles.spacer} />
        {isAnswered && <SummariseButton {...ofTable} columnOf={columnOf} />}
        {isSummarised
          ? tools(size !== null, size?.rows ?? null, size?.columns ?? 0)
          : tools(isHere, isHere ? knownCount(records, view.limit) : null)}
        {isSummarised && <span ref={setResultTools} className={styles.resultTools} />}
        {!isSummarised && (
          <>
            {(token !== null || instance.origin === 'embedded') && tableId !== null && hasRows && (
              <AddRecord {...{ instance, client }} resource={tableId} onAdd={() => beside.showRecord('new')} />
            )}
            {isAnswered && <Distributions {...ofRows} {...beside} grid={keptSpot.ref} onDetails={setDetails} />}
            <ColumnsButton
              view={view}
              fields={chosen === null ? fields : known}
              isOpen={beside.kind === 'columns'}
              onToggle={() => beside.showColumns(beside.kind !== 'columns')}
            />
            <LaterExportButton
              ref={exporting}
              fileOptions={settings.fileOptions}
              title={title}
              source={
                query === null || !hasRows || records.stale
                  ? null
                  : exportOf(records, {
                      client: asker,
                      query,
                      columns: chosen,
                      asked,
                      isUnsorted: mayNotSort && view.sort.length > 0,
                    })
              }
            />
            <RunButton run={waiting} onRun={search.again} disabled={query === null} />
          </>
        )}
      </div>
      <Boundary of={named}>
        <FilterBar
          key={JSON.stringify([instance.id, resource])}
          ref={bar}
          instanceId={instance.id}
          client={asker}
          resource={carrying.resource}
          view={view}
          fields={fields}
          mayNotSort={mayNotSort}
          missingSort={sorting.missing}
          carrying={carrying}
          matching={records.stale || isSummarised ? null : records.total}
          refused={refused?.id ?? null}
        />
      </Boundary>
      {isSummarised ? (
        <Boundary of={`${named} ${view.summary}`}>
          <SummarisedView of={ofResult} fields={known} tools={resultTools} statusBar={statusBar} onSize={setSize} />
        </Boundary>
      ) : (
        <>
          <div className={styles.body} data-beside={beside.kind ?? undefined}>
            {isAnswered && <AboveHolder />}
            {view.chart !== '' && (
              <Boundary of={`${named} ${view.chart}`}>
                <ChartedRecords {...ofResult} asker={asker} />
              </Boundary>
            )}
            <div className={styles.grid}>
              <DataGrid
                {...keptSpot}
                label={filterWords.records}
                columns={columns}
                rows={records.rows}
                layout={layout}
                onWidths={widths.onWidths}
                sort={mayNotSort ? NO_KEYS : view.sort}
                sortRefusal={mayNotSort ? filterWords.noSort : undefined}
                onSort={(sort) => (mayNotSort ? showToast(filterWords.noSort) : navigate({ ...view, sort }))}
                highlight={records.stale ? '' : searchWords(view.search)}
                busy={records.fetching}
                stale={records.stale && records.fetching}
                resetKey={`${asker.identity} ${named}`}
                onActiveCell={(cell) => place.set({ cell })}
                onVisibleRows={(start, end) => place.set({ start, end })}
                onOpenRecord={onOpenRecord}
                onMenu={menus.onMenu}
                details={details}
              >
                {inPlaceOfRows({ ...ofResult, alert })}
              </DataGrid>
            </div>
            {/* Below the rows, as they come of themselves: above, they would move what the pointer is on. */}
            {alert && hasRows && <div className={styles.notice}>{alert}</div>}
            {refused && records.error && <FilterRefusal condition={refused} error={records.error} asked={asked} />}
            {records.stale && !records.fetching && <StaleRows view={view} of={records.of} fields={fields} />}
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
          <Boundary of={`${named} ${beside.kind}`}>
            <BesideGrid beside={beside} of={ofRows} view={view} title={title} onSaved={search.again} />
          </Boundary>
          {menus.menus}
          <Boundary of={named}>
            <StatusBar
              target={statusBar}
              place={place}
              rowCount={records.rowCount}
              rowCountWords={rowCountWords(records)}
              allLoaded={
                records.rowCountIsKnown && (records.cut !== null || (view.limit !== null && view.limit <= 1000))
              }
              waiting={waiting === null ? null : { run: waiting, on: carrying.asked === null ? instance.title : null }}
              outcome={outcomeOf(records, failure, refused !== null, stoppedAfter, carrying.status)}
              task={task}
              actions={actions}
            />
          </Boundary>
        </>
      )}
    </>
  )
}

const NO_KEYS: View['sort'] = []

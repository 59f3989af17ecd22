import { DataGrid } from '../../../grid/DataGrid.tsx'
import { Boundary } from '../../../ui/Boundary.tsx'
import { laterComponent } from '../../../ui/later.tsx'
import { showToast } from '../../../ui/Toast.tsx'
import { filterWords } from '../../../words/en/filter/filter.ts'
import { navigate, type View } from '../../../workspace/view.ts'
import { FailureAlert } from '../../result/FailureAlert.tsx'
import { isOffline } from '../../result/isOffline.ts'
import styles from '../../result/SheetView.module.css'
import { inPlaceOfRows, type InPlaceOfRows } from '../empty/inPlaceOfRows.tsx'
import { ResultNotices } from '../notes/ResultNotices.tsx'
import { searchWords } from '../search/searchWords.ts'
import { TryAgain } from '../TryAgain.tsx'
import type { RecordsGrid } from './useRecordsGrid.ts'
import type { ShownRecords } from './useShownRecords.ts'

const ChartedRecords = laterComponent(() => import('../ChartedRecords.tsx').then((module) => module.ChartedRecords))
const StaleRows = laterComponent(() => import('../StaleRows.tsx').then((module) => module.StaleRows))
const FilterRefusal = laterComponent(() => import('../FilterRefusal.tsx').then((module) => module.FilterRefusal))

export interface RecordsBodyProps {
  readonly of: Omit<InPlaceOfRows, 'alert'>
  readonly shown: ShownRecords
  readonly grid: RecordsGrid
}

/** The records in the grid, their chart above, and below them what is to be said of how they came. */
export function RecordsBody({ of, shown, grid }: RecordsBodyProps) {
  const { client, view, resource, asked, records } = of
  const { planning, named, failure, refused, again } = shown
  const { place, mayNotSort } = grid
  const retry = <TryAgain error={records.error} resource={resource} onAgain={again} />
  const alert =
    failure !== null && refused === null && !isOffline(records.error) ? (
      <FailureAlert failure={failure} actions={retry} />
    ) : null
  return (
    <>
      {view.chart !== '' && (
        <Boundary of={`${named} ${view.chart}`}>
          <ChartedRecords {...of} />
        </Boundary>
      )}
      <div className={styles.grid}>
        <DataGrid
          {...grid.keptSpot}
          label={filterWords.records}
          columns={grid.columns}
          rows={records.rows}
          layout={grid.layout}
          onArrange={grid.arrange}
          lines={grid.layout.lines}
          openRow={grid.beside.openRow}
          sort={mayNotSort ? NO_KEYS : view.sort}
          sortRefusal={mayNotSort ? filterWords.noSort : undefined}
          onSort={(sort) => (mayNotSort ? showToast(filterWords.noSort) : navigate({ ...view, sort }))}
          highlight={records.stale ? '' : searchWords(view.search)}
          busy={records.fetching}
          stale={records.stale && records.fetching}
          resetKey={`${planning.client.identity} ${named}`}
          onActiveCell={(cell) => place.set({ cell })}
          onVisibleRows={(start, end) => place.set({ start, end })}
          onSelected={(selected) => place.set({ selected })}
          onOpenRecord={grid.onOpenRecord}
          onMenu={grid.menus.onMenu}
          details={grid.details}
        >
          {inPlaceOfRows({ ...of, alert })}
        </DataGrid>
      </div>
      {/* Below the rows, as they come of themselves: above, they would move what the pointer is on. */}
      {alert && records.fields.length > 0 && <div className={styles.notice}>{alert}</div>}
      {refused && records.error && <FilterRefusal condition={refused} error={records.error} asked={asked} />}
      {records.stale && !records.fetching && <StaleRows view={view} of={records.of} fields={grid.fields} />}
      <ResultNotices
        records={records}
        asked={asked}
        resource={resource}
        client={client}
        failedTask={shown.failedTask}
        hasFailed={failure !== null}
        onRunAgain={again}
      />
    </>
  )
}

const NO_KEYS: View['sort'] = []

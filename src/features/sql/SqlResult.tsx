import { TriangleAlert } from 'lucide-react'
import { useEffectEvent, useLayoutEffect, useMemo, useState, type ReactNode } from 'react'
import type { ActionClient } from '../../instances/client/actionClient.ts'
import { settings } from '../../workspace/settings.ts'
import { AUTO_CHART } from '../../workspace/view.ts'
import { endsAtLimit } from '../../rows/resultExtent.ts'
import type { AnsweredStatement } from '../../results/sqlRuns.ts'
import type { GridSpot } from '../../rows/gridSpot.ts'
import { localRows } from '../../rows/localRows.ts'
import type { DataGridHandle } from '../../grid/dataGridProps.ts'
import { DataGrid } from '../../grid/DataGrid.tsx'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Boundary } from '../../ui/Boundary.tsx'
import { laterComponent } from '../../ui/later.tsx'
import { showToast } from '../../ui/Toast.tsx'
import { ChartButton } from '../chart/ChartButton.tsx'
import { ExportButton, type ExportHandle } from '../export/ExportButton.tsx'
import { explainFailure, type Asked } from '../result/failure.ts'
import { FailureAlert } from '../result/FailureAlert.tsx'
import { createGridPlace, type GridPlaceStore } from '../result/gridPlace.ts'
import { EarlierResult } from './EarlierResult.tsx'
import { copiesUsed } from './across/copyClient.ts'
import { RanOn } from './across/RanOn.tsx'
import { lostWords } from './lostWords.ts'
import { sqlWords } from '../../words/en/sql.ts'
import { previewWords } from '../../words/en/sql/preview.ts'
import frame from '../result/SheetView.module.css'
import styles from './SqlView.module.css'
import { StatusBar, type Outcome, type StatusBarProps } from '../result/StatusBar.tsx'
import { statusText } from '../result/statusText.ts'
import { useShortcuts } from '../shortcuts/useShortcuts.ts'
import { useKeptSpot } from '../result/useKeptSpot.ts'
import { useResultRows, type ResultRows } from './useResultRows.ts'

export interface SqlResultProps {
  /** The last answer that came, which stays when a later run fails. */
  readonly good: AnsweredStatement | null
  readonly isBusy: boolean
  /** The statement was changed since. */
  readonly isEdited: boolean
  /** When the last run began, ms since 1970. */
  readonly ranAt: number | null
  readonly client: ActionClient
  readonly asked: Asked
  /** What the answer is about, for the name of its file. */
  readonly title: string
  readonly exporting: React.RefObject<ExportHandle | null>
  /** The chart of the answer as the view has it; empty: none is shown. */
  readonly chart: string
  readonly onChart: (chart: string) => void
  readonly waiting: StatusBarProps['waiting']
  /** How the last run ended if it brought no answer. */
  readonly ended: Outcome | null
  /** In the place of the heading: the tabs of several results, and the id of what they switch. */
  readonly tabs: { readonly list: ReactNode; readonly id: string } | null
  /** Which of several results it is. */
  readonly tab: string
  /** Why there is nothing to show; null if that needs no other words. */
  readonly emptyWords: string | null
  /** What stands there before anything has run. */
  readonly before: ReactNode
  /** The preview of what is being written, which takes the place of the answer; null: none does. */
  readonly preview: ReactNode
}

/** The answer of the last run that brought one: its rows, how far they go, and what can be done about that; or a preview. */
export function SqlResult(props: SqlResultProps) {
  const { good, client, asked, chart, onChart, waiting, ended, tabs, tab, preview } = props
  const [place] = useState(createGridPlace)
  const [spots] = useState(() => new Map<string, GridSpot>())
  const result = useResultRows(good, client)
  const { extent, failed } = result
  return (
    <section
      className={styles.result}
      aria-label={sqlWords.result}
      id={tabs?.id}
      role={tabs === null ? undefined : 'tabpanel'}
    >
      <ResultBar {...props} result={result} />
      {preview}
      <div className={styles.answer} hidden={preview !== null}>
        {good !== null && (
          <EarlierResult good={good} isEdited={props.isEdited} ended={ended?.kind ?? null} ranAt={props.ranAt} />
        )}
        {chart !== '' && good !== null && (
          <Boundary of={`${good.sql} ${chart}`}>
            <RowsChart
              fields={result.fields}
              rows={result.rows}
              notes={{ cut: extent?.cut?.at ?? null, sample: null, isAbout: false }}
              asked={{ question: good.sql, instance: asked.instance, at: good.at }}
              chart={chart}
              onChart={onChart}
            />
          </Boundary>
        )}
        <ResultGrid key={tab} {...props} result={result} place={place} spots={spots} />
        {failed?.state.kind === 'failed' && (
          <div className={frame.notice}>
            <FailureAlert
              failure={explainFailure(failed.state.error, asked)}
              actions={
                <Button size="sm" onClick={failed.stop}>
                  {sqlWords.close}
                </Button>
              }
            />
          </div>
        )}
      </div>
      {preview === null && (
        <StatusBar
          place={place}
          rowCount={result.rows.length}
          allLoaded
          waiting={waiting}
          stopsElsewhere
          outcome={ended ?? outcomeOf(result)}
          task={result.task}
          actions={result.actions}
        />
      )}
    </section>
  )
}

interface PartProps extends SqlResultProps {
  readonly result: ResultRows
}

function ResultBar(props: PartProps) {
  const { good, asked, title, exporting, chart, onChart, tabs, result, preview } = props
  const isHidden = preview !== null
  const { extent } = result
  const lost = good === null || isHidden ? null : lostWords(result.fields, result.lost)
  const used = good === null || isHidden ? null : copiesUsed(good.answer)
  const source = extent && {
    kind: 'rows' as const,
    fields: result.fields,
    rows: result.rows,
    cutAt: extent.cut?.at ?? null,
    isProven: extent.cut !== null || extent.proof === 'shown',
    isAtLimit: endsAtLimit(extent),
    lost,
    getAll: extent.cut === null ? null : result.getAll,
    asked,
  }
  return (
    <div className={styles.bar}>
      {tabs === null ? <h2>{isHidden ? previewWords.title : sqlWords.result}</h2> : tabs.list}
      {used !== null && <RanOn copies={used} />}
      <span className={frame.spacer} />
      {lost !== null && (
        <span className={styles.lost} role="note">
          <Icon icon={TriangleAlert} size={12} />
          <span>{lost}</span>
        </span>
      )}
      <ChartButton
        small
        isOpen={chart !== ''}
        disabled={good === null || isHidden}
        onToggle={() => onChart(chart === '' ? AUTO_CHART : '')}
      />
      <ExportButton
        ref={exporting}
        small
        fileOptions={settings.fileOptions}
        title={title}
        source={isHidden ? null : source}
      />
    </div>
  )
}

interface GridProps extends PartProps {
  readonly place: GridPlaceStore
  /** Where one was in the grids of the other tabs. */
  readonly spots: Map<string, GridSpot>
}

function ResultGrid(props: GridProps) {
  const { good, isBusy, ended, emptyWords, before, result, place, spots } = props
  const { columns, fields, rows, sorted, sortRefusal } = result
  const { ref, begin } = useKeptSpot(JSON.stringify([good?.sql ?? null, sorted.sort]))
  const name = JSON.stringify([good?.at, good?.sql])
  const leave = useEffectEvent((grid: DataGridHandle | null) => {
    if (grid !== null) spots.set(name, grid.spot())
  })
  useLayoutEffect(() => () => leave(ref.current), [ref])
  useShortcuts({ goToRow: () => ref.current?.openGoTo() })
  const source = useMemo(() => localRows({ fields, rows }), [fields, rows])
  const isBefore = good === null && emptyWords === null && !isBusy && ended === null
  const hint =
    good === null ? (emptyWords ?? (isBusy ? null : noRowsWords(props))) : rows.length === 0 ? sqlWords.noRecords : null
  return (
    <div className={frame.grid}>
      <DataGrid
        ref={ref}
        begin={begin ?? spots.get(name) ?? null}
        label={sqlWords.records}
        columns={columns}
        rows={source}
        sort={sorted.sort}
        sortRefusal={sortRefusal}
        onSort={(sort) => (sortRefusal === undefined ? sorted.sortBy(sort) : showToast(sortRefusal))}
        busy={isBusy}
        stale={good !== null && isBusy}
        resetKey={JSON.stringify([good?.at, sorted.sort])}
        onActiveCell={(cell) => place.set({ cell })}
        onVisibleRows={(start, end) => place.set({ start, end })}
        onSelected={(selected) => place.set({ selected })}
      >
        {isBefore && before ? before : hint !== null && <p className={styles.hint}>{hint}</p>}
      </DataGrid>
    </div>
  )
}

/** Why there are no rows at all, while nothing runs. */
function noRowsWords({ ended, isEdited }: SqlResultProps): string {
  return ended?.kind === 'failed' && !isEdited ? sqlWords.failed : sqlWords.notRun
}

function outcomeOf({ extent, isAsking }: ResultRows): Outcome {
  if (extent === null) return { kind: 'none' }
  return { kind: 'done', text: statusText(extent, isAsking ? 'loading' : 'here') }
}

const RowsChart = laterComponent(() => import('../chart/RowsChart.tsx').then((module) => module.RowsChart))

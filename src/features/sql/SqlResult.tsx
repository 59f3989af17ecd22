import { TriangleAlert } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { ActionClient } from '../../instances/client/actionClient.ts'
import { countStatement, readStatement, type ReadOptions, type WholeAnswer } from '../../results/readStatement.ts'
import { AUTO_CHART } from '../../workspace/view.ts'
import type { ResultExtent } from '../../rows/resultExtent.ts'
import type { AnsweredStatement } from '../../results/sqlRuns.ts'
import { localRows } from '../../rows/localRows.ts'
import { DataGrid } from '../../grid/DataGrid.tsx'
import type { SqlAnswer } from '../../protocol/answers.ts'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { laterComponent } from '../../ui/later.tsx'
import { showToast } from '../../ui/Toast.tsx'
import { ChartButton } from '../chart/ChartButton.tsx'
import { ExportButton, type ExportHandle } from '../export/ExportButton.tsx'
import { explainFailure, type Asked } from '../result/failure.ts'
import { FailureAlert } from '../result/FailureAlert.tsx'
import { clockWords } from '../../words/figures.ts'
import { createGridPlace } from '../result/gridPlace.ts'
import { lostWords } from './lostWords.ts'
import { sqlWords } from '../../words/en/sql.ts'
import frame from '../result/Query.module.css'
import styles from './SqlView.module.css'
import { StatusBar, type Outcome, type StatusBarProps } from '../result/StatusBar.tsx'
import { statusText } from '../result/statusText.ts'
import { resultWords } from '../../words/en/result.ts'
import { gridColumns } from '../result/gridColumns.ts'
import { running } from '../result/useResultTasks.ts'
import { useKeptSpot } from '../result/useKeptSpot.ts'
import { useTask } from '../result/useTask.ts'
import { sortRefusalOf, useSortedAnswer } from './useSortedAnswer.ts'
import { useAnswerExtent } from './useAnswerExtent.ts'

export interface SqlResultProps {
  /** The last answer that came, which stays when a later run fails. */
  readonly good: AnsweredStatement | null
  readonly isBusy: boolean
  /** The statement was changed since. */
  readonly isEdited: boolean
  readonly client: ActionClient
  readonly asked: Asked
  readonly title: string
  readonly exporting: React.RefObject<ExportHandle | null>
  readonly statusBar: HTMLElement | null
  /** The chart of the answer as the view has it; empty: none is shown. */
  readonly chart: string
  readonly onChart: (chart: string) => void
  readonly waiting: StatusBarProps['waiting']
  /** How the last run ended if it brought no answer. */
  readonly ended: Outcome | null
}

/** The answer of the last run that brought one: its rows, how far they go, and what can be done about that. */
export function SqlResult(props: SqlResultProps) {
  const { good, isBusy, isEdited, client, asked, title, exporting, statusBar, chart, onChart, waiting, ended } = props
  const [place] = useState(createGridPlace)
  const whole = useTask<WholeAnswer>(`${good?.at} ${good?.sql}`)
  const answer = whole.state.kind === 'done' ? whole.state.value.answer : (good?.answer ?? NO_ANSWER)
  const columns = useMemo(() => gridColumns(answer.fields), [answer])
  const count = useTask<number>(`${good?.at} ${good?.sql}`)
  const counted = count.state.kind === 'done' ? count.state.value : null
  const { extent, isAsking } = useAnswerExtent(good, client, whole.state, counted)
  const sortRefusal = sortRefusalOf(extent, isAsking)
  const sorted = useSortedAnswer(good, answer, columns, sortRefusal === undefined)
  const { rows } = sorted
  const keptSpot = useKeptSpot(JSON.stringify([good?.sql ?? null, sorted.sort]))
  const source = useMemo(() => localRows({ fields: answer.fields, rows }), [answer, rows])
  const getAll =
    good === null || extent === null || isAsking || !canGetMore(extent)
      ? null
      : (options: ReadOptions) => readStatement(client, good.sql, good.answer, options)
  const actions = getAll === null ? [] : [{ title: resultWords.getAll(counted), onAct: () => whole.start(getAll) }]
  if (good !== null && getAll !== null && counted === null) {
    const { sql } = good
    actions.push({
      title: resultWords.countExactly,
      onAct: () => count.start(({ signal }) => countStatement(client, sql, signal)),
    })
  }
  const failed = whole.state.kind === 'failed' ? whole : count.state.kind === 'failed' ? count : null
  const lost = good === null ? null : lostWords(answer.fields, answer.lost)
  const isOld = good !== null && (ended !== null || isBusy)
  return (
    <section className={styles.result} aria-label={sqlWords.result}>
      <div className={styles.bar}>
        <h2>{sqlWords.result}</h2>
        {good !== null && (isOld || isEdited) && (
          <span>{isEdited ? sqlWords.ofRunBeforeEdit(clockWords(good.at)) : sqlWords.ofRun(clockWords(good.at))}</span>
        )}
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
          disabled={good === null}
          onToggle={() => onChart(chart === '' ? AUTO_CHART : '')}
        />
        <ExportButton
          ref={exporting}
          small
          title={sqlWords.exportTitle(title)}
          source={
            extent === null
              ? null
              : {
                  kind: 'rows',
                  fields: answer.fields,
                  rows,
                  cutAt: extent.cut?.at ?? null,
                  isProven: extent.cut !== null || extent.proof === 'shown',
                  lost,
                  getAll: extent.cut === null ? null : getAll,
                  asked,
                }
          }
        />
      </div>
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
      {chart !== '' && good !== null && (
        <RowsChart
          fields={answer.fields}
          rows={rows}
          notes={{ cut: extent?.cut?.at ?? null, sample: null, isAbout: false }}
          asked={{ question: good.sql, instance: asked.instance, at: good.at }}
          chart={chart}
          onChart={onChart}
        />
      )}
      <div className={frame.grid}>
        <DataGrid
          {...keptSpot}
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
        >
          {good === null && !isBusy && ended === null ? (
            <p className={styles.hint}>{sqlWords.notRun}</p>
          ) : good !== null && rows.length === 0 ? (
            <p className={styles.hint}>{sqlWords.noRecords}</p>
          ) : null}
        </DataGrid>
      </div>
      <StatusBar
        target={statusBar}
        place={place}
        rowCount={rows.length}
        allLoaded
        waiting={waiting}
        outcome={
          ended ??
          (extent === null
            ? { kind: 'none' }
            : { kind: 'done', text: statusText(extent, isAsking ? 'loading' : 'here') })
        }
        task={running('gettingAll', whole) ?? running('counting', count)}
        actions={actions}
      />
    </section>
  )
}

const RowsChart = laterComponent(() => import('../chart/RowsChart.tsx').then((module) => module.RowsChart))

/** Whether there are rows beyond those that are here, or may be. */
function canGetMore({ cut, proof }: ResultExtent): boolean {
  return cut === null ? proof !== 'shown' : cut.cause === 'serverCap' || cut.cause === 'silentCap'
}

const NO_ANSWER: SqlAnswer = { fields: [], rows: [], truncated: false, lost: [] }

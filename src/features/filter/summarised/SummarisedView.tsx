import { HardDriveDownload, MousePointerClick, Scissors } from 'lucide-react'
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { useProfile } from '../../../instances/profile/useProfile.ts'
import type { Field } from '../../../protocol/field.ts'
import type { JsonText } from '../../../protocol/jsonText.ts'
import { wayOf } from '../../../query/way.ts'
import { readSummary } from '../../../summary/summaryLink.ts'
import type { Grouping, Summary } from '../../../summary/summary.ts'
import { Boundary } from '../../../ui/Boundary.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { laterComponent } from '../../../ui/later.tsx'
import { showToast } from '../../../ui/Toast.tsx'
import { summariseWords } from '../../../words/en/summarise.ts'
import { withoutIsolates } from '../../../words/isolated.ts'
import { queryOf } from '../../../workspace/edits/viewEdits.ts'
import { AUTO_CHART, navigate, type View } from '../../../workspace/view.ts'
import { settings } from '../../../workspace/settings.ts'
import { ChartButton } from '../../chart/ChartButton.tsx'
import { FindOutWhy } from '../../connect/FindOutWhy.tsx'
import { askToCopy } from '../../copy/askToCopy.ts'
import type { ExportHandle } from '../../export/ExportButton.tsx'
import { LaterExportButton } from '../../export/LaterExportButton.tsx'
import { explainFailure } from '../../result/failure.ts'
import { isOffline } from '../../result/isOffline.ts'
import { FailureAlert } from '../../result/FailureAlert.tsx'
import { gridColumns } from '../../result/gridColumns.ts'
import { createGridPlace } from '../../result/gridPlace.ts'
import styles from '../../result/Query.module.css'
import { RunButton } from '../../result/RunButton.tsx'
import { StatusBar, type Outcome } from '../../result/StatusBar.tsx'
import { useRun } from '../../result/useRun.ts'
import { useSearchRun } from '../../result/useSearchRun.ts'
import { useShortcuts } from '../../shortcuts/useShortcuts.ts'
import { withinGroups } from '../../summarise/rangeRecords.ts'
import { recordsOfCell } from '../../summarise/groupRecords.ts'
import { leftOutWords, partialWords, summaryStatus } from '../../summarise/summaryStatus.ts'
import { withSummary } from '../../summarise/summaryEdits.ts'
import { cellOfGroup, keysOfCell } from '../../summarise/cellOfGroup.ts'
import { summaryTable, type SummaryTable } from '../../summarise/summaryTable.ts'
import { SummaryTableView, type GroupColours } from '../../summarise/SummaryTableView.tsx'
import hint from '../../summarise/SummaryTableView.module.css'
import { summaryText } from '../../summarise/summaryText.ts'
import { missingFields, useSummary } from '../../summarise/useSummary.ts'
import { EmptyResult } from '../empty/EmptyResult.tsx'
import { questionOf } from './questionOf.ts'
import { inPlaceOfRows, type InPlaceOfRows } from '../empty/inPlaceOfRows.tsx'
import { holdAbove } from '../holdAbove.ts'

const SummaryChart = laterComponent(() => import('../../chart/SummaryChart.tsx').then((module) => module.SummaryChart))

export interface SummarisedViewProps {
  readonly of: Omit<InPlaceOfRows, 'alert'>
  /** All of the table's; null while unknown. */
  readonly fields: readonly Field[] | null
  /** Where the buttons for the result are shown. */
  readonly tools: HTMLElement | null
  readonly statusBar: HTMLElement | null
  /** Called with the size of the result when it is shown, and null while it isn't. */
  readonly onSize: (size: SummaryTable['size'] | null) => void
}

/** The summary of the records: its table, and all that can be done with it. */
export function SummarisedView(props: SummarisedViewProps) {
  const summary = useMemo(() => readSummary(props.of.view.summary), [props.of.view.summary])
  const { view } = props.of
  // A link whose summary can't be read shows the records; the page says which part of it that is.
  useEffect(() => {
    if (summary !== null) return undefined
    // Whoever reads the link for that has to see it first.
    const timer = setTimeout(() => navigate(withSummary(view, null), 'replace'))
    return () => clearTimeout(timer)
  }, [summary, view])
  return summary === null ? null : <Summarised {...props} summary={summary} />
}

function Summarised(props: SummarisedViewProps & { readonly summary: Summary }) {
  const { of, fields, summary, tools, statusBar, onSize } = props
  const { instance, view, asked, title, resource, carrying } = of
  const [place] = useState(createGridPlace)
  const cell = useSyncExternalStore(place.subscribe, () => place.get().cell)
  const [colours, setColours] = useState<GroupColours | null>(null)
  const exporting = useRef<ExportHandle>(null)
  const query = useMemo(
    () => (carrying.query === null ? null : queryOf(unlimited(view), carrying.query.resource)),
    [carrying.query, view],
  )
  const shown = useSummary({ instanceId: instance.id, client: carrying.client, query, fields, summary })
  const { answered } = shown
  const search = useSearchRun(shown, shown.key, shown.cancel)
  const { waiting, stoppedAfter } = useRun(search.run)
  const table = useMemo(
    () => (answered === null ? null : summaryTable(answered.summary, answered.answer, fields ?? [])),
    [answered, fields],
  )
  const isHere = shown.status === 'ready' && table !== null
  const size = isHere ? table.size : null
  useEffect(() => onSize(size), [onSize, size])
  useShortcuts({
    exportRecords: () => exporting.current?.start(),
    runQuery: search.again,
    stopWaiting: waiting?.stop,
  })
  const profile = useProfile(of.client, (known) => known)
  const failure = shown.error === null || isOffline(shown.error) ? null : explainFailure(shown.error, asked)
  const alert = failure !== null && (
    <FailureAlert
      failure={failure}
      actions={
        <>
          <Button size="sm" onClick={search.again}>
            {summariseWords.tryAgain}
          </Button>
          <FindOutWhy error={shown.error} resource={resource} />
        </>
      }
    />
  )
  const missing = fields === null || fields.length === 0 ? [] : missingFields(summary, fields)
  const canAsk = (next: View) => carrying.asked !== null || wayOf(next, profile) !== null
  const showRecords = (row: number, column: number) => {
    if (table === null || answered === null) return
    const records = recordsOfCell({ view, summary: answered.summary, table, fields: fields ?? [], canAsk }, row, column)
    if ('view' in records) navigate(records.view)
    else showToast(records.refusal)
  }
  const chosen = useMemo(() => {
    if (table === null || cell === null) return null
    const column = gridColumns(table.fields).findIndex(({ id }) => id === cell.column)
    return keysOfCell(table, cell.row, column)
  }, [table, cell])
  const setChart = (chart: string) => void navigate({ ...view, chart })
  const showGroup = (keys: readonly JsonText[] | null) => {
    if (table !== null) showRecords(...cellOfGroup(table, summary, keys))
  }
  const filterByRange = (grouping: Grouping, keys: readonly JsonText[]) => {
    const next = withinGroups(view, grouping, keys, fields ?? [])
    if (next === null) showToast(summariseWords.cantAsk)
    else navigate(next)
  }
  const partial = answered === null ? null : partialWords(answered.answer)
  const leftOut = answered === null ? null : leftOutWords(answered.answer)
  const copyTable =
    resource === null || instance.origin === 'embedded' || carrying.asked !== null
      ? null
      : () => askToCopy({ instance, client: of.client, query: queryOf(unlimited(view), resource), title })
  const outcome: Outcome =
    failure !== null
      ? { kind: 'failed', message: failure.what }
      : stoppedAfter !== null
        ? { kind: 'stopped', afterMs: stoppedAfter }
        : !isHere || answered === null
          ? { kind: 'none' }
          : {
              kind: 'done',
              text: summaryStatus(
                table,
                answered.answer,
                answered.way,
                carrying.asked === null ? null : carrying.status,
              ),
            }
  return (
    <>
      {tools !== null &&
        createPortal(
          <>
            <ChartButton isOpen={view.chart !== ''} onToggle={() => setChart(view.chart === '' ? AUTO_CHART : '')} />
            <LaterExportButton
              ref={exporting}
              fileOptions={settings.fileOptions}
              title={summariseWords.exportTitle(title, summaryText(summary))}
              source={
                !isHere || answered === null
                  ? null
                  : {
                      kind: 'rows',
                      fields: table.fields.map((field) => ({ ...field, id: withoutIsolates(field.id) })),
                      rows: table.rows.filter((_, row) => table.lines[row]?.kind !== 'total'),
                      cutAt: answered.answer.coverage.kind === 'cut' ? answered.answer.coverage.at : null,
                      isProven: true,
                      isAtLimit: false,
                      lost: null,
                      getAll: null,
                      asked,
                    }
              }
            />
            <RunButton run={waiting} onRun={search.again} disabled={query === null} />
          </>,
          tools,
        )}
      <div ref={holdAbove} className={styles.body}>
        {table === null || answered === null ? (
          <div className={styles.grid}>
            <SummaryTableView
              table={null}
              summary={summary}
              place={place}
              busy={shown.fetching}
              stale={false}
              resetKey={shown.key}
            >
              {missing.length > 0 ? (
                <p className={styles.failure}>{summariseWords.missing(missing)}</p>
              ) : fields?.length === 0 ? (
                <p className={styles.failure}>{summariseWords.noFields}</p>
              ) : (
                inPlaceOfRows({ ...of, alert })
              )}
            </SummaryTableView>
          </div>
        ) : (
          <>
            {view.chart !== '' && answered.answer.records > 0 && (
              <Boundary of={`${view.summary} ${view.chart}`}>
                <SummaryChart
                  summary={answered.summary}
                  answer={answered.answer}
                  fields={fields ?? NO_FIELDS}
                  asked={{ question: questionOf(title, view), instance: instance.title, at: shown.at }}
                  chart={view.chart}
                  onChart={setChart}
                  onRecords={(kind) => navigate({ ...view, summary: '', chart: kind })}
                  onGroup={showGroup}
                  onRange={filterByRange}
                  onColours={setColours}
                  chosen={chosen}
                />
              </Boundary>
            )}
            <div className={styles.grid}>
              <SummaryTableView
                table={answered.answer.records === 0 ? null : table}
                colours={colours}
                summary={answered.summary}
                place={place}
                busy={shown.fetching}
                stale={shown.stale && shown.fetching}
                resetKey={shown.key}
                onSummary={(next) => navigate(withSummary(view, next))}
                onCell={showRecords}
              >
                {isHere && answered.answer.records === 0 && query !== null ? (
                  <EmptyResult
                    kind="noMatch"
                    view={view}
                    total={0}
                    of={{ instanceId: instance.id, client: carrying.client, query }}
                  />
                ) : isHere && table.size.rows === 0 ? (
                  <p className={styles.failure}>{summariseWords.noGroups}</p>
                ) : null}
              </SummaryTableView>
            </div>
          </>
        )}
        {alert && table !== null && <div className={styles.notice}>{alert}</div>}
        {table !== null && answered !== null && answered.answer.records > 0 && (
          <div className={hint.hint} data-partial={partial === null ? undefined : ''}>
            <Icon icon={partial === null ? MousePointerClick : Scissors} />
            <p>
              {partial ?? (table.size.columns === null ? summariseWords.hintPlain : summariseWords.hint)} {leftOut}
            </p>
            {partial !== null && copyTable !== null && (
              <Button size="sm" icon={HardDriveDownload} onClick={copyTable}>
                {summariseWords.copyTable}
              </Button>
            )}
          </div>
        )}
      </div>
      <StatusBar
        target={statusBar}
        place={place}
        rowCount={table?.lines.length ?? 0}
        allLoaded
        waiting={waiting === null ? null : { run: waiting, on: carrying.asked === null ? instance.title : null }}
        outcome={outcome}
      />
    </>
  )
}

/** The same records in whatever order, and all of them: limit, sort and columns are about how records are shown. */
function unlimited(view: View): View {
  const { distinct: _, ...rest } = view
  return { ...rest, sort: [], limit: null, columns: null }
}

const NO_FIELDS: readonly Field[] = []

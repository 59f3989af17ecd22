import { useState, type ReactNode } from 'react'
import type { Field } from '../../../protocol/field.ts'
import type { Summary } from '../../../summary/summary.ts'
import { Boundary } from '../../../ui/Boundary.tsx'
import { laterComponent } from '../../../ui/later.tsx'
import { summariseWords } from '../../../words/en/summarise.ts'
import { navigate } from '../../../workspace/view.ts'
import styles from '../../result/SheetView.module.css'
import { withSummary } from '../../summarise/summaryEdits.ts'
import { SummaryTableView, type GroupColours } from '../../summarise/SummaryTableView.tsx'
import { missingFields } from '../../summarise/useSummary.ts'
import { EmptyResult } from '../empty/EmptyResult.tsx'
import { inPlaceOfRows, type InPlaceOfRows } from '../empty/inPlaceOfRows.tsx'
import { questionOf } from './questionOf.ts'
import type { ShownSummary } from './useShownSummary.ts'

const SummaryChart = laterComponent(() => import('../../chart/SummaryChart.tsx').then((module) => module.SummaryChart))

export interface SummaryBodyProps {
  readonly of: Omit<InPlaceOfRows, 'alert'>
  readonly summary: Summary
  readonly shown: ShownSummary
  /** Why it failed. */
  readonly alert: ReactNode
}

/** The table of a summary, and its chart above it; or why there is none. */
export function SummaryBody(props: SummaryBodyProps) {
  const { result } = props.shown
  return result === null ? <WithoutTable {...props} /> : <WithTable {...props} result={result} />
}

function WithoutTable({ of, summary, shown, alert }: SummaryBodyProps) {
  const { fields } = of
  const missing = fields === null || fields.length === 0 ? [] : missingFields(summary, fields)
  return (
    <div className={styles.grid}>
      <SummaryTableView
        table={null}
        summary={summary}
        place={shown.place}
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
  )
}

type WithTableProps = SummaryBodyProps & { readonly result: NonNullable<ShownSummary['result']> }

function WithTable({ of, shown, result }: WithTableProps) {
  const { instance, view, title, fields, planning } = of
  const { isHere, query } = shown
  const { table, summary, answer } = result
  const [colours, setColours] = useState<GroupColours | null>(null)
  return (
    <>
      {view.chart !== '' && answer.records > 0 && (
        <Boundary of={`${view.summary} ${view.chart}`}>
          <SummaryChart
            summary={summary}
            answer={answer}
            fields={fields ?? NO_FIELDS}
            asked={{ question: questionOf(title, view), instance: instance.title, at: shown.at }}
            chart={view.chart}
            onChart={(chart) => navigate({ ...view, chart })}
            onRecords={(kind) => navigate({ ...view, summary: '', chart: kind })}
            onGroup={shown.showGroup}
            onRange={shown.filterByRange}
            onColours={setColours}
            chosen={shown.chosen}
          />
        </Boundary>
      )}
      <div className={styles.grid}>
        <SummaryTableView
          table={answer.records === 0 ? null : table}
          colours={colours}
          summary={summary}
          place={shown.place}
          busy={shown.fetching}
          stale={shown.stale && shown.fetching}
          resetKey={shown.key}
          onSummary={(next) => navigate(withSummary(view, next))}
          onCell={shown.showRecords}
        >
          {isHere && answer.records === 0 && query !== null ? (
            <EmptyResult
              kind="noMatch"
              view={view}
              total={0}
              of={{ instanceId: instance.id, client: planning.client, query }}
            />
          ) : isHere && table.size.rows === 0 ? (
            <p className={styles.failure}>{summariseWords.noGroups}</p>
          ) : null}
        </SummaryTableView>
      </div>
    </>
  )
}

const NO_FIELDS: readonly Field[] = []

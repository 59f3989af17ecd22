import { useEffect, useMemo, useRef } from 'react'
import { readSummary } from '../../../summary/summaryLink.ts'
import type { Field } from '../../../protocol/field.ts'
import type { Summary } from '../../../summary/summary.ts'
import { Button } from '../../../ui/Button.tsx'
import { summariseWords } from '../../../words/en/summarise.ts'
import { navigate } from '../../../workspace/view.ts'
import { FindOutWhy } from '../../connect/FindOutWhy.tsx'
import type { ExportHandle } from '../../export/ExportButton.tsx'
import { FailureAlert } from '../../result/FailureAlert.tsx'
import styles from '../../result/SheetView.module.css'
import { StatusBar, type Outcome } from '../../result/StatusBar.tsx'
import { useShortcuts } from '../../shortcuts/useShortcuts.ts'
import { withSummary } from '../../summarise/summaryEdits.ts'
import { summaryStatus } from '../../summarise/summaryStatus.ts'
import { RouteLine } from '../plan/RouteLine.tsx'
import { saysRoute } from '../plan/saysRoute.ts'
import { SummaryBody } from './SummaryBody.tsx'
import { SummaryHint } from './SummaryHint.tsx'
import { SummaryExport } from './SummaryExport.tsx'
import { useShownSummary, type ShownSummary, type ShownSummaryOf } from './useShownSummary.ts'

/** The summary of the records: its table, and all that can be done with it. */
export function SummarisedView(props: ShownSummaryOf) {
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

function Summarised(props: ShownSummaryOf & { readonly summary: Summary }) {
  const { of, summary } = props
  const { instance, resource, planning } = of
  const exporting = useRef<ExportHandle>(null)
  const shown = useShownSummary(props, summary)
  const { result, waiting, failure } = shown
  useShortcuts({
    exportRecords: () => exporting.current?.start(),
    runQuery: shown.again,
    stopWaiting: waiting?.stop,
  })
  const alert = failure !== null && (
    <FailureAlert
      failure={failure}
      actions={
        <>
          <Button size="sm" onClick={shown.again}>
            {summariseWords.tryAgain}
          </Button>
          <FindOutWhy error={shown.error} resource={resource} />
        </>
      }
    />
  )
  return (
    <>
      <SummaryExport of={of} summary={summary} shown={shown} exporting={exporting} />
      <SummaryBody of={of} summary={summary} shown={shown} alert={alert} />
      {alert && result !== null && <div className={styles.notice}>{alert}</div>}
      {result !== null && result.answer.records > 0 && <SummaryHint of={of} result={result} />}
      <StatusBar
        place={shown.place}
        rowCount={result?.table.lines.length ?? 0}
        allLoaded
        waiting={waiting === null ? null : { run: waiting, on: planning.asked === null ? instance.title : null }}
        why={
          saysRoute(planning) ? (
            <RouteLine query={of.view} fields={of.fields ?? NO_FIELDS} planning={planning} />
          ) : undefined
        }
        outcome={outcomeOf(shown, planning.asked === null ? null : planning.status)}
      />
    </>
  )
}

const NO_FIELDS: readonly Field[] = []

function outcomeOf({ failure, stoppedAfter, isHere, result }: ShownSummary, onCopy: string | null): Outcome {
  if (failure !== null) return { kind: 'failed', message: failure.what }
  if (stoppedAfter !== null) return { kind: 'stopped', afterMs: stoppedAfter }
  if (!isHere || result === null) return { kind: 'none' }
  return { kind: 'done', text: summaryStatus(result.table, result.answer, result.way, onCopy) }
}

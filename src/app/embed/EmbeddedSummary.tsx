import { useMemo, useState } from 'react'
import { explainFailure } from '../../features/result/failure.ts'
import { createGridPlace } from '../../features/result/gridPlace.ts'
import { StatusBar, type Outcome } from '../../features/result/StatusBar.tsx'
import { useRun } from '../../features/result/useRun.ts'
import { useSearchRun } from '../../features/result/useSearchRun.ts'
import { leftOutWords, partialWords, summaryStatus } from '../../features/summarise/summaryStatus.ts'
import { summaryTable } from '../../features/summarise/summaryTable.ts'
import { SummaryTableView } from '../../features/summarise/SummaryTableView.tsx'
import { missingFields, useSummary } from '../../features/summarise/useSummary.ts'
import type { ActionClient } from '../../instances/client/actionClient.ts'
import type { Instance } from '../../instances/instance.ts'
import type { Field } from '../../protocol/field.ts'
import type { Summary } from '../../summary/summary.ts'
import { summariseWords } from '../../words/en/summarise.ts'
import { queryOf } from '../../workspace/edits/viewEdits.ts'
import type { View } from '../../workspace/view.ts'
import styles from './Embedded.module.css'
import { EmbeddedFailure } from './EmbeddedFailure.tsx'

export interface EmbeddedSummaryProps {
  readonly instance: Instance
  readonly client: ActionClient
  readonly view: View
  readonly summary: Summary
  readonly resource: string
  readonly title: string
  /** The table's; null while unknown. */
  readonly fields: readonly Field[] | null
}

/** The table of the summary that a view asks for, and what it is of. */
export function EmbeddedSummary(props: EmbeddedSummaryProps) {
  const { instance, client, view, summary, resource, title, fields } = props
  const [place] = useState(createGridPlace)
  const query = useMemo(() => {
    const { distinct: _, ...asked } = queryOf(view, resource)
    return { ...asked, columns: null, sort: [], limit: null }
  }, [view, resource])
  const shown = useSummary({ instanceId: instance.id, client, query, fields, summary })
  const run = useSearchRun(shown, shown.key, shown.cancel)
  const { waiting, stoppedAfter } = useRun(run.run)
  const { answered } = shown
  const table = useMemo(
    () => (answered === null ? null : summaryTable(answered.summary, answered.answer, fields ?? [])),
    [answered, fields],
  )
  const asked = { instance: instance.title, table: title, hasToken: false, address: instance.baseUrl }
  const failure = shown.error === null ? null : explainFailure(shown.error, asked)
  const missing = fields === null ? [] : missingFields(summary, fields)
  const notes =
    answered === null
      ? []
      : [partialWords(answered.answer), leftOutWords(answered.answer)].filter((words) => words !== null)
  const outcome: Outcome =
    failure !== null
      ? { kind: 'failed', message: failure.what }
      : stoppedAfter !== null
        ? { kind: 'stopped', afterMs: stoppedAfter }
        : table === null || answered === null
          ? { kind: 'none' }
          : { kind: 'done', text: summaryStatus(table, answered.answer, answered.way, null) }
  return (
    <>
      <div className={styles.grid}>
        <SummaryTableView
          table={table}
          summary={answered?.summary ?? summary}
          place={place}
          busy={shown.fetching}
          stale={shown.stale && shown.fetching}
          resetKey={shown.key}
        >
          {missing.length > 0 && <p className={styles.note}>{summariseWords.missing(missing)}</p>}
          {failure !== null && <EmbeddedFailure failure={failure} onRetry={run.again} />}
        </SummaryTableView>
      </div>
      {notes.length > 0 && <p className={styles.note}>{notes.join(' ')}</p>}
      <footer className={styles.status}>
        <StatusBar
          place={place}
          rowCount={table?.lines.length ?? 0}
          allLoaded
          waiting={waiting === null ? null : { run: waiting, on: instance.title }}
          outcome={outcome}
        />
      </footer>
    </>
  )
}

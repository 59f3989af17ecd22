import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useShownLayout } from '../../features/columns/useShownLayout.ts'
import { useServerPlan } from '../../features/filter/plan/useServerPlan.ts'
import { outcomeOf } from '../../features/filter/records/outcomeOf.ts'
import { whereSentence } from '../../features/filter/sentence.ts'
import { searchWords } from '../../features/filter/search/searchWords.ts'
import { explainFailure } from '../../features/result/failure.ts'
import { gridColumns } from '../../features/result/gridColumns.ts'
import { createGridPlace } from '../../features/result/gridPlace.ts'
import { StatusBar } from '../../features/result/StatusBar.tsx'
import { rowCountWords } from '../../features/result/statusText.ts'
import { useRun } from '../../features/result/useRun.ts'
import { useSearchRun } from '../../features/result/useSearchRun.ts'
import { DataGrid } from '../../grid/DataGrid.tsx'
import type { ActionClient } from '../../instances/client/actionClient.ts'
import type { Instance } from '../../instances/instance.ts'
import type { Field } from '../../protocol/field.ts'
import { unsaidParts } from '../../query/datedQuery.ts'
import { queryText } from '../../query/queryLink.ts'
import { useRecords } from '../../results/useRecords.ts'
import { emptyWords } from '../../words/en/filter/empty.ts'
import { filterWords } from '../../words/en/filter/filter.ts'
import { embedWords } from '../../words/en/embed.ts'
import type { View } from '../../workspace/view.ts'
import { queryOf } from '../../workspace/edits/viewEdits.ts'
import { EmbeddedFailure } from './EmbeddedFailure.tsx'
import styles from './Embedded.module.css'

export interface EmbeddedSearchProps {
  readonly instance: Instance
  readonly client: ActionClient
  readonly view: View
  readonly resource: string
  readonly title: string
  /** The table's; null while unknown. */
  readonly fields: readonly Field[] | null
}

/** The records that a view asks for, and how far they go. */
export function EmbeddedSearch({ instance, client, view, resource, title, fields }: EmbeddedSearchProps) {
  const cache = useQueryClient()
  const [place] = useState(createGridPlace)
  const { route, plan, can } = useServerPlan({ client, view, resource, fields })
  const [unsaid] = route === null ? unsaidParts(view.where, fields, can) : []
  const records = useRecords(instance.id, plan)
  const key = queryText(plan?.query ?? queryOf(view, resource))
  const run = useSearchRun(
    records,
    key,
    () => void cache.cancelQueries({ queryKey: [instance.id, 'datastore_search'] }),
  )
  const { waiting, stoppedAfter } = useRun(run.run)
  const columns = useMemo(() => gridColumns(records.fields), [records.fields])
  const layout = useShownLayout(view, records.fields)
  const asked = { instance: instance.title, table: title, hasToken: false, address: instance.baseUrl }
  const failure = records.status === 'failed' && records.error !== null ? explainFailure(records.error, asked) : null
  return (
    <>
      <div className={styles.grid}>
        <DataGrid
          label={embedWords.records}
          columns={columns}
          rows={records.rows}
          layout={layout}
          sort={view.sort}
          highlight={searchWords(view.search)}
          busy={records.fetching}
          stale={records.stale && records.fetching}
          resetKey={key}
          onVisibleRows={(start, end) => place.set({ start, end })}
        >
          {route === null && (
            <p className={styles.note}>
              {unsaid === undefined ? emptyWords.noDistinct : emptyWords.unsaid(whereSentence(unsaid))}
            </p>
          )}
          {failure !== null && <EmbeddedFailure failure={failure} onRetry={run.again} />}
        </DataGrid>
      </div>
      <footer className={styles.status}>
        <StatusBar
          place={place}
          rowCount={records.rowCount}
          rowCountWords={rowCountWords(records)}
          allLoaded={false}
          waiting={waiting === null ? null : { run: waiting, on: instance.title }}
          outcome={outcomeOf(records, failure, false, stoppedAfter, route === 'sql' ? filterWords.bySql : null)}
        />
      </footer>
    </>
  )
}

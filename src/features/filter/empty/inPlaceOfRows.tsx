import type { ReactNode } from 'react'
import type { ActionClient } from '../../../instances/client/actionClient.ts'
import { NetworkError } from '../../../instances/transport/networkError.ts'
import type { Field } from '../../../protocol/field.ts'
import type { Instance } from '../../../instances/instance.ts'
import { unsaidParts } from '../../../query/datedQuery.ts'
import type { Plan } from '../../../results/plan/plan.ts'
import type { Records } from '../../../results/useRecords.ts'
import type { View } from '../../../workspace/view.ts'
import { queryOf } from '../../../workspace/edits/viewEdits.ts'
import { laterComponent } from '../../../ui/later.tsx'
import { FindOutWhy } from '../../connect/FindOutWhy.tsx'
import { isOffline } from '../../result/isOffline.ts'
import { explainFailure, type Asked } from '../../result/failure.ts'
import { FailureAlert } from '../../result/FailureAlert.tsx'
import styles from '../../result/SheetView.module.css'
import type { Planning } from '../plan/usePlan.ts'

const EmptyResult = laterComponent(() => import('./EmptyResult.tsx').then((module) => module.EmptyResult))

export interface InPlaceOfRows {
  readonly instance: Instance
  /** The instance's own, by which a table is copied. */
  readonly client: ActionClient
  readonly title: string
  readonly view: View
  /** Null while nothing is asked. */
  readonly plan: Plan | null
  /** The table's; null while unknown. */
  readonly fields: readonly Field[] | null
  readonly asked: Asked
  /** How many tables the instance has; null while unknown. */
  readonly tables: number | null
  /** Why the list of tables couldn't be loaded. */
  readonly tablesError: Error | null
  readonly resource: string | null
  readonly planning: Planning
  readonly records: Records
  /** Why the search failed. */
  readonly alert: ReactNode
}

/** What the grid shows where there are no rows, and why; null if there are some, or they are on their way. */
export function inPlaceOfRows(of: InPlaceOfRows): ReactNode {
  const { instance, client, title, view, plan, asked, tables, tablesError, resource, planning, records, alert } = of
  if (resource === null && isOffline(tablesError)) return <div />
  if (resource === null && tablesError instanceof NetworkError) {
    const why = <FindOutWhy error={tablesError} resource={null} />
    return failed(<FailureAlert failure={explainFailure(tablesError, asked)} actions={why} />)
  }
  if (resource === null) return <EmptyResult kind={tables === 0 ? 'noTables' : 'noTable'} instance={asked.instance} />
  if (planning.route === null) {
    const [part] = unsaidParts(view.where, of.fields, planning.can)
    const copy = { instance, client, query: queryOf(view, resource), title }
    return <EmptyResult kind="unsaid" view={view} part={part} copy={copy} />
  }
  const isEmpty = records.status === 'ready' && !records.stale && records.rowCountIsKnown && records.rowCount === 0
  if (isEmpty && plan !== null) {
    return (
      <EmptyResult
        kind="noMatch"
        view={view}
        total={records.total}
        of={{ instanceId: instance.id, client: plan.client, query: plan.query }}
      />
    )
  }
  // Why is said above.
  if (isOffline(records.error) && records.fields.length === 0) return <div />
  return alert !== null && records.fields.length === 0 ? failed(alert) : null
}

function failed(alert: ReactNode): ReactNode {
  return <div className={styles.failure}>{alert}</div>
}

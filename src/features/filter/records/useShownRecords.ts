import { useQueryClient } from '@tanstack/react-query'
import { useToken } from '../../../instances/tokens.ts'
import { withoutColumns } from '../../../query/columns.ts'
import { queryText } from '../../../query/queryLink.ts'
import { conditionsOf } from '../../../query/where.ts'
import { useRecords } from '../../../results/useRecords.ts'
import { explainFailure } from '../../result/failure.ts'
import { useResultTasks } from '../../result/useResultTasks.ts'
import { useRun } from '../../result/useRun.ts'
import { useSearchRun } from '../../result/useSearchRun.ts'
import { refusedCondition } from '../filterRefusal.ts'
import type { FilterViewProps } from '../filterViewProps.ts'
import { useKnownSort } from '../sort/useKnownSort.ts'
import { usePlan } from '../plan/usePlan.ts'

/** The records that a view asks for: how they are asked for, how that is going, what has come, and what went wrong. */
export function useShownRecords({ instance, client, view, resource, title, fields }: FilterViewProps) {
  const cache = useQueryClient()
  const { token } = useToken(instance)
  const sorting = useKnownSort({ instanceId: instance.id, client, view, resource, fields })
  const planning = usePlan({ instance, client, view: sorting.view, resource, fields })
  const plan = view.summary === '' ? planning.plan : null
  const read = useRecords(instance.id, plan)
  sorting.heard(read.error)
  const key = `${planning.client.identity} ${instance.id} ${plan && queryText(plan.query)}`
  const search = useSearchRun(
    read,
    key,
    () => void cache.cancelQueries({ queryKey: [instance.id, 'datastore_search'] }),
  )
  const { waiting, stoppedAfter } = useRun(search.run)
  const { records, actions, task, failed } = useResultTasks(read, plan, `${key} ${search.asked}`)
  const address = instance.origin === 'embedded' ? null : instance.baseUrl
  const asked = { instance: instance.title, table: title, hasToken: token !== null, address }
  const failure = records.status === 'failed' && records.error !== null ? explainFailure(records.error, asked) : null
  return {
    planning,
    missingSort: sorting.missing,
    /** How the records are asked for; null while they aren't. */
    plan,
    /** The query's name, the same after a reload, unlike the client's identity. */
    named: JSON.stringify([instance.id, plan && queryText(withoutColumns(plan.query))]),
    records,
    asked,
    hasToken: token !== null,
    again: search.again,
    waiting,
    stoppedAfter,
    actions,
    task,
    failedTask: failed,
    failure,
    /** The condition that the server refused. */
    refused: failure === null ? null : refusedCondition(records.error, conditionsOf(view.where)),
  }
}

export type ShownRecords = ReturnType<typeof useShownRecords>

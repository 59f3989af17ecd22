import { useQueryClient } from '@tanstack/react-query'
import { useLayoutEffect, useState, useSyncExternalStore } from 'react'
import type { ActionClient } from '../../instances/client/actionClient.ts'
import { sqlRunsOf, type AnsweredStatement } from '../../results/sqlRuns.ts'
import { useRun, type ShownRun } from '../result/useRun.ts'

/** The run of the statement that is shown, the last answer, and how to run one. */
export interface SqlRunShown extends ShownRun<AnsweredStatement> {
  /** Also that of another statement, until this one brings an answer. */
  readonly good: AnsweredStatement | null
  readonly start: (sql: string) => void
}

/** Runs the statement of the view, which is in the URL, unless it has run before. */
export function useSqlRun(instanceId: string, client: ActionClient, sql: string): SqlRunShown {
  const runs = sqlRunsOf(useQueryClient())
  useLayoutEffect(() => runs.show({ instanceId, client, sql }), [runs, instanceId, client, sql])
  const shown = useSyncExternalStore(runs.subscribe, () => runs.get({ instanceId, client, sql }))?.statements[0]
  const last = shown?.last ?? null
  const [good, setGood] = useState(last)
  if (last !== null && last !== good) setGood(last)
  return {
    ...useRun(shown?.run ?? null),
    good: last ?? good,
    start: (statement) => runs.start({ instanceId, client, sql: statement }),
  }
}

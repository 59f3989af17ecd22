import { useState } from 'react'
import { useSqlQuery } from '../../workspace/openQueries/openQueries.ts'
import { isOwnStatement, noteOwnStatement } from '../../workspace/ownStatements.ts'

/** Whether the statement that is shown may run by itself, and how to say that one has been run by hand. */
export interface LinkedStatement {
  /** unknown: what was run on this device has not been read yet. */
  readonly mayRun: 'yes' | 'ask' | 'unknown'
  readonly onRun: (sql: string) => void
}

/**
 * A statement that a link brings would run with the token of whoever opens the link, so it is asked about first. What was
 * run by hand, on this page or last on this device, runs again when it is shown; without a token anything does.
 */
export function useLinkedStatement(instanceId: string, sql: string, hasToken: boolean): LinkedStatement {
  const { query, isLoaded } = useSqlQuery(instanceId)
  const [, setRuns] = useState(0)
  const onRun = (statement: string) => {
    noteOwnStatement(instanceId, statement)
    setRuns((runs) => runs + 1)
  }
  const last = query?.lastRun
  const isOwn = isOwnStatement(instanceId, sql) || (last?.sql === sql && last.at !== null)
  if (!hasToken || sql === '' || isOwn) return { mayRun: 'yes', onRun }
  return { mayRun: isLoaded ? 'ask' : 'unknown', onRun }
}

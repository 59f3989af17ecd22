import { useState } from 'react'
import { isOwnStatement, noteOwnStatement } from '../../workspace/ownStatements.ts'
import { useDraft } from '../../workspace/sheets/sheets.ts'
import type { View } from '../../workspace/view.ts'
import { isRunOf } from './useStatement.ts'

/** Whether the statement that is shown may run by itself, and how to say that one has been run by hand. */
export interface LinkedStatement {
  /** unknown: what was run on this device has not been read yet. */
  readonly mayRun: 'yes' | 'ask' | 'unknown'
  readonly onRun: (asked: Asked) => void
}

type Asked = Pick<View, 'sql' | 'parameters'>

/**
 * A statement that a link brings would run with the token of whoever opens the link, so it is asked about first. What was
 * run by hand with the same values, on this page or last on this device, runs again when it is shown; without a token
 * anything does.
 */
export function useLinkedStatement(instanceId: string, asked: Asked, hasToken: boolean): LinkedStatement {
  const { draft, isLoaded } = useDraft()
  const [, setRuns] = useState(0)
  const onRun = (ran: Asked) => {
    noteOwnStatement(instanceId, nameOf(ran))
    setRuns((runs) => runs + 1)
  }
  const last = draft?.lastRun
  const isOwn = isOwnStatement(instanceId, nameOf(asked)) || (last != null && isRunOf(last, asked) && last.at !== null)
  if (!hasToken || asked.sql === '' || isOwn) return { mayRun: 'yes', onRun }
  return { mayRun: isLoaded ? 'ask' : 'unknown', onRun }
}

/** A statement without parameters is named by its text alone, as who makes one from the form does. */
function nameOf({ sql, parameters }: Asked): string {
  return parameters === '' ? sql : `${sql}\n${parameters}`
}

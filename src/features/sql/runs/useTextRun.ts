import { useQueryClient } from '@tanstack/react-query'
import { useLayoutEffect, useSyncExternalStore } from 'react'
import type { Run } from '../../../results/run.ts'
import { sqlRunsOf, type SqlPlace, type SqlRun } from '../../../results/sqlRuns.ts'

/** The run of a text that is shown: what is waited for, which stops all of it, and how to run one. */
export interface TextRun {
  readonly shown: SqlRun | null
  readonly waiting: Run<unknown> | null
  readonly start: (place: SqlPlace) => void
}

/** Runs a text, unless it has run before; an empty one is none. */
export function useTextRun(place: SqlPlace): TextRun {
  const runs = sqlRunsOf(useQueryClient())
  // Shown anew it does not run again.
  useLayoutEffect(() => runs.show(place), [runs, place])
  // A run that has ended another state is another object.
  const shown = useSyncExternalStore(runs.subscribe, () => runs.get(place))
  return { shown: place.sql === '' ? null : shown, waiting: waitingOf(shown), start: (asked) => runs.start(asked) }
}

function waitingOf(shown: SqlRun | null): Run<unknown> | null {
  const running = shown?.statements.find(({ run }) => run?.state.get().kind === 'running')?.run
  return shown && running ? { ...running, stop: shown.stop } : null
}

import type { AnsweredStatement, SqlRun, StatementRun } from '../../../results/sqlRuns.ts'

/** A result that can be shown: of a statement of the text that ran, or of a part of one. */
export interface ShownResult {
  /** The same for the statement at that place in the next run. */
  readonly key: string
  /** What its tab says besides its number; null for a whole statement. */
  readonly part: string | null
  readonly statement: StatementRun
  readonly state: 'unsent' | 'running' | 'done' | 'failed' | 'stopped'
  readonly error: Error | null
  readonly stoppedAfter: number | null
  readonly answer: AnsweredStatement | null
}

/** The results of a run, in the order of its statements. */
export function resultsOf(run: SqlRun | null, part: string | null = null): readonly ShownResult[] {
  return (run?.statements ?? []).map((statement, index) => {
    const state = statement.run?.state.get() ?? null
    return {
      key: part === null ? `statement ${index}` : 'part',
      part,
      statement,
      state: state?.kind ?? 'unsent',
      error: state?.kind === 'failed' ? state.error : null,
      stoppedAfter: state?.kind === 'stopped' ? state.afterMs : null,
      answer: statement.last,
    }
  })
}

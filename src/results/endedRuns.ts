import type { ParameterValues } from '../query/parameterValues.ts'

/** A statement that was sent once and how that ended; two runs of one text are two records. */
export interface RunRecord {
  readonly id: string
  readonly sheetId: string
  readonly instanceId: string
  /** As it was written, with its parameters. */
  readonly text: string
  /** Which of the statements that ran together it was, 0 the first. */
  readonly index: number
  /** What was put in for them. */
  readonly parameters: ParameterValues
  /** Ms since 1970, as `endedAt` is. */
  readonly startedAt: number
  readonly endedAt: number
  /** `cut`: rows came, and it is known that there are more. */
  readonly outcome: 'rows' | 'cut' | 'failed' | 'stopped'
  /** How many came; null if none did. */
  readonly rows: number | null
  /** What the server said, or why none was reached; null unless it failed. */
  readonly message: string | null
  /** Of its answer, so that one recognises it; null if none came. */
  readonly firstRows: FirstRows | null
}

/** The first columns of the first rows as texts, long ones cut; null is a null. */
export interface FirstRows {
  readonly fields: readonly string[]
  readonly rows: readonly (readonly (string | null)[])[]
}

/** The runs that ended since the page was opened, the latest at the end; the same array until another ends. */
export function endedRuns(): readonly RunRecord[] {
  return records
}

/** Calls with each run as it ends, once. */
export function onRunEnded(listener: (run: RunRecord) => void): () => void {
  endListeners.add(listener)
  return () => endListeners.delete(listener)
}

/** Says that a run has ended. */
export function noteEndedRun(run: RunRecord): void {
  records = [...records.slice(1 - MOST_RECORDS), run]
  for (const listener of endListeners) listener(run)
}

/** Forgets the runs of an instance, for when it or its token is removed. */
export function forgetEndedRuns(instanceId: string): void {
  records = records.filter((run) => run.instanceId !== instanceId)
}

/** A page that stays open for weeks must not grow with every run. */
const MOST_RECORDS = 1000

let records: readonly RunRecord[] = []
const endListeners = new Set<(run: RunRecord) => void>()

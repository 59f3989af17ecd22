import * as v from 'valibot'
import type { RunRecord } from '../../results/endedRuns.ts'

/** A run as it is kept on this device. */
export interface HistoryRun extends RunRecord {
  /** One with a star is kept until it is removed by hand. */
  readonly starred: boolean
}

/** The run that was stored; null for what can't be read. Never throws. */
export function historyRunOf(stored: unknown): HistoryRun | null {
  const read = v.safeParse(Stored, stored)
  return read.success ? read.output : null
}

/** Whether all words are in its text, its error or its first rows, whatever their case. */
export function isFound(run: HistoryRun, words: string): boolean {
  const { text, message, firstRows } = run
  const cells = firstRows === null ? [] : [firstRows.fields, ...firstRows.rows].flat()
  const all = [text, message, ...cells].join('\n').toLowerCase()
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => all.includes(word))
}

const text = v.pipe(v.string(), v.minLength(1))
const Stored = v.object({
  id: text,
  sheetId: v.string(),
  instanceId: text,
  text,
  index: v.fallback(v.number(), 0),
  parameters: v.fallback(v.record(v.string(), v.nullable(v.union([v.string(), v.array(v.string())]))), {}),
  startedAt: v.number(),
  endedAt: v.number(),
  outcome: v.picklist(['rows', 'cut', 'failed', 'stopped']),
  rows: v.nullable(v.number()),
  message: v.nullable(v.string()),
  firstRows: v.fallback(
    v.nullable(v.object({ fields: v.array(v.string()), rows: v.array(v.array(v.nullable(v.string()))) })),
    null,
  ),
  starred: v.fallback(v.boolean(), false),
})

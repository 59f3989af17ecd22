import type { Row } from '../../protocol/answers.ts'
import type { Field } from '../../protocol/field.ts'
import { NetworkError } from '../../instances/transport/networkError.ts'
import type { Records } from '../../results/useRecords.ts'
import type { Cut } from '../../rows/resultExtent.ts'
import { wholeRow } from '../../rows/rowSource.ts'
import type { Failure } from '../result/failure.ts'
import type { Outcome } from '../result/StatusBar.tsx'
import { statusText } from '../result/statusText.ts'

/** How a search ended, for the status bar; `isRefusal`: the failure is shown beside the condition that caused it. */
export function outcomeOf(
  records: Records,
  failure: Failure | null,
  isRefusal: boolean,
  stoppedAfter: number | null,
): Outcome {
  if (failure !== null) {
    const isShownElsewhere = isRefusal || records.error instanceof NetworkError
    return { kind: 'failed', message: isShownElsewhere ? null : failure.what }
  }
  if (stoppedAfter !== null) return { kind: 'stopped', afterMs: stoppedAfter }
  if (records.status !== 'ready' || records.stale) return { kind: 'none' }
  const rows =
    records.failedPage !== null
      ? 'failed'
      : records.changed
        ? 'changed'
        : records.repeated
          ? 'repeated'
          : records.fetching
            ? 'loading'
            : 'here'
  return { kind: 'done', text: statusText(records, rows, records.unsorted) }
}

/** The causes of a cut after which the rows that are here are all that pages can bring. */
const FIRST_ROWS: ReadonlySet<Cut['cause']> = new Set(['offset', 'overlap', 'alike', 'offsetRefused'])

/** All the rows there will be, if the server returns only its first page; else null. */
export function cutRows({
  cut,
  stale,
  fields,
  rows,
}: Records): { fields: readonly Field[]; rows: readonly Row[] } | null {
  if (stale || cut === null || !FIRST_ROWS.has(cut.cause)) return null
  const whole = Array.from({ length: cut.at }, (_, index) => wholeRow(rows, index)).filter((row) => row !== undefined)
  return whole.length === cut.at ? { fields, rows: whole } : null
}

import { NetworkError } from '../../../instances/transport/networkError.ts'
import type { Records } from '../../../results/useRecords.ts'
import type { Failure } from '../../result/failure.ts'
import type { Outcome } from '../../result/StatusBar.tsx'
import { statusText } from '../../result/statusText.ts'

/** How a search ended, for the status bar; `isRefusal`: the failure is shown beside the condition that caused it. */
export function outcomeOf(
  records: Records,
  failure: Failure | null,
  isRefusal: boolean,
  stoppedAfter: number | null,
  way: string | null,
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
  return { kind: 'done', text: statusText(records, rows, { isUnsorted: records.unsorted, way }) }
}

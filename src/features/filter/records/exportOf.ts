import type { Row } from '../../../protocol/answers.ts'
import type { Field } from '../../../protocol/field.ts'
import type { Records } from '../../../results/useRecords.ts'
import type { Cut } from '../../../rows/resultExtent.ts'
import { wholeRow } from '../../../rows/rowSource.ts'
import { shownByLimit, type ExportSource } from '../../export/exportSource.ts'

type SearchSource = Extract<ExportSource, { kind: 'search' }>

/** What can be exported of a search and its records. */
export function exportOf(
  records: Records,
  asked: Pick<SearchSource, 'plan' | 'columns' | 'asked' | 'isUnsorted'>,
): SearchSource {
  return {
    kind: 'search',
    ...asked,
    total: records.total,
    totalIsEstimate: records.totalIsEstimate,
    shown: shownByLimit(records),
    get cut() {
      return cutRows(records)
    },
  }
}

/** The causes of a cut after which the rows that are here are all that pages can bring. */
const FIRST_ROWS: ReadonlySet<Cut['cause']> = new Set(['offset', 'overlap', 'alike', 'offsetRefused'])

/** All the rows there will be, if the server returns only its first page; else null. */
function cutRows({ cut, stale, fields, rows }: Records): { fields: readonly Field[]; rows: readonly Row[] } | null {
  if (stale || cut === null || !FIRST_ROWS.has(cut.cause)) return null
  const whole = Array.from({ length: cut.at }, (_, index) => wholeRow(rows, index)).filter((row) => row !== undefined)
  return whole.length === cut.at ? { fields, rows: whole } : null
}

import type { Row, SearchPage } from '../../protocol/answers.ts'
import type { Field } from '../../protocol/field.ts'
import { ROWS_IN_MEMORY, type Cut } from '../../rows/resultExtent.ts'
import { alignedRow, withFieldsOf } from '../pageFields.ts'
import type { ReadOptions } from '../readStatement.ts'
import type { Plan } from '../plan/plan.ts'
import { recordPages } from './recordPages.ts'

/** Records that were read into the page's memory. */
export interface WholeRecords {
  readonly fields: readonly Field[]
  readonly rows: readonly Row[]
  readonly cut: Cut | null
  /** It was shown that these are all that were asked for. */
  readonly isProven: boolean
  /** From the first request to the last answer. */
  readonly milliseconds: number
}

/** The records that match, up to `limit` and to what the page holds. */
export async function readRecords(plan: Plan, options: ReadOptions): Promise<WholeRecords> {
  const { limit } = plan.query
  const start = performance.now()
  const most = Math.min(limit ?? Infinity, ROWS_IN_MEMORY)
  const rows: Row[] = []
  let first: SearchPage | null = null
  let fields: readonly Field[] = []
  let isProven = true
  const ended = (isShown: boolean) => {
    isProven = isShown
  }
  for await (const page of recordPages(plan, options.signal, ended)) {
    fields = first === null ? page.fields : withFieldsOf(fields, [page.fields])
    first ??= page
    for (const row of page.rows.slice(0, most - rows.length)) rows.push(alignedRow(row, page.fields, fields))
    options.onProgress(rows.length, first.total === null ? null : Math.min(first.total, most))
    if (rows.length === most) break
  }
  const isCut = rows.length === ROWS_IN_MEMORY && rows.length < Math.min(first?.total ?? Infinity, limit ?? Infinity)
  const cut: Cut | null = isCut ? { at: rows.length, cause: 'memory' } : null
  return { fields, rows, cut, isProven, milliseconds: performance.now() - start }
}

import type { Row } from '../protocol/answers.ts'
import type { Field } from '../protocol/field.ts'
import type { ReadRows } from '../rows/rowSource.ts'
import type { Span } from '../rows/span.ts'
import { alignedRow } from './pageFields.ts'
import type { Plan } from './plan/plan.ts'
import { searchPageQuery } from './queries.ts'

/** Rows of one request: few requests for many rows, and each of them short enough to be stopped after. */
const STRETCH = 5_000

/** A result, and the columns of it that are wanted. */
export interface ReadOf {
  readonly instanceId: string
  readonly plan: Plan
  readonly columns: readonly Field[]
}

/** The server ends its answers sooner than it said. */
export class EndedEarlyError extends Error {
  override readonly name = 'EndedEarlyError'
}

/**
 * Reads the rows [start, end) of a result, whether they are shown or not, and gives them as they come; nothing of it stays in
 * the cache. A server may give fewer in one answer than were asked for; where it gives none, it throws.
 */
export async function readSpan(of: ReadOf, span: Span, { signal, onRows }: ReadRows): Promise<void> {
  const { instanceId, plan, columns } = of
  const names = plan.client.profile.get().refuses.has('fields') ? null : columns.map(({ id }) => id)
  let offset = span.start
  while (offset < span.end) {
    const window = { offset, limit: Math.min(STRETCH, span.end - offset) }
    const { queryFn } = searchPageQuery(instanceId, plan, window, { columns: names })
    const { answer } = await queryFn({ signal })
    const rows: readonly Row[] = answer.rows.slice(0, window.limit)
    if (rows.length === 0) throw new EndedEarlyError()
    onRows(
      offset,
      rows.map((row) => alignedRow(row, answer.fields, columns)),
    )
    offset += rows.length
  }
}

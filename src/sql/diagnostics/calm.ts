import { statementAt } from '../statements.ts'
import type { Diagnostic } from './diagnostic.ts'

/** After so long without a key what is being written is judged as it stands, ms. */
export const QUIET_MS = 1500

/**
 * Without what is only unfinished: while one types, an error at the word under the cursor, at the word behind it, and one at
 * the end of the statement there is not shown, until the cursor has left or typing has been quiet for `QUIET_MS`.
 */
export function withoutUnfinished(found: readonly Diagnostic[], text: string, cursor: number): readonly Diagnostic[] {
  if (found.length === 0) return found
  const { from, to, end, tokens } = statementAt(text, cursor)
  if (cursor < from || cursor > to) return found
  const next = tokens.find(({ start, kind }) => start >= cursor && kind !== 'comment')
  return found.filter((each) => {
    if (each.severity === 'warning' || each.start > to || each.end < from) return true
    const isHere = each.start <= cursor && each.end >= cursor
    if (isHere) return false
    if (each.problem.code === 'notClosed') return each.start > cursor
    return each.problem.code !== 'syntax' || (each.start !== next?.start && each.end < end)
  })
}

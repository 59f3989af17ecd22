import { ActionError } from '../../protocol/envelope.ts'
import type { Condition } from '../../query/query.ts'

/** The condition that the server refused: its message names the field or quotes a value. Null if it names none. */
export function refusedCondition(error: Error | null, conditions: readonly Condition[]): Condition | null {
  if (!(error instanceof ActionError) || (error.kind !== 'validation' && error.kind !== 'sql')) return null
  const text = [error.message, ...(error.fields['filters'] ?? [])].join('\n')
  const quoted = new Set(
    [...text.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map((found) => (found[1] ?? '').replaceAll('\\"', '"')),
  )
  const unknown = /Unknown field: (.+)/.exec(text)?.[1]
  const byField = conditions.find(({ field }) => field === unknown || quoted.has(field))
  // A value that does not fit the column's type is quoted in full: invalid input syntax for type integer: "abc"
  return byField ?? conditions.find(({ values }) => values.some((value) => quoted.has(value))) ?? null
}

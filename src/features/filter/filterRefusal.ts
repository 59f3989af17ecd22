import { ActionError } from '../../protocol/envelope.ts'
import type { Condition } from '../../query/query.ts'
import { sentence } from '../../words/problemSentences.ts'
import { explainFailure, type Asked } from '../result/failure.ts'
import { readRefusal } from '../result/readRefusal.ts'

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

/** What follows the sentence that the server refused the filter: why, and what to do. */
export function refusalWords(error: Error, asked: Asked): string {
  const problem = error instanceof ActionError ? readRefusal(error, asked) : null
  // The sentence before already says that the server refused, and what: its own words are left.
  if (problem?.code === 'queryRefused') return sentence(problem.said.replace(/^filters: /, ''))
  const { what, remedy } = explainFailure(error, asked)
  return remedy === null ? what : `${what} ${remedy}`
}

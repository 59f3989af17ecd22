import { ActionError } from '../protocol/envelope.ts'
import type { Filter } from '../protocol/querySpec.ts'
import type { Failure } from './failure.ts'

/** The filter that the server refused, by its field: its message names the field or quotes the value; null where none. */
export function refusedFilter(error: Error | null, filters: readonly Filter[]): string | null {
  if (!(error instanceof ActionError) || (error.kind !== 'validation' && error.kind !== 'sql')) return null
  const told = [error.message, ...(error.fields['filters'] ?? [])].join('\n')
  const quoted = new Set(
    [...told.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map((found) => (found[1] ?? '').replaceAll('\\"', '"')),
  )
  const unknown = /Unknown field: (.+)/.exec(told)?.[1]
  const byField = filters.find((filter) => filter.field === unknown || quoted.has(filter.field))
  if (byField) return byField.field
  // A value that is no literal of the column's type, quoted in full: invalid input syntax for type integer: "abc"
  return filters.find((filter) => filter.values.some((value) => quoted.has(value)))?.field ?? null
}

/** What stands after the sentence that the server refused the filter: why, and what to do. */
export function refusalWords({ what, remedy }: Failure): string {
  const why = what.replace(/^The server refused the query: (?:filters: )?/, '')
  return [why.charAt(0).toUpperCase() + why.slice(1), remedy].filter(Boolean).join(' ')
}

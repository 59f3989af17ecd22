import type { QueryClient } from '@tanstack/react-query'
import { wholeTable } from '../../../query/query.ts'
import { queryText } from '../../../query/queryLink.ts'

/** How many records of a table have no value in a field. */
export interface KnownNulls {
  readonly nulls: number
  readonly records: number
}

/** What the headers of the grid have counted of a field in all records of its table; null if they have not. Nothing is asked. */
export function knownNulls(
  cache: QueryClient,
  instanceId: string,
  { table, field, type }: { readonly table: string; readonly field: string; readonly type: string },
): KnownNulls | null {
  const whole = queryText(wholeTable(table))
  for (const { queryKey, state } of cache.getQueryCache().findAll({ queryKey: [instanceId, 'distribution', table] })) {
    const [, , , typed, of] = queryKey
    if (typed === `${type} ${field}` && of === whole && isCounted(state.data)) return state.data
  }
  return null
}

function isCounted(found: unknown): found is KnownNulls {
  if (typeof found !== 'object' || found === null) return false
  const { nulls, records, coverage } = { nulls: null, records: null, coverage: null, ...found }
  return typeof nulls === 'number' && typeof records === 'number' && records > 0 && isWhole(coverage)
}

/** Not of a sample. */
function isWhole(coverage: unknown): boolean {
  return typeof coverage === 'object' && coverage !== null && 'kind' in coverage && coverage.kind === 'all'
}

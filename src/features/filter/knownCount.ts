import type { Records } from '../../results/useRecords.ts'

/** How many records the query has; null if that is not known. Best matches are shown as one page of all that match. */
export function knownCount(
  { total, totalIsEstimate, rowCount, rowCountIsKnown, cut }: Records,
  limit: number | null,
): number | null {
  if (total !== null && !totalIsEstimate) return limit === null ? total : Math.min(total, limit)
  return rowCountIsKnown && cut === null ? rowCount : null
}

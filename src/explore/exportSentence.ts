import { countWords } from './figures.ts'

/** What an export of a search holds: everything that matches, and not the records that the limit lets through. */
export function exportSentence(total: number | null, totalIsEstimate: boolean, limit: number | null): string {
  const all = total === null ? 'All' : `All ${totalIsEstimate ? 'of about ' : ''}${countWords(total)}`
  const but = isCutByLimit(total, limit) ? `, not only the ${countWords(limit)} shown` : ''
  return `${all} that match${but}.`
}

/** Whether there is a limit that more records match, or may match, than it shows. */
export function isCutByLimit(total: number | null, limit: number | null): limit is number {
  return limit !== null && (total === null || total > limit)
}

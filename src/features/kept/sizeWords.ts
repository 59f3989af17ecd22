import { countWords, recordsWords } from '../../words/figures.ts'
import { keptWords } from '../../words/en/kept.ts'
import type { KnownCount } from '../../workspace/keptQueries/keptQuery.ts'

/** How much a query had when it was last shown: `2,408 records`, `4 groups`, `4 × 12`. */
export function sizeWords(count: Omit<KnownCount, 'at'>): string {
  return count.columns === undefined ? recordsWords(count.records) : groupsWords(count.records, count.columns)
}

/** The same where only a number has room: `2,408`, `4 groups`, `4 × 12`. */
export function shortSize(count: Omit<KnownCount, 'at'>): string {
  return count.columns === undefined ? countWords(count.records) : groupsWords(count.records, count.columns)
}

function groupsWords(rows: number, columns: number): string {
  return columns === 0 ? keptWords.groups(rows) : keptWords.cross(rows, columns)
}

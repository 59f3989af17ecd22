import { dayOfDays, readDay } from '../../../protocol/calendar.ts'
import { jsonToPlain } from '../../../protocol/jsonText.ts'
import type { Bars, Distribution } from '../../../summary/figures.ts'

/** What is known of a column that might be a facet. */
export interface FacetCandidate {
  readonly field: string
  readonly distribution: Distribution
}

/** The most values of a facet that is taken in at a glance. */
const MOST_VALUES = 24
/** One value that nearly all records have divides nothing. */
const LEAST_EVENNESS = 0.15

/** The columns that divide the records best, first: few values, evenly spread, and seldom null. */
export function suggestedFacets(candidates: readonly FacetCandidate[], most: number): readonly string[] {
  return candidates
    .flatMap(({ field, distribution }) => {
      const score = scoreOf(distribution)
      return score === null ? [] : [{ field, score }]
    })
    .toSorted((a, b) => b.score - a.score)
    .slice(0, most)
    .map(({ field }) => field)
}

function scoreOf({ records, nulls, shape }: Distribution): number | null {
  if (shape.kind === 'bars') return scoreOfYears(shape.bars, nulls / records)
  if (shape.kind !== 'values' || shape.others > 0 || records === 0) return null
  const counts = shape.values.flatMap(({ value, count }) => (value === 'null' || count === 0 ? [] : [count]))
  if (counts.length < 2 || counts.length > MOST_VALUES) return null
  return score(evenness(counts), nulls / records, counts.length)
}

/** Of a date, whose facet is by year. */
function scoreOfYears({ from, to, counts }: Bars, nullShare: number): number | null {
  const [first, last] = [from, to].map((value) => (value.startsWith('"') ? readDay(jsonToPlain(value)) : null))
  if (!first || !last) return null
  const years = dayOfDays(last.days).year - dayOfDays(first.days).year + 1
  return years < 2 || years > MOST_VALUES ? null : score(evenness(counts), nullShare, years)
}

function score(even: number, nullShare: number, values: number): number | null {
  if (even < LEAST_EVENNESS) return null
  // Many values are slower to read than few.
  return even * (1 - nullShare) * (1 - values / (4 * MOST_VALUES))
}

/** How evenly the counts are spread: 1 if all are alike, near 0 if one has nearly all (entropy over its most). */
export function evenness(counts: readonly number[]): number {
  const sum = counts.reduce((all, count) => all + count, 0)
  if (sum === 0 || counts.length < 2) return 0
  const entropy = counts.reduce((all, count) => (count === 0 ? all : all - (count / sum) * Math.log(count / sum)), 0)
  return entropy / Math.log(counts.length)
}

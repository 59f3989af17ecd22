import { numberScale, type BarScale } from './barScale.ts'
import type { Distribution } from './figures.ts'

/** A distribution with bars. */
export type BarsDistribution = Distribution & { readonly shape: { readonly kind: 'bars' } }

/** The distribution of a field over all records, from the number of them in each step of a scale. */
export function barsDistribution(
  { edges, isLog }: BarScale,
  { counts, records, nulls }: { readonly counts: readonly number[]; readonly records: number; readonly nulls: number },
): BarsDistribution {
  const beside = records - nulls - counts.reduce((sum, count) => sum + count, 0)
  const [from = 'null'] = edges
  const bars = { from, to: edges.at(-1) ?? from, isLog, counts, beside }
  return { records, nulls, shape: { kind: 'bars', bars }, coverage: { kind: 'all' } }
}

/**
 * The distribution of `_id` if no whole number from the least to the greatest is missing; else null. Each record has an
 * `_id` of its own (datastore_create), so there is nothing to count then.
 */
export function distributionOfIds(
  records: number,
  least: string | null,
  greatest: string | null,
): BarsDistribution | null {
  if (least === null || greatest === null) return null
  const [first, last] = [Number(least), Number(greatest)]
  if (last - first + 1 !== records || !Number.isSafeInteger(last)) return null
  const scale = numberScale({ min: least, max: greatest, mean: Number.NaN, isWhole: true })
  if (scale === null) return null
  const edges = scale.edges.map(Number)
  const counts = edges.slice(1).map((to, step) => Math.min(to, last + 1) - Math.max(edges[step] ?? first, first))
  return barsDistribution(scale, { counts, records, nulls: 0 })
}

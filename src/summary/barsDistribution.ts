import { evenScale, type BarScale } from './barScale.ts'
import type { Bars, Distribution } from './figures.ts'

/** A distribution with bars. */
export type BarsDistribution = Distribution & { readonly shape: { readonly kind: 'bars' } }

/** The distribution of a field over all records, from the number of them in each step of a scale. */
export function barsDistribution(
  scale: BarScale,
  { counts, records, nulls }: { readonly counts: readonly number[]; readonly records: number; readonly nulls: number },
): BarsDistribution {
  const bars = barsOf(scale, counts, records - nulls)
  return { records, nulls, shape: { kind: 'bars', bars }, coverage: { kind: 'all' } }
}

/** Bars on a scale, of the number of values in each step and of all values. */
export function barsOf({ edges, isLog }: BarScale, counts: readonly number[], given: number): Bars {
  const [from = 'null', second = from] = edges
  const beside = counts.reduce((rest, count) => rest - count, given)
  const bars = { from, to: edges.at(-1) ?? from, isLog, counts, beside }
  return isLog && from === '0' ? { ...bars, afterZero: second } : bars
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
  const scale = evenScale({ min: least, max: greatest, isWhole: true })
  if (scale === null) return null
  const edges = scale.edges.map(Number)
  const counts = edges.slice(1).map((to, step) => Math.min(to, last + 1) - Math.max(edges[step] ?? first, first))
  return barsDistribution(scale, { counts, records, nulls: 0 })
}

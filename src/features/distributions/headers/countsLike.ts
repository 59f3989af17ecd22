import type { Distribution } from '../../../summary/figures.ts'
import { momentOf } from '../values/moment.ts'
import { placeOf } from '../values/steps.ts'
import { inSteps } from './barPaths.ts'

/** The counts of one distribution in the steps, or for the values, of another of the same field; null if they have nothing in common. */
export function countsLike(own: Distribution, like: Distribution): readonly number[] | null {
  const [mine, theirs] = [own.shape, like.shape]
  if (theirs.kind === 'bars') {
    if (mine.kind !== 'bars') return mine.kind === 'nothing' ? theirs.bars.counts.map(() => 0) : null
    const { from, to, isLog, afterZero, counts } = mine.bars
    const steps = theirs.bars.counts.length
    if (
      from === theirs.bars.from &&
      to === theirs.bars.to &&
      isLog === theirs.bars.isLog &&
      afterZero === theirs.bars.afterZero &&
      counts.length === steps
    ) {
      return counts
    }
    const [begin, end] = [placeOf(theirs.bars, plain(from)), placeOf(theirs.bars, plain(to))]
    if (begin === null || end === null || isLog !== theirs.bars.isLog || afterZero !== theirs.bars.afterZero)
      return null
    return inSteps(counts, begin / steps, end / steps, steps)
  }
  if (theirs.kind !== 'values') return null
  if (mine.kind === 'nothing') return theirs.values.map(() => 0)
  if (mine.kind !== 'values') return null
  const byValue = new Map(mine.values.map(({ value, count }) => [value, count]))
  return theirs.values.map(({ value }) => byValue.get(value) ?? 0)
}

function plain(value: string): string {
  const text = value.startsWith('"') ? String(JSON.parse(value)) : value
  return momentOf(text) === null ? value : text
}

import { createWords } from '../../../words/en/create/create.ts'

/**
 * How fast a load is and how long the rest will take: `1,180 rows/s`, `about 11 min left`. Empty during the first second,
 * which is too short to tell. `milliseconds` is without pauses.
 */
export function paceWords(done: number, total: number, milliseconds: number): readonly string[] {
  if (milliseconds < 1000 || done === 0) return []
  const perSecond = (done / milliseconds) * 1000
  const pace = createWords.perSecond(Math.round(perSecond))
  if (done >= total) return [pace]
  const seconds = Math.ceil((total - done) / perSecond)
  return [pace, seconds < 60 ? createWords.secondsLeft(seconds) : createWords.minutesLeft(Math.round(seconds / 60))]
}

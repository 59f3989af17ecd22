import { countWords } from './figures.ts'

/**
 * How fast a load is and what is left of it, in words: `1,180 rows/s`, `about 11 min left`. Empty in its first second,
 * when nothing can be told. `milliseconds` leaves pauses out.
 */
export function paceWords(done: number, total: number, milliseconds: number): readonly string[] {
  if (milliseconds < 1000 || done === 0) return []
  const perSecond = (done / milliseconds) * 1000
  const seconds = Math.ceil((total - done) / perSecond)
  const left = seconds < 60 ? `${seconds} s left` : `about ${countWords(Math.round(seconds / 60))} min left`
  return [`${countWords(Math.round(perSecond))} rows/s`, ...(done < total ? [left] : [])]
}

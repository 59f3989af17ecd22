import { jumpWords } from '../../words/en/jump.ts'

/** How long ago a moment was, both ms since 1970: `2 h ago`, `yesterday`. */
export function agoWords(at: number, now: number): string {
  const minutes = Math.floor((now - at) / 60_000)
  if (minutes < 1) return jumpWords.now
  if (minutes < 60) return jumpWords.minutes(minutes)
  const days = Math.round((dayOf(now) - dayOf(at)) / 86_400_000)
  if (days === 0 || minutes < 6 * 60) return jumpWords.hours(Math.floor(minutes / 60))
  return days === 1 ? jumpWords.yesterday : jumpWords.days(days)
}

/** The beginning of its day in the reader's zone. */
function dayOf(moment: number): number {
  return new Date(moment).setHours(0, 0, 0, 0)
}

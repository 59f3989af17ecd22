import type { Mark } from './drawing.ts'

/** Where the arrows, Home and End lead from a value of a picture: along the axis, or to the next series of the same place. */
export function moveMark(marks: readonly Mark[], now: number, key: string): number | null {
  if (marks.length === 0) return null
  if (key === 'Home') return 0
  if (key === 'End') return marks.length - 1
  const from = marks[now]
  if (from === undefined) return 0
  const isBack = key === 'ArrowLeft' || key === 'ArrowUp'
  if (!isBack && key !== 'ArrowRight' && key !== 'ArrowDown') return null
  const isAcross =
    (key === 'ArrowUp' || key === 'ArrowDown') && from.x !== null && marks.some((mark) => mark.series !== from.series)
  if (from.x === null || (!isAcross && marks.every((mark) => mark.series === from.series)))
    return Math.min(marks.length - 1, Math.max(0, now + (isBack ? -1 : 1)))
  // Upwards lies the next series of a stack.
  const wanted = isAcross ? key === 'ArrowUp' : !isBack
  const distance = (mark: Mark) =>
    isAcross
      ? mark.x === from.x
        ? mark.series - from.series
        : 0
      : mark.series === from.series
        ? (mark.x ?? 0) - (from.x ?? 0)
        : 0
  let best = now
  let least = Infinity
  marks.forEach((mark, at) => {
    const away = wanted ? distance(mark) : -distance(mark)
    if (away > 0 && away < least) [best, least] = [at, away]
  })
  return best
}

import type { Stretch } from '../values/steps.ts'

/** What a key does with a brush: moves it whole, or one of its ends. */
export type BrushMove =
  | { readonly by: number; readonly end: 'both' | 'from' | 'to' }
  | { readonly toLimit: 'from' | 'to' }

/** The stretch between two places that a pointer went through, in whole steps, at least one. */
export function draggedStretch(a: number, b: number, steps: number): Stretch {
  const [low, high] = a <= b ? [a, b] : [b, a]
  const from = Math.min(Math.max(Math.floor(low), 0), steps - 1)
  return { from, to: Math.min(Math.max(Math.ceil(high), from + 1), steps) }
}

/** The stretch moved by so many steps, as far as the ends allow. */
export function movedStretch({ from, to }: Stretch, by: number, steps: number): Stretch {
  const allowed = Math.min(Math.max(by, -from), steps - to)
  return { from: from + allowed, to: to + allowed }
}

/** The stretch with one end elsewhere; it keeps at least one step. */
export function stretchWithEnd({ from, to }: Stretch, end: 'from' | 'to', place: number, steps: number): Stretch {
  if (end === 'from') return { from: Math.min(Math.max(place, 0), to - 1), to }
  return { from, to: Math.max(Math.min(place, steps), from + 1) }
}

/** What a key does with the stretch. */
export function pressedStretch(stretch: Stretch, move: BrushMove, steps: number): Stretch {
  if ('toLimit' in move) return stretchWithEnd(stretch, move.toLimit, move.toLimit === 'from' ? 0 : steps, steps)
  if (move.end === 'both') return movedStretch(stretch, move.by, steps)
  return stretchWithEnd(stretch, move.end, stretch[move.end] + move.by, steps)
}

/** Where a brush begins that nobody drew: the middle third. */
export function middleStretch(steps: number): Stretch {
  const from = Math.floor(steps / 3)
  return { from, to: Math.max(from + 1, Math.ceil((steps * 2) / 3)) }
}

/** What lies in the stretch. */
export function sumIn(counts: readonly number[], { from, to }: Stretch): number {
  return counts.slice(from, to).reduce((sum, count) => sum + count, 0)
}

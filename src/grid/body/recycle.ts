import type { Span } from '../../rows/span.ts'

/** What is held for rows or columns, by their numbers, goes from those that are not wanted to those that are. */
export interface Recycled<T> {
  /** What may be used again. */
  readonly free: T[]
  /** The numbers that something is to be found for, ascending. */
  readonly missing: readonly number[]
}

/**
 * Takes out of `held` what is not for a number of the span; `kept` (−1: none), which may be out of it, stays if it is held,
 * and is missing if it is not.
 */
export function recycle<T>(held: Map<number, T>, span: Span, kept: number): Recycled<T> {
  const free: T[] = []
  for (const [at, each] of held) {
    if ((at >= span.start && at < span.end) || at === kept) continue
    held.delete(at)
    free.push(each)
  }
  const missing: number[] = []
  if (kept >= 0 && kept < span.start && !held.has(kept)) missing.push(kept)
  for (let at = span.start; at < span.end; at += 1) if (!held.has(at)) missing.push(at)
  if (kept >= span.end && !held.has(kept)) missing.push(kept)
  return { free, missing }
}

/**
 * Puts children of an element into that order. `anchor`, one of them, is not moved, so that it keeps the focus; without
 * one, as few are moved as a rotation needs.
 */
export function putInOrder(parent: Element, wanted: readonly Element[], anchor?: Element): void {
  const at = anchor === undefined ? inLongestRun(wanted) : wanted.indexOf(anchor)
  for (let each = at + 1; each < wanted.length; each += 1) {
    const before = wanted[each - 1]?.nextElementSibling ?? null
    const element = wanted[each]
    if (element && before !== element) parent.insertBefore(element, before)
  }
  for (let each = at - 1; each >= 0; each -= 1) {
    const next = wanted[each + 1] ?? null
    const element = wanted[each]
    if (element && next?.previousElementSibling !== element) parent.insertBefore(element, next)
  }
}

/** The place of the first element of the longest run that stands together already. */
function inLongestRun(wanted: readonly Element[]): number {
  let best = 0
  let longest = 0
  let start = 0
  for (let at = 1; at <= wanted.length; at += 1) {
    if (at < wanted.length && wanted[at - 1]?.nextElementSibling === wanted[at]) continue
    if (at - start > longest) {
      longest = at - start
      best = start
    }
    start = at
  }
  return best
}

import { whenIdle } from './whenIdle.ts'

/** Says that the first rows are here, or that none will come: what waits for them may begin. */
export function firstAnswerIsHere(): void {
  isHere = true
  for (const begin of waiting) begin()
  waiting.clear()
}

/** Calls once the first answer is here and the browser has nothing else to do; returns what cancels it. */
export function afterFirstAnswer(work: () => void): () => void {
  if (isHere) return whenIdle(work)
  let cancelIdle: (() => void) | null = null
  const begin = () => void (cancelIdle = whenIdle(work))
  waiting.add(begin)
  return () => {
    waiting.delete(begin)
    cancelIdle?.()
  }
}

let isHere = false
const waiting = new Set<() => void>()

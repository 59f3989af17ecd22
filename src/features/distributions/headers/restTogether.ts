/** ms without another column coming into view after which those that are there are asked for. */
const REST_MS = 120

/**
 * Calls once nobody else has begun to wait for a while, all of them in one moment, so that what they ask can be put
 * together. Returns what takes it back: a column that only scrolls past is never asked for.
 */
export function restTogether(work: () => void): () => void {
  waiting.add(work)
  clearTimeout(timer)
  timer = setTimeout(() => {
    const rested = [...waiting]
    waiting.clear()
    for (const each of rested) each()
  }, REST_MS)
  return () => void waiting.delete(work)
}

const waiting = new Set<() => void>()
let timer: ReturnType<typeof setTimeout> | undefined

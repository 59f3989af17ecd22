/** Leaves the place that was taken; to be called once. */
export type Leave = () => void

/** How many requests one instance gets at a time. Browsers open six connections to a host, and others need one, too. */
export const AT_ONCE = 4

/**
 * Waits for one of the places at that name (`most` of them), in the order of asking. Rejects with the signal's reason as soon as it is
 * aborted, also while waiting.
 */
export function enter(name: string, signal: AbortSignal | undefined, most = AT_ONCE): Promise<Leave> {
  const gate = gates.get(name) ?? { inside: 0, waiting: [] }
  gates.set(name, gate)
  return new Promise((resolve, reject) => {
    const giveUp = () => {
      gate.waiting = gate.waiting.filter((other) => other !== goIn)
      reject(signal?.reason)
    }
    const goIn = () => {
      signal?.removeEventListener('abort', giveUp)
      gate.inside += 1
      resolve(() => {
        gate.inside -= 1
        gate.waiting.shift()?.()
      })
    }
    if (signal?.aborted === true) reject(signal.reason)
    else if (gate.inside < most) goIn()
    else {
      gate.waiting.push(goIn)
      signal?.addEventListener('abort', giveUp, { once: true })
    }
  })
}

interface Gate {
  inside: number
  waiting: (() => void)[]
}

const gates = new Map<string, Gate>()

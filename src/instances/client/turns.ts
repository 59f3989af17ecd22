/** The most statements for figures and counts under way at one server: others wait, so that its other readers stay quick. */
const MOST_UNDER_WAY = 2

interface Lane {
  running: number
  readonly waiting: (() => void)[]
}

const lanes = new Map<string, Lane>()

/**
 * Starts `ask` when it is its turn among all that ask that server, which `identity` names. What is given up before its
 * turn is never asked. Rejects as `ask` does, or with the reason of the signal.
 */
export async function inTurn<T>(
  identity: string,
  ask: () => Promise<T>,
  { signal }: { readonly signal?: AbortSignal | undefined },
): Promise<T> {
  const lane = lanes.get(identity) ?? { running: 0, waiting: [] }
  lanes.set(identity, lane)
  signal?.throwIfAborted()
  if (lane.running >= MOST_UNDER_WAY) await turn(lane, signal)
  else lane.running += 1
  try {
    return await ask()
  } finally {
    const next = lane.waiting.shift()
    // A turn is handed on, so that nobody who comes now is earlier.
    if (next === undefined) lane.running -= 1
    else next()
    if (lane.running === 0) lanes.delete(identity)
  }
}

function turn({ waiting }: Lane, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const start = () => {
      signal?.removeEventListener('abort', giveUp)
      resolve()
    }
    const giveUp = () => {
      const place = waiting.indexOf(start)
      if (place !== -1) waiting.splice(place, 1)
      reject(signal?.reason)
    }
    signal?.addEventListener('abort', giveUp, { once: true })
    waiting.push(start)
  })
}

/** Frees the place again. Call it once. */
export type Leave = () => void

/** Lets a limited number of tasks in at a time; the others wait in order. */
export interface Gate {
  /** Resolves once there is a place. Rejects with the signal's reason as soon as it is aborted, also while waiting. */
  enter(signal?: AbortSignal): Promise<Leave>
}

/** A gate with `places` places. */
export function createGate(places: number): Gate {
  let inside = 0
  let waiting: (() => void)[] = []
  return {
    enter: (signal) =>
      new Promise((resolve, reject) => {
        const giveUp = () => {
          waiting = waiting.filter((other) => other !== goIn)
          reject(signal?.reason)
        }
        const goIn = () => {
          signal?.removeEventListener('abort', giveUp)
          inside += 1
          resolve(() => {
            inside -= 1
            waiting.shift()?.()
          })
        }
        if (signal?.aborted === true) reject(signal.reason)
        else if (inside < places) goIn()
        else {
          waiting.push(goIn)
          signal?.addEventListener('abort', giveUp, { once: true })
        }
      }),
  }
}

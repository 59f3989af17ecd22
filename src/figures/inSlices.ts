import type { CallOptions } from '../instances/client/actionClient.ts'

/** ms of such work after which the page is let go on with everything else. */
const SLICE = 8

let before: Promise<unknown> = Promise.resolve()
let until = 0

/**
 * Does the work after all that was given before, so that much of it leaves the page time between the pieces: the headers
 * in view ask for theirs in one moment, and each is worked out of thousands of values. Work that nobody wants any more is
 * left out.
 */
export function inSlices<T>(work: () => T, { signal }: CallOptions = {}): Promise<T> {
  const done = before.then(async () => {
    if (performance.now() >= until) {
      await nextTask()
      until = performance.now() + SLICE
    }
    signal?.throwIfAborted()
    return work()
  })
  before = done.catch(() => undefined)
  return done
}

/** A timer would wait longer, and in a page that is not seen for a second. */
function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.addEventListener('message', () => {
      port1.close()
      resolve()
    })
    port1.start()
    port2.postMessage(null)
  })
}

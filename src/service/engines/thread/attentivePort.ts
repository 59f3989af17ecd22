import { receiveMessageOnPort, type MessagePort } from 'node:worker_threads'

/** What another thread posts, and counts in shared memory, so that it is noticed before this thread's event loop gives it. */
export interface AttentivePort<Message> {
  onMessage(listener: (message: Message) => void): void
  /** Whether a message has been posted that this thread hasn't received. */
  isWaiting(): boolean
  /**
   * The next message: one that lies here, or if the last one came soon after this was called, one that comes within a
   * moment, for which the thread stays awake. Else null, and the listener gets it.
   */
  soon(): Message | null
}

/**
 * Listens to a thread. Waking this one takes a tenth of the time of a quick read, each way (measured). `posted` gives how
 * many messages have been posted to it, a number that may overflow.
 */
export function attentivePort<Message>(
  port: MessagePort,
  posted: () => number,
  now = () => performance.now(),
): AttentivePort<Message> {
  let seen = 0
  let askedAt = -Infinity
  /** How long after `soon` was last called the next message came, if none lay there. */
  let gapMs = Infinity
  /** When the event loop, which timers need, gave a message last. */
  let turnedAt = -Infinity
  /** How often in a row the thread stayed awake in vain, and how many more times it doesn't. */
  let misses = 0
  let pauses = 0
  const isWaiting = (): boolean => ((posted() - seen) | 0) > 0
  function take(): Message | null {
    const received: { readonly message: Message } | undefined = receiveMessageOnPort(port)
    if (received === undefined) return null
    seen = (seen + 1) | 0
    return received.message
  }
  return {
    isWaiting,
    onMessage(listener) {
      port.on('message', (message: Message) => {
        seen = (seen + 1) | 0
        turnedAt = now()
        gapMs = turnedAt - askedAt
        listener(message)
      })
    },
    soon() {
      askedAt = now()
      if (askedAt - turnedAt > LONGEST_TURN_MS) return null
      if (isWaiting()) return take()
      if (gapMs > AWAKE_MS) return null
      if (pauses > 0) {
        pauses -= 1
        return null
      }
      // No longer than is likely of use: whoever is to send the next message may need this processor.
      const until = askedAt + Math.min(AWAKE_MS, 2 * gapMs)
      while (!isWaiting()) {
        if (now() <= until) continue
        misses += 1
        // So it goes where there is one processor, which the other thread would have needed.
        if (misses >= MOST_MISSES) pauses = PAUSES
        return null
      }
      misses = 0
      gapMs = now() - askedAt
      return take()
    },
  }
}

/**
 * Twice what a quick read takes, and twice what one client takes that asks again as soon as it is answered. Longer doesn't
 * pay: beside scans of 12 ms, 3 ms or all the time made no difference (measured).
 */
const AWAKE_MS = 0.6

/**
 * After so many misses in a row a thread stays awake only now and then. Some dozens are usual where a client has the same
 * processor, and there it still pays (measured).
 */
const MOST_MISSES = 100
const PAUSES = 1000

/** For how long the thread's timers may have to wait. */
const LONGEST_TURN_MS = 50

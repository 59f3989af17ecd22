import { receiveMessageOnPort, type MessagePort } from 'node:worker_threads'

/** What another thread posts, and counts in shared memory, so that it is noticed before this thread's event loop gives it. */
export interface AttentivePort<Message> {
  onMessage(listener: (message: Message) => void): void
  /** Whether a message has been posted that this thread hasn't received. */
  isWaiting(): boolean
  /**
   * The next message, for which the thread stays awake for a moment if the last one came as soon; else null, and the
   * listener gets it.
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
  /** How long after `soon` was last called the next message came. */
  let gapMs = Infinity
  /** When the event loop, which timers need, gave a message last. */
  let turnedAt = -Infinity
  const arrived = (): void => {
    seen = (seen + 1) | 0
    gapMs = now() - askedAt
  }
  const isWaiting = (): boolean => ((posted() - seen) | 0) > 0
  return {
    isWaiting,
    onMessage(listener) {
      port.on('message', (message: Message) => {
        arrived()
        turnedAt = now()
        listener(message)
      })
    },
    soon() {
      askedAt = now()
      if (gapMs > AWAKE_MS || askedAt - turnedAt > LONGEST_TURN_MS) return null
      // No longer than is likely of use: whoever is to send the next message may need this processor.
      const until = askedAt + Math.min(AWAKE_MS, 2 * gapMs)
      while (!isWaiting()) {
        if (now() > until) return null
      }
      const received: { readonly message: Message } | undefined = receiveMessageOnPort(port)
      if (received === undefined) return null
      arrived()
      return received.message
    },
  }
}

/** Twice what a quick read takes, and twice what one client takes that asks again as soon as it is answered. */
const AWAKE_MS = 0.6

/** For how long the thread's timers may have to wait. */
const LONGEST_TURN_MS = 50

/** What a page does about a server that has gone: it waits for the next try, asks, or leaves it to the user or an event. */
export type Reconnecting =
  | { readonly kind: 'nothingLost' | 'asking' | 'resting' }
  /** `at`: when it asks next, by the clock of `Surroundings`, ms. */
  | { readonly kind: 'waiting'; readonly at: number }

/** What a `Reconnect` asks with, and what it knows of the page. */
export interface Surroundings {
  /** One light request, sent once: whether it was answered. */
  readonly ask: () => Promise<boolean>
  /** Repeats what was lost, once. */
  readonly repeat: () => void
  /** The page is looked at, and a request has a chance. */
  readonly mayAsk: () => boolean
  /** ms */
  readonly now: () => number
}

/** Notices that a server is back, with restraint: one light request at a time, after pauses that grow. */
export interface Reconnect {
  readonly get: () => Reconnecting
  readonly subscribe: (listener: () => void) => () => void
  /** Takes in whether something that is shown was lost, as the server was gone. */
  readonly hear: (isLost: boolean) => void
  /** Something has changed that makes an answer likely: asks at once, or as soon as restraint allows if it is not `urgent`. */
  readonly hurry: (isUrgent: boolean) => void
  readonly stop: () => void
}

/** The pause before each try, ms; all later ones are as the last. */
export const PAUSES_MS = [5000, 10_000, 20_000, 40_000, 60_000] as const

/** A server that answers, while what was lost is lost again each time, is not asked for the same more often than that. */
const MOST_IN_VAIN = 3

/** What is lost so soon after it was there is no new trouble: the pauses go on growing, ms. */
const SAME_TROUBLE_MS = 60_000

/** Asks by itself from the moment that something is lost until a first answer; then repeats what was lost. */
export function createReconnect({ ask, repeat, mayAsk, now }: Surroundings): Reconnect {
  const listeners = new Set<() => void>()
  let state: Reconnecting = { kind: 'nothingLost' }
  let timer: ReturnType<typeof setTimeout> | undefined
  let isLost = false
  let tries = 0
  let inVain = 0
  let askedAt = -Infinity
  let wellSince = -Infinity

  function become(next: Reconnecting): void {
    state = next
    for (const listener of listeners) listener()
  }

  function wait(ms: number): void {
    clearTimeout(timer)
    timer = setTimeout(() => void attempt(), ms)
    become({ kind: 'waiting', at: now() + ms })
  }

  function goOn(): void {
    if (inVain >= MOST_IN_VAIN || !mayAsk()) return become({ kind: 'resting' })
    return wait(pauseBefore(tries))
  }

  async function attempt(): Promise<void> {
    if (!mayAsk()) return become({ kind: 'resting' })
    askedAt = now()
    become({ kind: 'asking' })
    const isAnswered = await ask()
    tries += 1
    if (!isLost) return undefined
    if (!isAnswered) return goOn()
    inVain += 1
    // Until it is known what comes of it.
    become({ kind: 'resting' })
    repeat()
    return undefined
  }

  return {
    get: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    hear(lost) {
      if (lost === isLost) return
      isLost = lost
      clearTimeout(timer)
      if (!lost) {
        wellSince = now()
        become({ kind: 'nothingLost' })
        return
      }
      if (now() - wellSince > SAME_TROUBLE_MS) tries = inVain = 0
      goOn()
    },
    hurry(isUrgent) {
      if (!isLost || state.kind === 'asking') return
      inVain = 0
      if (isUrgent) tries = 0
      wait(isUrgent ? 0 : Math.max(0, askedAt + PAUSES_MS[0] - now()))
    },
    stop() {
      isLost = false
      clearTimeout(timer)
    },
  }
}

function pauseBefore(tries: number): number {
  return PAUSES_MS[Math.min(tries, PAUSES_MS.length - 1)] ?? 0
}

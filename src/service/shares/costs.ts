/** How long work has taken, by client and shape. */
export interface Costs {
  /** What work of this shape is expected to take, in milliseconds; null if it isn't known. */
  of(client: string, shape: string): number | null
  /** Work of this shape took so long; it may have been ended before it was done. */
  note(client: string, shape: string, tookMs: number, wasEnded: boolean): void
  /** From here on, a read is slow. */
  readonly slowMs: number
  /** From here on, a read is not quick any more, but need not be slow. */
  readonly mediumMs: number
  /** Reads that take less are so quick that the way to the engine counts. */
  readonly quickestMs: number
}

/**
 * Believes a short time at once and a long one little by little: a busy machine makes quick work slow, but nothing makes
 * slow work quick. Work that was ended, or took more than `shareMs`, counts as that slow at once. A client much of whose
 * work had to be ended gets no trust in advance for new shapes. `isAlone` says that a read keeps all others waiting.
 */
export function createCosts(shareMs: number, isAlone: boolean): Costs {
  const kind = isAlone ? 'alone' : 'among'
  /** What a third of all work takes less than, about; each client counts alike, however much it sends. */
  let usualMs = FIRST_MS
  let last = ''
  const clients = new Map<string, { readonly shapes: Map<string, number>; ended: number }>()

  function known(client: string) {
    const found = clients.get(client) ?? { shapes: new Map<string, number>(), ended: 0 }
    // The one used last comes last.
    clients.delete(client)
    clients.set(client, found)
    forgetFirst(clients, MOST_CLIENTS)
    return found
  }

  return {
    of(client, shape) {
      const found = clients.get(client)
      if (!found) return null
      return found.shapes.get(shape) ?? (found.ended >= MOST_ENDED ? shareMs : null)
    },
    get slowMs() {
      return Math.max(SLOW_MS[kind], usualMs * SLOW_TIMES)
    },
    get quickestMs() {
      return Math.max(QUICKEST_MS, usualMs * QUICKEST_TIMES)
    },
    get mediumMs() {
      return Math.max(MEDIUM_MS[kind], usualMs * MEDIUM_TIMES[kind])
    },
    note(client, shape, tookMs, wasEnded) {
      // While several are at work, their work counts by turns.
      const weight = client === last ? REPEATED : 1
      last = client
      usualMs = Math.max(1, usualMs * (tookMs > usualMs ? 1 + STEP * weight : 1 - 2 * STEP * weight))
      const found = known(client)
      const before = found.shapes.get(shape)
      const isLong = wasEnded || tookMs >= shareMs
      found.ended = isLong ? Math.min(found.ended + 1, 2 * MOST_ENDED) : Math.max(0, found.ended - FORGIVEN)
      const now = isLong
        ? Math.max(tookMs, shareMs)
        : before === undefined || tookMs < before
          ? tookMs
          : before * 0.75 + tookMs * 0.25
      found.shapes.delete(shape)
      found.shapes.set(shape, now)
      forgetFirst(found.shapes, MOST_SHAPES)
    },
  }
}

function forgetFirst(map: Map<string, unknown>, most: number): void {
  if (map.size <= most) return
  const [first] = map.keys()
  if (first !== undefined) map.delete(first)
}

/** Where a read is slow: where it keeps all others waiting, and where it is one among several. */
const SLOW_MS = { alone: 100, among: 150 } as const
const MEDIUM_MS = { alone: 3, among: 50 } as const
const QUICKEST_MS = 1.5

/**
 * The same, as multiples of what is usual: on a machine that is slow or busy with other things, quick work takes longer, and
 * is no less quick for that. Where all others wait, a client must not get far by staying just below.
 */
const SLOW_TIMES = 15
const MEDIUM_TIMES = { alone: 3, among: 5 } as const
const QUICKEST_TIMES = 1.2

/** After so many ended pieces of work, those of unknown shape count as slow. */
const MOST_ENDED = 3

/** By how much a quick one makes up for that. */
const FORGIVEN = 0.01

const STEP = 0.04

/** What counts of work that follows other work of the same client. */
const REPEATED = 0.25

/** Where it begins: quick work is soon found to be quicker. */
const FIRST_MS = 5

const MOST_SHAPES = 500
const MOST_CLIENTS = 1000

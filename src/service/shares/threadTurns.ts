import { performance } from 'node:perf_hooks'
import { createLastClients } from './lastClients.ts'

/** Shares the thread that answers all requests, whatever the engine does for them meanwhile. */
export interface ThreadTurns {
  /**
   * Resolves when it is the turn of a request of this client; null if it is at once. While several clients ask, each gets
   * one request in each turn of the event loop. `isLong` says that its answer is made in parts.
   */
  request(client: string, isLong: boolean): Promise<void> | null
  /**
   * Does a part of long work: of a dump, or all of a large request. While requests from other addresses come, all parts
   * together leave the thread to these most of the time. Parts of several clients are done in turn. What a part leaves to the
   * garbage collector takes time later: `leastMs` is what one costs at least.
   */
  part<T>(of: PartOf, make: () => Promise<T>, leastMs?: number): Promise<T>
}

/** Whose part it is, and from where its requests come: that is known of a request before its client is. */
export interface PartOf {
  readonly name: string
  readonly address: string
}

/** Gives turns by the clock of this thread. */
export function createThreadTurns(): ThreadTurns {
  const requests = new Map<string, (() => void)[]>()
  /** Those that had their request in this turn of the event loop. */
  const served = new Set<string>()
  let isTurning = false
  let last = ''
  /** When a request of another client than the one before came. */
  let changedAt = -Infinity
  /** Of requests with a short answer. */
  const lastShort = createLastClients()

  function nextTurn(): void {
    isTurning = false
    served.clear()
    for (const [client, waiting] of requests) {
      waiting.shift()?.()
      served.add(client)
      if (waiting.length === 0) requests.delete(client)
    }
    if (served.size > 0) turn()
  }

  function turn(): void {
    if (isTurning) return
    isTurning = true
    setImmediate(nextTurn)
  }

  /** What waits, by client. */
  const parts = new Map<string, { readonly address: string; readonly waiting: (() => void)[] }>()
  let partsNotBefore = -Infinity
  let usualMs = 0
  let timer: NodeJS.Timeout | null = null

  /** When a part may be made. A client's own requests don't hold up its parts, unless parts of another client wait, too. */
  function dueAt(address: string): number {
    const askedAt = parts.size === 1 ? lastShort.othersAt(address) : lastShort.last.at
    return Math.min(partsNotBefore, askedAt + QUIET_MS)
  }

  function nextPart(): void {
    timer = null
    const now = performance.now()
    const [first] = parts
    if (first === undefined) return
    const [client, { address, waiting }] = first
    const due = dueAt(address)
    if (due > now) {
      timer = setTimeout(nextPart, Math.ceil(due - now))
      return
    }
    // The last in the order from now on.
    parts.delete(client)
    const begin = waiting.shift()
    if (waiting.length > 0) parts.set(client, { address, waiting })
    partsNotBefore = now + usualMs * PAUSE
    begin?.()
    if (parts.size > 0) timer = setTimeout(nextPart, 0)
  }

  function partTurn({ name, address }: PartOf): Promise<void> {
    return new Promise((resolve) => {
      const queue = parts.get(name)
      if (queue) queue.waiting.push(resolve)
      else parts.set(name, { address, waiting: [resolve] })
      if (timer === null) nextPart()
    })
  }

  return {
    request(client, isLong) {
      const now = performance.now()
      if (!isLong) lastShort.note(client, now)
      if (client !== last) {
        last = client
        changedAt = now
      }
      if (now - changedAt > QUIET_MS) return null
      turn()
      if (!served.has(client) && !requests.has(client)) {
        served.add(client)
        return null
      }
      return queued(requests, client)
    },
    async part(of, make, leastMs = 0) {
      await partTurn(of)
      const before = performance.eventLoopUtilization()
      try {
        return await make()
      } finally {
        // Of the thread, what others did meanwhile included: the busier it is, the more is left to them.
        const active = performance.eventLoopUtilization(before).active
        const took = Math.max(Math.min(active, LONGEST_MS), leastMs)
        usualMs = usualMs * 0.75 + took * 0.25
        partsNotBefore = Math.max(partsNotBefore, performance.now() + took * PAUSE)
      }
    },
  }
}

/** Resolves when what is put last into a client's queue is called. */
function queued(queues: Map<string, (() => void)[]>, client: string): Promise<void> {
  return new Promise((resolve) => {
    const waiting = queues.get(client)
    if (waiting) waiting.push(resolve)
    else queues.set(client, [resolve])
  })
}

/** For how long after a request more of them are expected. */
const QUIET_MS = 50

/** For how many times as long as a part took the thread is left to requests. */
const PAUSE = 16

/** A part that took longer had to wait for the engine. */
const LONGEST_MS = 20

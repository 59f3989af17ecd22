import { createCosts } from './costs.ts'
import { Crowded, type Work } from './work.ts'

export interface SharesOptions {
  /** How many pieces of work the engine does at a time. */
  readonly places: number
  /** How many of them may be slow ones. */
  readonly slowPlaces: number
  /** How long a piece of work may hold its place, in milliseconds, while quick work waits for one. */
  readonly shareMs: number
  /** The clock, in milliseconds. */
  readonly now?: (() => number) | undefined
}

/** Frees the place. Call it once. */
export type Leave = () => void

/** Shares an engine among clients. */
export interface Shares {
  /**
   * Resolves once the work may begin. Rejects with `Crowded` if too much is waiting or the wait gets too long, and with the
   * signal's reason as soon as that is aborted.
   */
  enter(work: Work): Promise<Leave>
}

/**
 * Quick work first, and each client in turn. What is quick is measured, by client and shape. Reads of unknown shape, slow
 * ones, writes and dumps have lanes of their own: on an engine that does one thing at a time each of these waits for a
 * multiple of the time it took last, or until no quick work has come for a moment. If quick work finds no place, the
 * longest-running read of another client is ended once it has had its share, or at once if it is known to take longer.
 */
export function createShares(options: SharesOptions): Shares {
  const { places, slowPlaces, shareMs } = options
  const now = options.now ?? (() => performance.now())
  const costs = createCosts(shareMs)
  const running = new Set<Running>()
  const waiting: Waiting[] = []
  /** By client: when its work last began. */
  const served = new Map<string, number>()
  const notBefore = { slow: 0, new: 0, write: 0, stream: 0 }
  const slowMs = places === 1 ? SLOW_MS.alone : SLOW_MS.among
  let quickAt = -Infinity
  let timer: { handle: ReturnType<typeof setTimeout>; at: number } | null = null

  function laneOf(work: Work): Lane {
    if (work.kind !== 'read') return work.kind
    const known = costs.of(work.client, work.shape)
    const least = Math.max(0, ...alike(work).map((other) => now() - other.since))
    if (Math.max(known ?? 0, least) >= slowMs) return 'slow'
    return known === null ? 'new' : 'quick'
  }

  /** Running work of the same client and shape. */
  function alike({ client, shape }: Work): readonly Running[] {
    return [...running].filter(({ work }) => work.client === client && work.shape === shape)
  }

  /** Work that began as another kind of read may have turned out slow. */
  function isSlow(each: Running): boolean {
    return each.work.kind === 'read' && (each.lane === 'slow' || now() - each.since >= slowMs)
  }

  function begin(entry: Waiting): void {
    waiting.splice(waiting.indexOf(entry), 1)
    const { work } = entry
    const started: Running = { work, lane: entry.lane, since: now(), grace: graceOf(work), isEnded: false }
    running.add(started)
    served.delete(work.client)
    served.set(work.client, started.since)
    if (served.size > MOST_CLIENTS) served.delete([...served.keys()][0] ?? '')
    entry.begin(() => {
      if (!running.delete(started)) return
      const took = now() - started.since
      if (work.kind === 'read') costs.note(work.client, work.shape, took, started.isEnded)
      if (started.lane === 'quick') quickAt = now()
      else notBefore[started.lane] = now() + Math.min(took * PAUSE[started.lane], LONGEST_PAUSE_MS)
      pump()
    })
  }

  /** How long work may run before it is ended for others: not at all if it has been ended before. */
  function graceOf({ kind, client, shape }: Work): number {
    return kind === 'read' && (costs.of(client, shape) ?? 0) >= shareMs ? 0 : shareMs
  }

  function pump(): void {
    for (let next = choose(); next !== null; next = choose()) begin(next)
    const at = Math.min(endOthers(), wakeAt(), ...waiting.map((entry) => entry.until))
    if (timer !== null && timer.at === at) return
    if (timer !== null) clearTimeout(timer.handle)
    timer = null
    if (at === Infinity) return
    const handle = setTimeout(
      () => {
        timer = null
        for (const entry of waiting.filter(({ until }) => until <= now())) refuse(entry, new Crowded('all'))
        pump()
      },
      Math.max(1, at - now()),
    )
    // Work that waits has a request that keeps the process alive.
    handle.unref()
    timer = { handle, at }
  }

  /** The entry that may begin now. */
  function choose(): Waiting | null {
    if (running.size >= places || waiting.length === 0) return null
    for (const entry of waiting) if (entry.work.kind === 'read') entry.lane = laneOf(entry.work)
    for (const lane of OTHER_LANES) {
      const first = isDue(lane) ? firstOf(lane, (entry) => isOpen(lane, entry.work)) : null
      if (first) return first
    }
    const quick = firstOf('quick')
    if (quick) quickAt = now()
    return quick
  }

  /** Whether the lane has a free place. Some are always left to quick work, if there is more than one. */
  function isOpen(lane: OtherLane, work: Work): boolean {
    const others = [...running].filter((each) => each.lane !== 'quick' || isSlow(each))
    if (others.length >= Math.max(1, places - KEPT_PLACES)) return false
    const untried = others.filter((each) => each.lane === 'new').length
    if (lane === 'new') return untried < NEW_PLACES && alike(work).length < slowPlaces
    return lane !== 'slow' || others.filter(isSlow).length < slowPlaces
  }

  function isDue(lane: OtherLane): boolean {
    if (places > 1) return true
    if (now() >= notBefore[lane]) return true
    return firstOf('quick') === null && now() >= quickAt + QUIET_MS
  }

  /** Of the client that was served longest ago; of its own work the shortest, as far as that didn't wait much less. */
  function firstOf(lane: Lane, isFit: (entry: Waiting) => boolean = () => true): Waiting | null {
    let first: Waiting | null = null
    for (const entry of waiting) {
      if (entry.lane !== lane || !isFit(entry)) continue
      if (first === null || isBefore(entry, first)) first = entry
    }
    return first
  }

  function isBefore(one: Waiting, other: Waiting): boolean {
    if (one.work.client !== other.work.client) return lastServed(one) < lastServed(other)
    return urgencyOf(one) < urgencyOf(other)
  }

  /** The time at which it would have had to come for its wait to make up for the time it takes. */
  function urgencyOf({ work, since }: Waiting): number {
    return since + (costs.of(work.client, work.shape) ?? 0) * WAIT_FOR_COST
  }

  function lastServed({ work }: Waiting): number {
    return served.get(work.client) ?? -Infinity
  }

  /** Ends work that others wait for. Gives the time at which there will be some to end. */
  function endOthers(): number {
    const isFull = running.size >= places
    const slow = [...running].filter(isSlow)
    const kept = waiting.filter((entry) => isFull || isKeptOut(entry, slow))
    if (kept.length === 0 || [...running].some((each) => each.isEnded)) return Infinity
    let at = Infinity
    let victim: Running | null = null
    for (const each of running) {
      if (each.work.end === null || each.work.kind === 'write') continue
      const due = each.since + Math.min(...kept.map((entry) => patience(entry, each)))
      if (due > now()) at = Math.min(at, due)
      else if (victim === null || each.since < victim.since) victim = each
    }
    if (victim === null) return at
    victim.isEnded = true
    victim.work.end?.()
    return Infinity
  }

  /** Whether other work has all the places it could have: for slow work, other clients' slow work. */
  function isKeptOut(entry: Waiting, slow: readonly Running[]): boolean {
    if (entry.lane !== 'slow') return entry.lane !== 'quick' && !isOpen(entry.lane, entry.work)
    return slow.length >= slowPlaces && slow.every(({ work }) => work.client !== entry.work.client)
  }

  /** For how long work may run while the other waits, in milliseconds; a client's own work is never ended for it. */
  function patience({ work, lane }: Waiting, each: Running): number {
    if (work.client === each.work.client) return Infinity
    const takes = costs.of(work.client, work.shape)
    const isMuchQuicker = takes !== null && takes * MUCH <= (costs.of(each.work.client, each.work.shape) ?? 0)
    if (lane === 'quick' || (lane === 'slow' && isMuchQuicker)) return each.grace
    return lane === 'slow' ? shareMs * SLOW_SHARES : shareMs
  }

  /** When a lane becomes due, if one has work. */
  function wakeAt(): number {
    if (running.size >= places) return Infinity
    const due = OTHER_LANES.filter((lane) => firstOf(lane, (entry) => isOpen(lane, entry.work)) !== null).map((lane) =>
      Math.min(notBefore[lane], quickAt + QUIET_MS),
    )
    return Math.min(Infinity, ...due)
  }

  function refuse(entry: Waiting, reason: unknown): void {
    const place = waiting.indexOf(entry)
    if (place === -1) return
    waiting.splice(place, 1)
    entry.fail(reason)
  }

  return {
    enter: (work) =>
      new Promise((resolve, reject) => {
        const { signal } = work
        if (signal?.aborted) return reject(signal.reason)
        const own = waiting.filter((entry) => entry.work.client === work.client)
        const lane = laneOf(work)
        const isFull =
          own.length >= MOST_OF_CLIENT ||
          (lane === 'slow' && own.filter((entry) => entry.lane === 'slow').length >= MOST_SLOW_OF_CLIENT)
        if (isFull) return reject(new Crowded('client'))
        if (waiting.length >= MOST_WAITING) return reject(new Crowded('all'))
        const giveUp = () => {
          refuse(entry, signal?.reason)
          pump()
        }
        const entry: Waiting = {
          work,
          lane,
          since: now(),
          until: work.kind === 'read' ? now() + LONGEST_WAIT_MS : Infinity,
          begin(leave) {
            signal?.removeEventListener('abort', giveUp)
            resolve(leave)
          },
          fail(reason) {
            signal?.removeEventListener('abort', giveUp)
            reject(reason)
          },
        }
        signal?.addEventListener('abort', giveUp, { once: true })
        waiting.push(entry)
        pump()
      }),
  }
}

/** In the order in which they are served when they are due. */
const OTHER_LANES = ['write', 'new', 'stream', 'slow'] as const
type OtherLane = (typeof OTHER_LANES)[number]
type Lane = 'quick' | OtherLane

interface Waiting {
  readonly work: Work
  lane: Lane
  readonly since: number
  readonly until: number
  begin(leave: Leave): void
  fail(reason: unknown): void
}

interface Running {
  readonly work: Work
  readonly lane: Lane
  readonly since: number
  readonly grace: number
  isEnded: boolean
}

/** From here on, a read is slow: where it keeps all others waiting, and where it is one among several. */
const SLOW_MS = { alone: 100, among: 150 } as const

/** A client's longer work comes after its shorter work that was asked for up to this many times the difference later. */
const WAIT_FOR_COST = 10

/** How long quick work must have been absent before other work may begin out of turn. */
const QUIET_MS = 50

/** For how many times as long as it took last a lane leaves a single engine to quick work. */
const PAUSE = { write: 1, new: 4, stream: 4, slow: 20 } as const
const LONGEST_PAUSE_MS = 20_000

/** Work that takes so many times less than other work counts as quick beside it. */
const MUCH = 5

/** How many shares slow work has before it is ended for other slow work. */
const SLOW_SHARES = 5

/** How many reads of unknown shape there may be at a time. */
const NEW_PLACES = 3

/** Places that only quick work may take. */
const KEPT_PLACES = 3

const MOST_OF_CLIENT = 256
const MOST_SLOW_OF_CLIENT = 16
const MOST_WAITING = 2000
const MOST_CLIENTS = 5000

/** How long a read waits for its place: longer than others of its client, without a token, may run. */
const LONGEST_WAIT_MS = 30_000

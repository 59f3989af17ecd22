import { createCosts } from './costs.ts'
import { createHeavyWork, LONGEST_PAUSE_MS } from './heavyWork.ts'
import { createQueue, OTHER_LANES, type Head, type Lane, type OtherLane, type Waiting } from './queue.ts'
import { createOthers } from './others.ts'
import { createPlaces, LOOK_AGAIN_MS } from './places.ts'
import type { Running } from './running.ts'
import { Crowded, type Leave, type Work, type WorkKey, type WorkKind } from './work.ts'

export interface SharesOptions {
  /** How many pieces of work the engine does at a time. */
  readonly places: number
  /** How many of them may be slow ones while another client has quick work; else twice as many. */
  readonly slowPlaces: number
  /** How many processors the engine has, as far as that is known. */
  readonly processors?: (() => number) | undefined
  /** How much quick work may lie ready for the engine while that does only quick work, so that it need not wait for the next. None by default. */
  readonly ready?: number | undefined
  /** How long a piece of work may hold its place, in milliseconds, while quick work waits for one. */
  readonly shareMs: number
  /** The clock, in milliseconds. */
  readonly now?: (() => number) | undefined
}

/** Shares an engine among clients. */
export interface Shares {
  /**
   * Resolves once the work may begin. Rejects with `Crowded` if too much is waiting or the wait gets too long, and with the
   * signal's reason as soon as that is aborted.
   */
  enter(work: Work): Promise<Leave>
  /** How much heavy work there may be at once; below 1, one piece for that part of the time. */
  readonly room: number
  /** Whether anybody has quick work, which long pieces of other work would keep waiting. */
  readonly isShared: boolean
  /** Whether one piece of work has begun, and none waits. */
  readonly isAlone: boolean
  /** Whether a statement had better do its work alone, without parallel workers. */
  readonly isTight: boolean
  /** For how long heavy work has to wait, in milliseconds, as far as that is known. */
  readonly pauseMs: number
  /** What a client has done outside of its turns took so long. */
  charge(client: string, tookMs: number): void
}

/**
 * Quick work first, and each client in turn. What is quick is measured, by client and shape. Reads of unknown shape, slow
 * ones, writes and dumps have lanes of their own: on an engine that does one thing at a time each of these waits for a
 * multiple of the time it took last, or until no quick work has come for a moment. If quick work finds no place, the
 * longest-running read of another client is ended once it has had its share, or at once if it is known to take longer. On
 * an engine that does several things at a time, heavy work has what room it may take without slowing others' quick work.
 */
export function createShares(options: SharesOptions): Shares {
  const { places, slowPlaces, shareMs, ready = 0, processors = unknown } = options
  const now = options.now ?? (() => performance.now())
  const costs = createCosts(shareMs, places === 1)
  const waiting = createQueue()
  const notBefore = { slow: 0, medium: 0, new: 0, write: 0, stream: 0 }
  const slowMs = () => costs.slowMs
  const heavy = createHeavyWork({ isAlone: places === 1, slowPlaces, processors, slowMs, shareMs, now })
  const { running } = heavy
  const { hasPlace, hasQuickPlace, briefestDueAt } = createPlaces({ ...options, processors, costs, heavy, now })
  const others = createOthers({ places, slowPlaces, shareMs, costs, heavy, hasPlace, now })
  let timer: { handle: ReturnType<typeof setTimeout>; at: number } | null = null

  function laneOf(work: WorkKey): Lane {
    if (work.kind !== 'read') return work.kind
    const known = costs.of(work.client, work.shape)
    if (Math.max(known ?? 0, running.longestAlikeMs(work)) >= costs.slowMs) return 'slow'
    if (known === null) return 'new'
    if (known >= costs.mediumMs) return 'medium'
    return work.beginsDump === true ? 'stream' : 'quick'
  }

  function begin({ first: entry, lane }: Head): void {
    waiting.remove(entry)
    entry.begin(start(entry.work, lane, entry.since))
  }

  function start(work: Work, lane: Lane, askedAt: number): Leave {
    const isReady = running.all.size >= places
    const expectedMs = costs.of(work.client, work.shape)
    const started: Running = {
      work,
      lane,
      expectedMs,
      longBefore: running.longCount,
      isReady,
      since: now(),
      grace: graceOf(work.kind, expectedMs),
      isEnded: false,
    }
    heavy.begin(started)
    return (hasFailed = false) => {
      if (!running.remove(started)) return
      // Given up before the engine came to it.
      if (started.isReady) return pump()
      const took = now() - started.since
      if (work.kind === 'read') {
        costs.note(work.client, work.shape, took / heavy.slowdownOf(started), started.isEnded)
      }
      const next = running.firstReady()
      if (next !== null) Object.assign(next, { isReady: false, since: now() })
      if (lane !== 'quick') {
        const pause = heavy.isWatched(work.client) ? pauseAfter(lane, took) : OWN_PAUSE
        // Not sooner: one client's short piece of work doesn't end the pause after another's long one.
        notBefore[lane] = Math.max(notBefore[lane], now() + Math.min(took * pause, LONGEST_PAUSE_MS))
      }
      heavy.leave(started, askedAt)
      if (hasFailed) heavy.failed(started)
      pump()
    }
  }

  function pauseAfter(lane: OtherLane, took: number): number {
    return lane === 'stream' && took >= costs.mediumMs ? PAUSE.slow : PAUSE[lane]
  }

  /** How long work may run before it is ended for others: not at all if it has been ended before. */
  function graceOf(kind: WorkKind, expectedMs: number | null): number {
    return kind === 'read' && (expectedMs ?? 0) >= shareMs ? 0 : shareMs
  }

  function pump(): void {
    for (let next = choose(); next !== null; next = choose()) begin(next)
    const at = waiting.size === 0 && running.firstReady() === null ? heavy.endHurting() : nextAt()
    // One that comes too early does no harm, and changing it for each request would take time.
    if (at === Infinity || (timer !== null && timer.at <= at)) return
    if (timer !== null) clearTimeout(timer.handle)
    const handle = setTimeout(
      () => {
        timer = null
        for (const entry of waiting.late(now())) refuse(entry, new Crowded('all'))
        pump()
      },
      Math.max(1, at - now()),
    )
    // Work that waits has a request that keeps the process alive.
    handle.unref()
    timer = { handle, at }
  }

  function nextAt(): number {
    return Math.min(
      others.end(waiting.heads()),
      heavy.endHurting(),
      wakeAt(),
      ...waiting.heads().map(({ first }) => first.until),
    )
  }

  /** What may begin now. */
  function choose(): Head | null {
    if (waiting.size === 0 || running.all.size >= places + ready) return null
    const isFree = running.all.size < places
    waiting.sortInto(laneOf)
    const all = waiting.heads()
    for (const lane of OTHER_LANES) {
      const first = firstOf(
        all,
        lane,
        (work) => hasPlace(lane, work) && heavy.dueAt(lane, work.client, notBefore[lane]) <= now(),
      )
      // If what it waits for is only the end of quick work, no more of that comes before it.
      if (first) return isFree ? first : null
    }
    return firstOf(all, 'quick', (work) => (isFree || mayLieReady(work)) && hasQuickPlace(work))
  }

  /**
   * Whether quick work may lie ready: only the quickest, behind such work, as all others wait for it, too; and while others
   * read, not behind work of the same client, so that theirs can.
   */
  function mayLieReady(work: Work): boolean {
    if (running.all.size >= places + ready || !isQuickest(work)) return false
    const isWatched = heavy.isWatched(work.client)
    for (const each of running.all) {
      if (running.isSlow(each) || !isQuickest(each.work)) return false
      if (isWatched && each.work.client === work.client) return false
    }
    return true
  }

  function isQuickest({ kind, client, shape }: Work): boolean {
    return kind === 'read' && (costs.of(client, shape) ?? Infinity) < costs.quickestMs
  }

  /**
   * Quick work of the client that was served longest ago; other work of those with a token first, and of the client that had
   * least of late. Of a client's own work the shortest, as far as that didn't wait much less.
   */
  function firstOf(all: readonly Head[], lane: Lane, isFit: (work: Work) => boolean = () => true): Head | null {
    let found: Head | null = null
    for (const head of all) {
      if (head.lane !== lane || !isFit(head.first.work)) continue
      if (found === null || isBefore(head, found)) found = head
    }
    return found
  }

  function isBefore({ first: one, lane }: Head, { first: other }: Head): boolean {
    const [{ client }, { client: rival }] = [one.work, other.work]
    if (client === rival) return urgencyOf(one) < urgencyOf(other)
    if (lane !== 'quick' && one.work.isKnown !== other.work.isKnown) return one.work.isKnown
    const [spent, rivalSpent] = lane === 'quick' ? [0, 0] : [heavy.spentBy(client), heavy.spentBy(rival)]
    return spent === rivalSpent ? heavy.servedAt(client) < heavy.servedAt(rival) : spent < rivalSpent
  }

  /** The time at which it would have had to come for its wait to make up for the time it takes. */
  function urgencyOf({ work, since }: Waiting): number {
    return since + (costs.of(work.client, work.shape) ?? 0) * WAIT_FOR_COST
  }

  /** When waiting work becomes due. */
  function wakeAt(): number {
    if (running.all.size >= places) return Infinity
    const due = waiting
      .heads()
      .map(({ first: { work }, lane }) =>
        lane === 'quick'
          ? briefestDueAt()
          : hasPlace(lane, work)
            ? heavy.dueAt(lane, work.client, notBefore[lane])
            : now() + LOOK_AGAIN_MS,
      )
    return Math.min(Infinity, ...due)
  }

  function refuse(entry: Waiting, reason: unknown): void {
    if (waiting.remove(entry)) entry.fail(reason)
  }

  return {
    enter: (work) =>
      new Promise((resolve, reject) => {
        const { signal } = work
        if (signal?.aborted) return reject(signal.reason)
        const lane = laneOf(work)
        const crowd = waiting.crowdFor(work.client, lane)
        if (crowd !== null) return reject(new Crowded(crowd))
        if (lane === 'quick') heavy.expectQuick(work.client)
        // As almost always.
        const isFree = running.all.size < places
        if (lane === 'quick' && waiting.size === 0 && (isFree || mayLieReady(work)) && hasQuickPlace(work)) {
          resolve(start(work, lane, now()))
          return pump()
        }
        const giveUp = () => {
          refuse(entry, signal?.reason)
          pump()
        }
        const entry: Waiting = {
          work,
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
        waiting.add(entry, lane)
        pump()
      }),
    get room() {
      return heavy.room
    },
    get isShared() {
      return heavy.isShared
    },
    get isAlone() {
      return running.all.size === 1 && waiting.size === 0
    },
    get isTight() {
      return heavy.isTight
    },
    get pauseMs() {
      return heavy.pauseMs
    },
    charge: (client, tookMs) => heavy.charge(client, tookMs),
  }
}

const unknown = () => Infinity

/** A client's longer work comes after its shorter work that was asked for up to this many times the difference later. */
const WAIT_FOR_COST = 10

/** For how many times as long as it took last a lane leaves a single engine to quick work. */
const PAUSE = { write: 1, new: 4, medium: 32, stream: 2, slow: 32 } as const

/** The same where nobody else has quick work: then that of the client itself and its other work share the engine. */
const OWN_PAUSE = 1

/** How long a read waits for its place: longer than others of its client, without a token, may run. */
const LONGEST_WAIT_MS = 30_000

import { createAccounts } from './accounts.ts'
import { createRoom } from './room.ts'
import { createRunningWork, type Running, type RunningWork } from './running.ts'
import type { OtherLane } from './queue.ts'

export interface HeavyWorkOptions {
  /** Whether all work waits for what runs. */
  readonly isAlone: boolean
  /** The most slow reads at once. */
  readonly slowPlaces: number
  readonly processors: () => number
  readonly slowMs: () => number
  readonly shareMs: number
  readonly now: () => number
}

/** What runs, and what heavy work may do beside the quick work of other clients. */
export interface HeavyWork {
  readonly running: RunningWork
  /** How much there may be at once; below 1, one piece for that part of the time. */
  readonly room: number
  /** Whether anybody has quick work, which long pieces of other work would keep waiting. */
  readonly isShared: boolean
  /** Whether parallel workers would slow others' work: quick work of other clients, or as many long reads as there are processors for. */
  readonly isTight: boolean
  /** How long it has to wait, as far as that is known. */
  readonly pauseMs: number
  /**
   * How many times as long as alone work took that has just ended: beside heavy work of another client, or more long work than
   * its processors.
   */
  slowdownOf(each: Running): number
  /** Quick work was asked for. */
  expectQuick(client: string): void
  /** Work began. */
  begin(each: Running): void
  /** Work that was asked for at that time has ended. */
  leave(each: Running, askedAt: number): void
  /** Work that has just ended came to nothing. */
  failed(each: Running): void
  /** Something has taken time outside of the shares. */
  charge(client: string, tookMs: number): void
  /** Whether another client had quick work a moment ago. */
  isWatched(client: string): boolean
  /** How much heavy work a client has had of late, what runs included, in milliseconds. */
  spentBy(client: string): number
  servedAt(client: string): number
  /**
   * When heavy work may begin; Infinity while other work has to end first. `notBefore` counts only where all work waits for
   * what runs.
   */
  dueAt(lane: OtherLane, client: string, notBefore: number): number
  /** Ends what slows others' quick work and has had its part. Gives the time at which there will be some to end. */
  endHurting(): number
}

/**
 * Each client has a credit, so that those who ask for little never wait. Beyond that heavy work shares what room there is;
 * where it hurts even one at a time, pauses follow it.
 */
export function createHeavyWork(options: HeavyWorkOptions): HeavyWork {
  const { isAlone, slowPlaces, processors, slowMs, shareMs, now } = options
  const accounts = createAccounts(now)
  const room = createRoom({ most: slowPlaces, now })
  const watchedUntil = (client: string): number => accounts.othersQuickAt(client) + WATCHED_MS
  const isWatched = (client: string): boolean => now() < watchedUntil(client)
  // Beside the quick work of others, what it does to them counts, not what it might have been.
  const processorsFor = (client: string): number => (isWatched(client) ? Infinity : processors())
  const running = createRunningWork({ slowMs, slowdown: () => (isAlone ? 1 : room.slowdown), processorsFor, now })
  /** The heavy work that ended last. */
  let last: { readonly client: string | null; readonly endedAt: number } = { client: null, endedAt: -Infinity }
  let pausedUntil = -Infinity
  let tightUntil = -Infinity

  function spentBy(client: string): number {
    const runs = running.heavy().filter(({ work }) => work.client === client)
    return runs.reduce((sum, { since }) => sum + now() - since, accounts.spent(client))
  }

  /** What a client may spend, and how long a piece may run, before it has to make way for quick work that it hurts. */
  const credit = (): number => shareMs * Math.sqrt(Math.min(1, room.size))

  /** Whether heavy work of another client has run since then; null if only the client's own has. */
  function wasBeside(client: string, since: number): boolean | null {
    const heavy = running.heavy()
    const felt = last.endedAt >= since - FELT_MS ? last.client : null
    if (heavy.length === 0 && felt === null) return false
    return (felt !== null && felt !== client) || heavy.some(({ work }) => work.client !== client) || null
  }

  function spend(client: string, tookMs: number): void {
    accounts.spend(client, tookMs)
    if (isWatched(client)) {
      room.ran(tookMs)
      const pause = tookMs * (1 / Math.min(1, room.size) - 1)
      pausedUntil = Math.max(pausedUntil, now() + Math.min(pause, LONGEST_PAUSE_MS))
    }
    last = { client, endedAt: now() }
    if (running.heavy().length === 0) room.calm()
  }

  return {
    running,
    get room() {
      return room.size
    },
    get isShared() {
      return accounts.isQuickDone()
    },
    get isTight() {
      if (isAlone) return false
      if (room.size < slowPlaces && accounts.areSeveral()) return true
      const { longCount } = running
      if (longCount > 1 && longCount * PROCESSES > processors()) tightUntil = now() + TIGHT_MS
      return now() < tightUntil
    },
    get pauseMs() {
      return Math.max(0, pausedUntil - now())
    },
    slowdownOf({ work, since, longBefore }) {
      const beside = !isAlone && wasBeside(work.client, since) === true ? room.slowdown : 1
      const crowd = Math.min(longBefore, running.longCount) + 1
      return Math.max(beside, crowd / processorsFor(work.client))
    },
    expectQuick: (client) => accounts.quick(client),
    begin(each) {
      running.add(each)
      accounts.serve(each.work.client)
    },
    leave(each, askedAt) {
      const { lane, work } = each
      if (lane === 'quick') {
        const isBeside = wasBeside(work.client, askedAt)
        if (isBeside !== null && !each.isEnded) room.note(work.client, work.shape, now() - askedAt, isBeside)
        accounts.quick(work.client)
      }
      if (lane !== 'write' && (lane !== 'quick' || running.tookMs(each) >= slowMs())) {
        spend(work.client, Math.max(now() - each.since, lane === 'stream' && !isAlone ? LEAST_PART_MS : 0))
      }
    },
    failed({ work, since }) {
      const took = now() - since
      if (isAlone || work.kind !== 'read' || work.isKnown || took < FAILED_LEAST_MS) return
      accounts.fail(work.client, now() + Math.min(took * FAILED_PAUSE, LONGEST_FAILED_PAUSE_MS))
    },
    charge: spend,
    isWatched,
    spentBy,
    servedAt: (client) => accounts.servedAt(client),
    dueAt(lane, client, notBefore) {
      const isNewcomer = lane !== 'slow' && spentBy(client) < credit()
      if (isAlone) {
        const quiet = isNewcomer ? accounts.othersQuickAt(client) + QUIET_MS : watchedUntil(client)
        return Math.min(notBefore, Math.max(accounts.quickAt(client) + QUIET_MS, quiet))
      }
      if (lane === 'write') return -Infinity
      const unwatched = watchedUntil(client)
      const failed = Math.min(accounts.failedUntil(client), unwatched)
      if (failed > now()) return failed
      if (isNewcomer) return -Infinity
      const heavy = running.heavy()
      if (room.size < 1) return heavy.length === 0 ? Math.min(pausedUntil, unwatched) : unwatched
      const long = heavy.filter((each) => each.lane === 'new' || running.isSlow(each))
      // Two kinds, so that neither waits for all of the other.
      const alike = lane === 'medium' || lane === 'stream' ? heavy.length - long.length : long.length
      return alike < Math.floor(room.size) ? -Infinity : unwatched
    },
    endHurting() {
      if (isAlone || !room.isHurting) return Infinity
      const heavy = running.heavy().filter((each) => !each.isEnded)
      let tooMany = heavy.length - Math.floor(room.size)
      let at = Infinity
      for (const each of heavy.toSorted((one, other) => spentBy(other.work.client) - spentBy(one.work.client))) {
        const { work } = each
        if (tooMany <= 0 || work.end === null || work.isKnown || !isWatched(work.client)) continue
        tooMany -= 1
        const due = each.since + Math.min(each.grace, credit())
        if (due > now()) at = Math.min(at, due)
        else running.end(each)
      }
      return at
    },
  }
}

/** A statement with parallel workers has two of them, as PostgreSQL is set up. */
const PROCESSES = 3

/** So that connections don't change back and forth between the reads of a client: each change is a round trip. */
const TIGHT_MS = 100

/** How long a client's own quick work must have been absent before other work of its may begin out of turn. */
const QUIET_MS = 50

/**
 * While others read, the pause after a longer read that came to nothing is so many times as long as that took. One that was ended
 * for its memory made the p95 of a reader, at ten reads a second, 6 to 10 times as long where the next followed at once.
 */
const FAILED_PAUSE = 19
const FAILED_LEAST_MS = 50
const LONGEST_FAILED_PAUSE_MS = 5000

/** For how long after quick work of another client more of it is expected. */
const WATCHED_MS = 2000

/** What a part of a dump costs at least: the engine makes it while nobody waits for it. */
const LEAST_PART_MS = 4

/** How long heavy work is felt after its end. */
const FELT_MS = 50

/** The longest that heavy work has to pause. */
export const LONGEST_PAUSE_MS = 20_000

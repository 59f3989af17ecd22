import type { Costs } from './costs.ts'
import type { HeavyWork } from './heavyWork.ts'
import type { Head, OtherLane } from './queue.ts'
import type { Running } from './running.ts'
import type { Work } from './work.ts'

export interface OthersOptions {
  readonly places: number
  readonly slowPlaces: number
  readonly shareMs: number
  readonly costs: Costs
  readonly heavy: HeavyWork
  /** Whether the lane has a free place for that work. */
  readonly hasPlace: (lane: OtherLane, work: Work) => boolean
  readonly now: () => number
}

/** Work that others wait for. */
export interface Others {
  /** Ends what has run long enough while that waits. Gives the time at which there will be some to end. */
  end(waiting: readonly Head[]): number
}

/** Whose work is ended for others: the longest-running read of another client that has had its share. */
export function createOthers(options: OthersOptions): Others {
  const { places, slowPlaces, shareMs, costs, heavy, hasPlace, now } = options
  const { running } = heavy

  /** Whether other work has all the places it could have: for slow work, other clients' slow work. */
  function isKeptOut({ first, lane }: Head, slow: readonly Running[]): boolean {
    if (lane === 'quick') return false
    if (lane !== 'slow') return !hasPlace(lane, first.work)
    const most = Math.max(1, Math.min(slowPlaces, Math.floor(heavy.room)))
    return slow.length >= most && slow.every(({ work }) => work.client !== first.work.client)
  }

  /** For how long work may run while the other waits, in milliseconds; a client's own work is never ended for it. */
  function patience({ work, lane }: Kept, each: Running): number {
    if (work.client === each.work.client) return Infinity
    const takes = costs.of(work.client, work.shape)
    const isMuchQuicker = takes !== null && takes * MUCH <= (costs.of(each.work.client, each.work.shape) ?? 0)
    if (lane === 'quick' || (lane === 'slow' && isMuchQuicker)) return each.grace
    return lane === 'slow' || lane === 'stream' ? shareMs * SLOW_SHARES : shareMs
  }

  return {
    end(waiting) {
      const slow = [...running.all].filter((each) => running.isSlow(each))
      const kept: Kept[] = waiting
        .filter((head) => running.all.size >= places || isKeptOut(head, slow))
        .map(({ first: { work }, lane }) => ({ work, lane }))
      for (const each of running.all) if (each.isReady) kept.push(each)
      if (kept.length === 0 || [...running.all].some((each) => each.isEnded)) return Infinity
      let at = Infinity
      let victim: Running | null = null
      for (const each of running.all) {
        if (each.isReady || each.work.end === null || each.work.kind === 'write') continue
        const due = each.since + Math.min(...kept.map((head) => patience(head, each)))
        if (due > now()) at = Math.min(at, due)
        else if (victim === null || each.since < victim.since) victim = each
      }
      if (victim === null) return at
      running.end(victim)
      return Infinity
    },
  }
}

/** Work that has to wait for other work, also if it lies ready. */
type Kept = Pick<Running, 'work' | 'lane'>

/** Work that takes so many times less than other work counts as quick beside it. */
const MUCH = 5

/** How many shares work has before it is ended for slow work, or for a part of a dump. */
const SLOW_SHARES = 5

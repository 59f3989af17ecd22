import type { Costs } from './costs.ts'
import type { HeavyWork } from './heavyWork.ts'
import type { OtherLane } from './queue.ts'
import type { Work } from './work.ts'

export interface PlacesOptions {
  readonly places: number
  readonly slowPlaces: number
  /** How many processors the engine has; Infinity if that isn't known. */
  readonly processors: () => number
  readonly shareMs: number
  readonly costs: Costs
  readonly heavy: HeavyWork
  readonly now: () => number
}

/** Which work may have one of the engine's places. */
export interface Places {
  /**
   * Whether the lane has a free place for that work. Some are always left to quick work, if there is more than one. While
   * others read, too, a read of unknown shape of a client without a token waits until the one before has ended or had its
   * share: some can't be ended, such as a division of long numbers, and would have all processors before anything is known.
   */
  readonly hasPlace: (lane: OtherLane, work: Work) => boolean
  /**
   * While others read, too, a client without a token has some of the places only: however quick its work is, much of it isn't.
   * And only as many of the briefest reads run as there are processors.
   */
  readonly hasQuickPlace: (work: Work) => boolean
  /** When one of the briefest reads will have taken longer than such reads do, so that another may begin. */
  readonly briefestDueAt: () => number
}

export function createPlaces({ places, slowPlaces, processors, shareMs, costs, heavy, now }: PlacesOptions): Places {
  const { running } = heavy

  const isBriefest = ({ kind, client, shape }: Work): boolean =>
    kind === 'read' && (costs.of(client, shape) ?? Infinity) < BRIEFEST_MS

  /** Whether all processors have something to do soon. Reads that wait for something else don't count. */
  function areProcessorsBusy(): boolean {
    const most = processors()
    return running.all.size >= most && running.quickSince(now() - BRIEFEST_MS).length >= most
  }

  return {
    hasPlace(lane, work) {
      const others = [...running.all].filter((each) => each.lane !== 'quick' || running.isSlow(each))
      const isWatched = heavy.isWatched(work.client)
      if (others.length >= Math.max(1, places - (isWatched ? KEPT_PLACES : 1))) return false
      if (lane === 'slow') {
        const most = isWatched ? slowPlaces : slowPlaces * UNWATCHED
        return others.filter((each) => running.isSlow(each)).length < most
      }
      if (lane !== 'new') return true
      const most = isWatched ? 1 : slowPlaces
      const unknown = others.filter((each) => each.lane === 'new')
      const isUnproven = unknown.some((each) => each.work.client === work.client && running.tookMs(each) < shareMs)
      if (isUnproven && isWatched && !work.isKnown) return false
      return unknown.length < NEW_PLACES && running.alikeOf(work) < most
    },
    hasQuickPlace(work) {
      const { client, isKnown } = work
      if (areProcessorsBusy() && isBriefest(work)) return false
      if (places === 1 || isKnown || !heavy.isWatched(client)) return true
      return running.quickOf(client) < places * PART_OF_CLIENT
    },
    briefestDueAt() {
      if (!areProcessorsBusy()) return Infinity
      return Math.min(...running.quickSince(now() - BRIEFEST_MS).map(({ since }) => since)) + BRIEFEST_MS
    },
  }
}

/**
 * Reads that take less use no more connections than there are processors: to wake the process behind each of eight takes longer
 * than such a read. Reads by primary key of eight clients, two processors, by turns: 1.0 ms at the median instead of 1.2,
 * and 3 to 10 % more of them. Longer reads only get fewer in a turn so: of those of 0.9 ms a tenth less.
 */
const BRIEFEST_MS = 0.8

/**
 * So many times as many slow reads may run where no other client has quick work. A processor has something to do then while
 * a statement waits for the next: on two processors, four at once were done 1.18 times as fast as two.
 */
const UNWATCHED = 2

/** How many reads of unknown shape there may be at a time. */
const NEW_PLACES = 3

/**
 * The part of the places that the quick work of one client may have while others read: beside three statements at once of
 * an attacker's, each of a millisecond, a reader's p95 was 7 times as long on two processors, beside one 3 times.
 */
const PART_OF_CLIENT = 0.1

/** Places that only quick work may take while another client has some; else there is one. */
const KEPT_PLACES = 3

/** How soon work that found no place looks again: one comes free by the time alone, too, as when nobody else reads any more. */
export const LOOK_AGAIN_MS = 100

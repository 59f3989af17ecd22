import type { HeavyWork } from './heavyWork.ts'
import type { OtherLane } from './queue.ts'
import type { Work } from './work.ts'

export interface PlacesOptions {
  readonly places: number
  readonly slowPlaces: number
  readonly heavy: HeavyWork
}

/** Which work may have one of the engine's places. */
export interface Places {
  /** Whether the lane has a free place for that work. Some are always left to quick work, if there is more than one. */
  readonly hasPlace: (lane: OtherLane, work: Work) => boolean
  /** While others read, too, a client without a token has some of the places only: however quick its work is, much of it isn't. */
  readonly hasQuickPlace: (work: Work) => boolean
}

export function createPlaces({ places, slowPlaces, heavy }: PlacesOptions): Places {
  const { running } = heavy
  return {
    hasPlace(lane, work) {
      const others = [...running.all].filter((each) => each.lane !== 'quick' || running.isSlow(each))
      if (others.length >= Math.max(1, places - KEPT_PLACES)) return false
      const isWatched = heavy.isWatched(work.client)
      if (lane === 'slow') {
        const most = isWatched ? slowPlaces : slowPlaces * UNWATCHED
        return others.filter((each) => running.isSlow(each)).length < most
      }
      if (lane !== 'new') return true
      const most = isWatched ? 1 : slowPlaces
      return others.filter((each) => each.lane === 'new').length < NEW_PLACES && running.alikeOf(work) < most
    },
    hasQuickPlace({ client, isKnown }) {
      if (places === 1 || isKnown || !heavy.isWatched(client)) return true
      return running.quickOf(client) < places * PART_OF_CLIENT
    },
  }
}

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

/** Places that only quick work may take. */
const KEPT_PLACES = 3

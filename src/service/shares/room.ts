/** How much heavy work may go on beside the quick work of others, found out by what that does to it. */
export interface Room {
  /** How many pieces at once; below 1, one at a time for that part of the time. */
  readonly size: number
  /** How many times as long as alone quick work takes beside heavy work. */
  readonly slowdown: number
  /** Whether quick work has just been clearly slower. `calm` ends it. */
  readonly isHurting: boolean
  /**
   * Quick work of this client and shape took so long, all of it beside heavy work of another client or all of it without.
   */
  note(client: string, shape: string, tookMs: number, isBeside: boolean): void
  /** Heavy work has run for so long, beside quick work. */
  ran(tookMs: number): void
  /** What hurt has been ended, or has ended. */
  calm(): void
}

export interface RoomOptions {
  /** The most pieces at once. */
  readonly most: number
  readonly now: () => number
}

/**
 * Compares quick work beside heavy work with the same quick work alone. The more it is slowed, the sooner that counts as
 * harm, and the room shrinks to a fraction at once; it grows back in steps, later each time. Where heavy work slows nobody,
 * it keeps all its room.
 */
export function createRoom({ most, now }: RoomOptions): Room {
  const alone = new Map<string, { mean: number; count: number }>()
  let size = 1
  let slowdown = 1
  /** How much slower than accepted quick work has been lately, in all. */
  let harm = 0
  /** By how many more than accepted have taken far longer, in all; and the part that does so without heavy work. */
  let late = 0
  let lateAlone = 0
  /** How many times as long as usual quick work without heavy work takes of late: what slows it then is not ours to end. */
  let unrest = 1
  let hurtAt = -Infinity
  let heavyAt = -Infinity
  /** What heavy work has run, and how often quick work was measured beside it, since the room last changed. */
  let harmless = { ms: 0, count: 0 }
  let growAt = -Infinity
  let growAfterMs = FIRST_GROWTH_MS
  let changedAt = -Infinity

  function shrink(): void {
    // Only one step for what can't have had an effect yet.
    if (now() - changedAt < SETTLED_MS) return
    size = size > 1 ? 1 : Math.max(LEAST, size / SHRINK)
    hurtAt = now()
    growAfterMs = now() > growAt + LONGEST_GROWTH_MS ? FIRST_GROWTH_MS : Math.min(growAfterMs * 2, LONGEST_GROWTH_MS)
    changedAt = now()
    growAt = changedAt + growAfterMs
    harmless = { ms: 0, count: 0 }
  }

  function grow(): void {
    if (harmless.count < ENOUGH || harm > ALARM / 2 || late > LATE_ALARM / 2) return
    if (size >= 1 && (harmless.ms < HARMLESS_MS || now() < growAt)) return
    size = size < 1 ? Math.min(1, size * 2) : Math.min(most, size + 1)
    harmless = { ms: 0, count: 0 }
    changedAt = now()
  }

  /** With nothing heavy to measure, what was found out gets old. */
  function forget(): void {
    const steps = Math.floor((now() - Math.max(changedAt, heavyAt)) / OLD_MS)
    if (size >= 1 || steps < 1) return
    size = Math.min(1, size * 2 ** steps)
    changedAt = now()
  }

  return {
    get size() {
      forget()
      return size
    },
    get slowdown() {
      return slowdown
    },
    get isHurting() {
      return now() < hurtAt + FELT_MS
    },
    note(client, shape, tookMs, isBeside) {
      const key = `${client} ${shape}`
      const known = alone.get(key)
      if (!isBeside) {
        const before = known ?? { mean: tookMs, count: 0 }
        const count = Math.min(before.count + 1, MEMORY)
        // One that was held up by something else counts little.
        const took = Math.min(tookMs, before.mean * OUTLIER)
        if (count > ENOUGH) {
          unrest = Math.max(1, unrest + (timesOf(took, before.mean) - unrest) * UNREST_WEIGHT)
          lateAlone += ((timesOf(tookMs, before.mean) >= LATE_TIMES ? 1 : 0) - lateAlone) * LATE_WEIGHT
        }
        before.mean += (took - before.mean) / count
        before.count = count
        if (known !== undefined && alone.size <= MOST_KNOWN / 2) return
        // The one used last comes last.
        alone.delete(key)
        alone.set(key, before)
        const [first] = alone.size > MOST_KNOWN ? alone.keys() : []
        if (first !== undefined) alone.delete(first)
        return
      }
      if (known === undefined || known.count < ENOUGH) return
      const times = timesOf(tookMs, known.mean) / unrest
      slowdown += (times - slowdown) * 0.1
      harmless.count += 1
      harm = Math.max(0, harm + times - ACCEPTED)
      late = times >= LATE_TIMES ? late + 1 : Math.max(0, late - Math.max(LATE_ACCEPTED, 2 * lateAlone))
      if (harm < ALARM && late < LATE_ALARM) return
      harm = 0
      late = 0
      shrink()
    },
    ran(tookMs) {
      harmless.ms += tookMs
      heavyAt = now()
      grow()
    },
    calm() {
      hurtAt = -Infinity
      slowdown = 1
    },
  }
}

function timesOf(tookMs: number, aloneMs: number): number {
  return Math.min(Math.max(tookMs, LEAST_MS) / Math.max(aloneMs, LEAST_MS), MOST_TIMES)
}

/** The part of the time that is left to heavy work where it hurts most: in most measures 95 of 100 are quick ones'. */
const LEAST = 0.025

/** Quick work may take so many times as long on average. */
const ACCEPTED = 1.8

/** So much over, summed up, is no chance any more: two that were held up badly, or forty that took twice as long. */
const ALARM = 14

/** From so many times as long on, one of 25 is accepted; three more of them than that are harm, too, whatever the mean. */
const LATE_TIMES = 4
const LATE_ACCEPTED = 0.04
const LATE_ALARM = 3
const LATE_WEIGHT = 0.005

/** Longer ones count as this. */
const MOST_TIMES = 10

/** By what the room is divided. */
const SHRINK = 4

/** How long a change takes to be felt. */
const SETTLED_MS = 40

/** For how long after harm more of it is expected. */
const FELT_MS = 500

/** Measures that say something. */
const ENOUGH = 10

/** How long heavy work must have hurt nobody before there may be more of it. */
const HARMLESS_MS = 2000
const FIRST_GROWTH_MS = 5000
const LONGEST_GROWTH_MS = 60_000

/** After so long without heavy work the room doubles. */
const OLD_MS = 10_000

/** Times alone are the mean of about so many. */
const MEMORY = 50
const OUTLIER = 4

const UNREST_WEIGHT = 0.05

/** Below this, times are those of clocks. */
const LEAST_MS = 0.5

const MOST_KNOWN = 2000

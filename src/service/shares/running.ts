import type { Lane } from './queue.ts'
import type { Work, WorkKey } from './work.ts'

/** A piece of work that the engine is doing. */
export interface Running {
  readonly work: Work
  /** The one it came from. */
  readonly lane: Lane
  /** What such work took before, in milliseconds; null if that isn't known. */
  readonly expectedMs: number | null
  /** How many long pieces of work ran as it began. */
  readonly longBefore: number
  /** Whether it only lies ready for the engine, which does other work. */
  isReady: boolean
  since: number
  /** How long it may run before it is ended for others. */
  readonly grace: number
  isEnded: boolean
}

export interface RunningOptions {
  /** From here on, a read is slow. */
  readonly slowMs: () => number
  /** How many times as long as alone quick work takes now. */
  readonly slowdown: () => number
  /** How many processors long work of a client may share without being taken for slower than it is. */
  readonly processorsFor: (client: string) => number
  readonly now: () => number
}

/** What the engine is doing. */
export interface RunningWork {
  readonly all: ReadonlySet<Running>
  add(each: Running): void
  /** False if it was taken out before. */
  remove(each: Running): boolean
  firstReady(): Running | null
  /**
   * How long it has taken, without what others' heavy work cost it if it was expected to be quick, or long work beside it where
   * that is more than there are processors for.
   */
  tookMs(each: Running): number
  /** Work that began as another kind of read may have turned out slow. */
  isSlow(each: Running): boolean
  /** What may slow quick work: all but that, and writes. */
  heavy(): readonly Running[]
  /** How much of it is expected to take a while, so that PostgreSQL may start workers: all but writes and short reads. */
  readonly longCount: number
  /** What began as quick, after that time. */
  quickSince(at: number): readonly Running[]
  /** How much of a client's work began as quick. */
  quickOf(client: string): number
  /** How much work of the same client and shape there is. */
  alikeOf(work: WorkKey): number
  /** How long the longest of it has taken, as `tookMs` says; 0 if there is none. */
  longestAlikeMs(work: WorkKey): number
  end(each: Running): void
}

export function createRunningWork({ slowMs, slowdown, processorsFor, now }: RunningOptions): RunningWork {
  const all = new Set<Running>()
  let longCount = 0

  const tookMs = ({ work, isReady, lane, since }: Running): number =>
    isReady ? 0 : (now() - since) / Math.max(lane === 'quick' ? slowdown() : 1, longCount / processorsFor(work.client))
  const isSlow = (each: Running): boolean =>
    each.work.kind === 'read' && (each.lane === 'slow' || tookMs(each) >= slowMs())

  const isAlike = ({ work }: Running, { client, shape }: WorkKey): boolean =>
    work.shape === shape && work.client === client
  const isHeavy = (each: Running): boolean => each.work.kind !== 'write' && (each.lane !== 'quick' || isSlow(each))

  // Asked several times for each request: a list is made only where something is in it.
  function those(isMeant: (each: Running) => boolean): readonly Running[] {
    let found: Running[] | null = null
    for (const each of all) if (isMeant(each)) (found ??= []).push(each)
    return found ?? NONE
  }

  return {
    all,
    add(each) {
      all.add(each)
      if (isLong(each)) longCount += 1
    },
    remove(each) {
      const isThere = all.delete(each)
      if (isThere && isLong(each)) longCount -= 1
      return isThere
    },
    firstReady() {
      for (const each of all) if (each.isReady) return each
      return null
    },
    tookMs,
    isSlow,
    heavy: () => those(isHeavy),
    get longCount() {
      return longCount
    },
    quickSince: (at) => those(({ lane, since }) => lane === 'quick' && since > at),
    quickOf: (client) => those(({ lane, work }) => lane === 'quick' && work.client === client).length,
    alikeOf: (work) => those((each) => isAlike(each, work)).length,
    longestAlikeMs(work) {
      let longest = 0
      for (const each of all) if (isAlike(each, work)) longest = Math.max(longest, tookMs(each))
      return longest
    },
    end(each) {
      each.isEnded = true
      each.work.end?.()
    },
  }
}

const NONE: readonly Running[] = []

function isLong({ work, lane, expectedMs }: Running): boolean {
  return work.kind !== 'write' && (lane !== 'quick' || (expectedMs ?? 0) >= LONG_MS)
}

/** What is shorter hardly ever has workers: PostgreSQL plans none for a table of 14 MB, which it groups in 3 ms. */
const LONG_MS = 10

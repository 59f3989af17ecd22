import { SHARED } from './sharedNumbers.ts'

/** Says when the statement that PGlite runs in this thread has to end. */
export interface StatementEnd {
  /** From now on the thread works on that request. */
  begin(id: number): void
  /** A statement of no request begins, which makes way for requests after so many milliseconds; with Infinity it is over. */
  makeWay(afterMs: number): void
  /** Whether the statement has to end. True once for each: what follows, such as the rollback, must not be stopped. */
  isToEnd(): boolean
}

/** `isWaiting` says whether a message waits for this thread. */
export function createStatementEnd(
  shared: Int32Array,
  isWaiting: () => boolean,
  now = () => performance.now(),
): StatementEnd {
  let turn = -1
  let makesWayAt = Infinity
  /** The last request that was to end when that statement began. */
  let toEndBefore = 0
  return {
    begin: (id) => void (turn = id),
    makeWay(afterMs) {
      toEndBefore = Atomics.load(shared, SHARED.toEnd)
      makesWayAt = now() + afterMs
    },
    isToEnd() {
      if (Atomics.compareExchange(shared, SHARED.toEnd, turn, 0) === turn) return true
      if (makesWayAt === Infinity) return false
      // A request that waits is to end: within a time, or this thread is ended.
      const hasToEnd = Atomics.load(shared, SHARED.toEnd) !== toEndBefore
      if (!hasToEnd && (now() < makesWayAt || !isWaiting())) return false
      makesWayAt = Infinity
      return true
    },
  }
}

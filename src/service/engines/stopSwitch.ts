import type { PGlite } from '@electric-sql/pglite'

/**
 * Ends the statement that a PGlite in this thread is running, while it blocks the thread, and refuses one that fills the
 * stack before it overflows.
 */
export interface StopSwitch {
  /**
   * Call before each request: PostgreSQL switches it off now and then, and a stop that was not noticed in time must not
   * hit the next request.
   */
  arm(): void
}

/**
 * Needs a PGlite whose program was changed by `interruptible.mjs`; with another one nothing ever stops. `isToEnd` is called
 * some thousand times a second while a statement runs and must not yield. The statement in which it returns true ends with
 * SQLSTATE 57014. It must return true only once, or what follows, such as the rollback, would be stopped too.
 */
export function createStopSwitch(db: PGlite, isToEnd: () => boolean): StopSwitch {
  const program = db.Module
  const address = (name: string): number => {
    const held: unknown = Reflect.get(program, name)
    if (typeof held !== 'number') throw new Error(`PGlite has no ${name}`)
    return held
  }
  const pending = address('_InterruptPending')
  const cancel = address('_QueryCancelPending')

  let asked = false
  const place = program.addFunction((question: number) => {
    if (question === HOW_DEEP) return isStackFull() ? 1 : 0
    // If PostgreSQL asks again, it took no notice: it was in a section that can't be interrupted, or between two messages.
    asked ||= isToEnd()
    if (asked) program.setValue(cancel, 1, 'i32')
    return asked ? 1 : 0
  }, 'ii')

  return {
    arm() {
      asked = false
      program.setValue(cancel, 0, 'i32')
      program.setValue(pending, place, 'i32')
    },
  }
}

/** What PostgreSQL asks: 0, whether to end the statement, or this, whether the stack is too deep. */
const HOW_DEEP = 1

/**
 * Whether less than about 190 kB of this thread's stack are left, in which PostgreSQL may come 15 steps deeper before it
 * asks again, and has to report the error. Browsers give a worker about 1 MB.
 */
function isStackFull(): boolean {
  try {
    // All of them go onto the stack. JavaScript has no other way to look at it.
    Reflect.apply(takeAll, null, FILLING)
    return false
  } catch {
    return true
  }
}

function takeAll(): void {
  // Nothing is left to do: there was room for the call.
}

const FILLING: readonly null[] = Array.from({ length: 24_000 }, () => null)

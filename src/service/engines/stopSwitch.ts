import type { PGlite } from '@electric-sql/pglite'

/** Ends the statement that a PGlite in this thread is running, while it blocks the thread. */
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
  const place = program.addFunction(() => {
    // Not noticed yet: PostgreSQL was in a section that can't be interrupted.
    if (asked && program.getValue(cancel, 'i32') !== 0) return 1
    asked = isToEnd()
    if (asked) program.setValue(cancel, 1, 'i32')
    return asked ? 1 : 0
  }, 'i')

  return {
    arm() {
      asked = false
      program.setValue(cancel, 0, 'i32')
      program.setValue(pending, place, 'i32')
    },
  }
}

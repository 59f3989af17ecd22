import type { PGlite } from '@electric-sql/pglite'

/** Ends the statement that runs in a PGlite of this thread, while the thread is in the midst of it. */
export interface StopSwitch {
  /**
   * Called before the statements of a request: PostgreSQL itself switches it off now and then, and what it has not heard
   * of before is not meant for them.
   */
  arm(): void
}

/**
 * Takes a PGlite whose program is made so by `interruptible.mjs`; with another one nothing is ever ended. `isToEnd` is
 * asked some thousand times a second while a statement runs, and must not give the thread away; the statement in which it
 * says yes ends with SQLSTATE 57014. It has to say so once only: what comes after it, as a rollback, is not meant.
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
    // Not yet heard: PostgreSQL was where it must not be interrupted.
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

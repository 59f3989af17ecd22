import type { PGlite } from '@electric-sql/pglite'

/** Ends the statement that runs in a PGlite of this thread, while the thread is in the midst of it. */
export interface StopSwitch {
  /** The statement that runs while the file at this address can't be read any more ends with SQLSTATE 57014. False where it would not. */
  permit(url: string): boolean
  /** Called before statements: PostgreSQL itself switches it off now and then. */
  arm(): void
}

/**
 * Takes a PGlite whose program is made so by `interruptible.mjs`; with another one nothing is ever ended. `canRead` has
 * to answer without giving the thread away, so whoever permits can take it back by removing the file.
 */
export function createStopSwitch(db: PGlite, canRead: (url: string) => boolean): StopSwitch {
  const program = db.Module
  const address = (name: string): number => {
    const held: unknown = Reflect.get(program, name)
    if (typeof held !== 'number') throw new Error(`PGlite has no ${name}`)
    return held
  }
  const pending = address('_InterruptPending')
  const cancel = address('_QueryCancelPending')
  let permitted: string | null = null
  let lookAt = 0

  const place = program.addFunction(() => {
    // Not yet heard: PostgreSQL was where it must not be interrupted.
    if (program.getValue(cancel, 'i32') !== 0) return 1
    if (permitted === null || performance.now() < lookAt) return 0
    const goOn = canRead(permitted)
    lookAt = performance.now() + LOOK_EACH_MS
    if (goOn) return 0
    // Once only: what comes after it, as a rollback, is not meant.
    permitted = null
    program.setValue(cancel, 1, 'i32')
    return 1
  }, 'i')

  return {
    permit(url) {
      permitted = canRead(url) ? url : null
      return permitted !== null
    },
    arm() {
      lookAt = performance.now() + FIRST_LOOK_MS
      program.setValue(pending, place, 'i32')
    },
  }
}

/** Nearly all statements are over before, and looking takes some milliseconds. */
const FIRST_LOOK_MS = 400

const LOOK_EACH_MS = 200

import type { PGlite } from '@electric-sql/pglite'

/**
 * Calls `onEnd` if PostgreSQL's program exits during a statement, as it does when it can't write its log. PGlite mistakes
 * such an exit for an error and calls the program again, forever (measured with 0.5.16): the statement never answers, and
 * only ending its thread helps.
 */
export function watchProgramEnd(db: PGlite, onEnd: () => void): void {
  const program = db.Module
  const run: unknown = Reflect.get(program, '_PostgresMainLoopOnce')
  if (typeof run !== 'function') throw new Error('PGlite has no _PostgresMainLoopOnce')
  Reflect.set(program, '_PostgresMainLoopOnce', () => {
    try {
      Reflect.apply(run, program, [])
    } catch (error) {
      if (!isRefusal(error)) onEnd()
      throw error
    }
  })
}

/** How PostgreSQL leaves a statement after an error. */
function isRefusal(error: unknown): boolean {
  return typeof error === 'object' && error !== null && Reflect.get(error, 'status') === LONG_JUMP
}

/** PGlite's exit status for a long jump. */
const LONG_JUMP = 100

import type { PGlite } from '@electric-sql/pglite'

/**
 * Calls `onEnd` where PostgreSQL's program ends in the midst of a statement, as it does when it can't write its log.
 * PGlite takes every such end for a refusal and calls the program again, for ever (measured with 0.5.16): the statement
 * never answers, and nothing but the end of its thread helps.
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

/** How PostgreSQL leaves a statement that it refuses. */
function isRefusal(error: unknown): boolean {
  return typeof error === 'object' && error !== null && Reflect.get(error, 'status') === LONG_JUMP
}

/** PGlite's number for it. */
const LONG_JUMP = 100

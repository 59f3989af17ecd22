import type { ActionClient } from '../../../instances/client/actionClient.ts'
import type { AcrossPlan } from './acrossPlan.ts'

/** What is known at the moment of where statements run. */
export interface AcrossNow {
  readonly planOf: (sql: string) => AcrossPlan
  /** Who runs a statement across instances on copies; null while a table of it is not copied, or not known. */
  readonly onCopies: (plan: AcrossPlan) => OnCopiesClient | null
}

/** Runs a statement on copies; `later` is who is asked for more of an answer, without a look at what has changed since. */
export interface OnCopiesClient {
  readonly run: ActionClient
  readonly later: ActionClient
}

/** An instance's client whose statements may name tables of other instances. */
export interface AcrossClient {
  readonly client: ActionClient
  /** Tells what is known now; statements that wait for it go on. */
  readonly update: (now: AcrossNow) => void
}

/**
 * Statements on tables of the instance go to it as they are, at once. One across instances runs on copies in this browser, and
 * waits until all of its tables are there.
 */
export function acrossClient(base: ActionClient): AcrossClient {
  let now: AcrossNow | null = null
  const waiting = new Set<() => void>()
  const change = (signal: AbortSignal | undefined) =>
    new Promise<void>((resolve, reject) => {
      const end = (settle: () => void) => () => {
        waiting.delete(goOn)
        signal?.removeEventListener('abort', give)
        settle()
      }
      const goOn = end(resolve)
      const give = end(() => reject(signal?.reason))
      waiting.add(goOn)
      if (signal?.aborted === true) give()
      else signal?.addEventListener('abort', give)
    })
  return {
    client: {
      ...base,
      async sql(sql, options) {
        for (;;) {
          const plan = now?.planOf(sql)
          if (now === null || plan === undefined || plan.kind === 'here') return base.sql(sql, options)
          const on = now.onCopies(plan)
          if (on !== null) return { ...(await on.run.sql(sql, options)), by: on.later }
          await change(options?.signal)
        }
      },
    },
    update(next) {
      now = next
      for (const goOn of waiting) goOn()
    },
  }
}

import { createStore } from 'zustand/vanilla'
import type { ActionClient } from '../../../instances/client/actionClient.ts'
import type { AnsweredStatement } from '../../../results/sqlRuns.ts'
import { isOneRead } from '../../../sql/oneRead.ts'
import { firstRowsOf, statementWritten, type WrittenText } from './previewStatement.ts'

/** The first rows of a statement that was not run. */
export interface Preview {
  /** The statement that they are of. */
  readonly sql: string
  readonly answered: AnsweredStatement
  /** Why they are of an earlier text; null if they are of the one that is written. */
  readonly past: 'edited' | 'late' | null
}

/** A text as it is after a key, and what it may be asked of. */
export interface Typed extends WrittenText {
  /** Who answers it without a server; null if nobody does. */
  readonly clientFor: (sql: string) => Pick<ActionClient, 'sql'> | null
  /** The result of this very statement is here. */
  readonly hasRun: (sql: string) => boolean
  /** Whether it is still to be shown: nothing changes under a pointer that has left the text for the rows. */
  readonly isWanted: () => boolean
}

export type Previews = ReturnType<typeof createPreviews>

/** Previews of one editor: each key gives up the one before, which stays until there is another. */
export function createPreviews() {
  const store = createStore<{ readonly shown: Preview | null }>(() => ({ shown: null }))
  let asking = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined

  const giveUp = () => {
    clearTimeout(timer)
    asking.abort()
    asking = new AbortController()
  }
  const show = (shown: Preview | null) => {
    if (shown !== store.getState().shown) store.setState({ shown })
  }
  const leave = (past: Preview['past']) => {
    const { shown } = store.getState()
    if (shown !== null && shown.past !== past) show({ ...shown, past })
  }
  const look = async (typed: Typed, signal: AbortSignal) => {
    const sql = statementWritten(typed)
    if (sql === null) return typed.text.trim() === '' ? show(null) : leave('edited')
    const client = typed.clientFor(sql)
    if (client === null || typed.hasRun(sql)) return show(null)
    const { shown } = store.getState()
    if (shown?.sql === sql) return leave(null)
    if (!(await isOneRead(sql))) return signal.aborted ? undefined : leave('edited')
    if (signal.aborted) return undefined
    const budget = new AbortController()
    const end = setTimeout(() => budget.abort(), BUDGET_MS)
    try {
      const asked = firstRowsOf(sql)
      const timed = await client.sql(asked, { signal: AbortSignal.any([signal, budget.signal]) })
      if (signal.aborted) return undefined
      if (!typed.isWanted()) return leave('edited')
      return show({ sql, answered: { sql: asked, ...timed, at: Date.now() }, past: null })
    } catch {
      // What is wrong with it is underlined, and said when it is run.
      return signal.aborted ? undefined : leave(budget.signal.aborted ? 'late' : 'edited')
    } finally {
      clearTimeout(end)
    }
  }
  return {
    get: store.getState,
    subscribe: store.subscribe,
    /** The text was changed. */
    type(typed: Typed) {
      giveUp()
      if (!typed.isWanted()) return leave('edited')
      const { signal } = asking
      timer = setTimeout(() => void look(typed, signal), REST_MS)
      return undefined
    },
    /** Shows nothing, and asks nothing, until something is written again. */
    clear() {
      giveUp()
      show(null)
    },
  }
}

/** So long after the last key nobody is in the middle of a word. */
const REST_MS = 150

/** A statement that takes longer is run by hand. The next key ends it at once, so nobody waits for it. */
export const BUDGET_MS = 3000

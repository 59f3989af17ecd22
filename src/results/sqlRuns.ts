import type { QueryClient } from '@tanstack/react-query'
import type { ActionClient } from '../instances/client/actionClient.ts'
import type { SqlAnswer } from '../protocol/answers.ts'
import { startRun, type Run } from './run.ts'

/** The answer to a statement. */
export interface AnsweredStatement {
  readonly sql: string
  readonly answer: SqlAnswer
  readonly milliseconds: number
  /** When it came, ms since 1970. */
  readonly at: number
}

/** The latest run of a statement, and the last answer that any run of it brought. */
export interface SqlRun {
  readonly run: Run<AnsweredStatement>
  readonly last: AnsweredStatement | null
}

/** Where a statement runs; its answer to one token is never shown to another. */
export interface SqlPlace {
  readonly instanceId: string
  readonly client: ActionClient
  readonly sql: string
}

/**
 * The runs of statements, the latest of each. A statement runs when someone runs it or opens its link, never again by
 * itself; one that nobody looks at any more is stopped, and its answer forgotten after a minute.
 */
export interface SqlRuns {
  readonly get: (place: SqlPlace) => SqlRun | null
  readonly subscribe: (listener: () => void) => () => void
  /** Runs the statement; a run of it that is still going is stopped. */
  readonly start: (place: SqlPlace) => void
  /** Shows the statement, which runs unless it has run before. Call the result when it is no longer shown. */
  readonly show: (place: SqlPlace) => () => void
  /** Stops and forgets the runs of an instance. */
  readonly forget: (instanceId: string) => void
}

/** The runs that live as long as that cache. */
export function sqlRunsOf(cache: QueryClient): SqlRuns {
  const known = runsOfCaches.get(cache)
  if (known !== undefined) return known
  const made = createSqlRuns()
  runsOfCaches.set(cache, made)
  return made
}

/** Forgets every answer of an instance and stops what is running; for when its address or token has changed. */
export function forgetAnswers(cache: QueryClient, instanceId: string): void {
  cache.removeQueries({ queryKey: [instanceId] })
  sqlRunsOf(cache).forget(instanceId)
}

/** No runs yet. */
export function createSqlRuns(): SqlRuns {
  const kept = new Map<string, SqlRun & { readonly instanceId: string }>()
  const shown = new Map<string, number>()
  const leaving = new Map<string, ReturnType<typeof setTimeout>>()
  const listeners = new Set<() => void>()
  const changed = () => {
    for (const listener of listeners) listener()
  }
  const start = (place: SqlPlace) => {
    const { instanceId, client, sql } = place
    const key = keyOf(place)
    const before = kept.get(key)
    before?.run.stop()
    const run = startRun<AnsweredStatement>(async (signal) => {
      const timed = await client.sql(sql, { signal })
      client.profile.learn('noticed', { sqlGave: timed.answer.rows.length })
      return { sql, ...timed, at: Date.now() }
    })
    kept.set(key, { instanceId, run, last: before?.last ?? null })
    run.state.subscribe(() => {
      const state = run.state.get()
      if (state.kind !== 'done' || kept.get(key)?.run !== run) return
      kept.set(key, { instanceId, run, last: state.value })
      changed()
    })
    changed()
  }
  const left = (key: string) => {
    if (shown.has(key)) return
    kept.get(key)?.run.stop()
    const forget = () => {
      leaving.delete(key)
      const entry = kept.get(key)
      if (entry === undefined) return
      // That a run was stopped is remembered, or the statement would run again by itself.
      if (entry.run.state.get().kind === 'stopped') kept.set(key, { ...entry, last: null })
      else kept.delete(key)
    }
    leaving.set(key, setTimeout(forget, KEPT_MS))
  }
  return {
    get: (place) => kept.get(keyOf(place)) ?? null,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    start,
    show(place) {
      const key = keyOf(place)
      clearTimeout(leaving.get(key))
      leaving.delete(key)
      shown.set(key, (shown.get(key) ?? 0) + 1)
      if (place.sql !== '' && !kept.has(key)) start(place)
      return () => {
        const others = (shown.get(key) ?? 1) - 1
        if (others > 0) shown.set(key, others)
        else shown.delete(key)
        // What leaves may be shown again at once, as by a new drawing.
        queueMicrotask(() => left(key))
      }
    },
    forget(instanceId) {
      for (const [key, entry] of kept) {
        if (entry.instanceId !== instanceId) continue
        kept.delete(key)
        entry.run.stop()
      }
      changed()
    },
  }
}

const runsOfCaches = new WeakMap<QueryClient, SqlRuns>()

/** Long enough to look at something else and come back. */
const KEPT_MS = 60_000

function keyOf({ instanceId, client, sql }: SqlPlace): string {
  return JSON.stringify([instanceId, client.identity, sql])
}

import { useEffect, useRef, useState } from 'react'
import type { ActionClient } from '../../../instances/client/actionClient.ts'
import { countRecords } from '../../write/readBack.ts'
import { NOTHING_LOADED, type LoadProgress } from '../load/loadRecords.ts'
import { PauseGate } from '../load/pauseGate.ts'
import { StopWatch } from '../load/stopWatch.ts'
import { isSplitAt, oldRecords, OthersChangedError, removeRecords } from './removeRecords.ts'
import { sendRecords, tryRecords, type IntoPlan } from './sendRecords.ts'

/** How a load ended, or what it waits for. */
export type IntoEnd = 'done' | 'stopped' | 'failed' | 'heldBack' | 'othersChanged' | 'takenBack'

/** How far the records of a file are on their way into a table; `idle` before anything was sent. */
export type IntoStage =
  | { readonly kind: 'idle'; readonly error: Error | null }
  | { readonly kind: 'trying'; readonly progress: LoadProgress }
  /** The server would set some aside: that is shown before anything is stored. */
  | { readonly kind: 'tried'; readonly progress: LoadProgress }
  | {
      readonly kind: 'loading'
      readonly progress: LoadProgress
      readonly milliseconds: number
      readonly isPaused: boolean
      readonly isStopping: boolean
    }
  | {
      readonly kind: 'removing'
      readonly which: 'old' | 'new'
      readonly progress: LoadProgress
      readonly removed: number
    }
  | { readonly kind: 'ended'; readonly end: IntoEnd; readonly progress: LoadProgress; readonly error: Error | null }

/** Sends the records of a file into a table that there is; one at a time, ended when the dialog closes. */
export function useLoadInto(client: ActionClient, onChanged: () => void) {
  const [stage, setStage] = useState<IntoStage>({ kind: 'idle', error: null })
  const left = useRef<AbortController | null>(null)
  const stop = useRef(new AbortController())
  const gate = useRef(new PauseGate())
  const watch = useRef(new StopWatch())
  const old = useRef<Before | null>(null)
  /** Which records may be removed, as the table had the right number of them when it began. */
  const counted = useRef<'old' | 'new' | null>(null)
  useEffect(() => () => left.current?.abort(), [])
  const isSending = stage.kind === 'loading' || stage.kind === 'removing'
  useEffect(() => {
    if (!isSending) return undefined
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isSending])

  const begin = () => {
    left.current?.abort()
    left.current = new AbortController()
    stop.current = new AbortController()
    gate.current = new PauseGate()
    watch.current = new StopWatch()
    return left.current.signal
  }

  /** First the server checks all records, if it can; what it would refuse is shown before anything is stored. */
  const start = async (plan: IntoPlan) => {
    if (!plan.table.canTry) return send(plan, NOTHING_LOADED)
    const signal = begin()
    const stopped = stop.current.signal
    let progress = NOTHING_LOADED
    setStage({ kind: 'trying', progress })
    try {
      progress = await tryRecords(client, plan, {
        signal: AbortSignal.any([signal, stopped]),
        onProgress: (now) => setStage({ kind: 'trying', progress: now }),
      })
    } catch (caught) {
      if (!signal.aborted) setStage({ kind: 'idle', error: stopped.aborted ? null : errorOf(caught) })
      return undefined
    }
    if (progress.refused.length > 0) setStage({ kind: 'tried', progress })
    else await send(plan, NOTHING_LOADED)
    return undefined
  }

  /**
   * Sends what is behind `done`, and then, of a replacement that is whole but for the `known` rows that somebody has seen to be
   * set aside, removes the old records.
   */
  const send = async (plan: IntoPlan, done: LoadProgress, known = 0) => {
    const signal = begin()
    const stopped = stop.current.signal
    const [turn, spent] = [gate.current, watch.current]
    counted.current = null
    let progress = done
    const show = () =>
      setStage({
        kind: 'loading',
        progress,
        milliseconds: spent.milliseconds,
        isPaused: spent.paused,
        isStopping: stopped.aborted,
      })
    show()
    try {
      if (done === NOTHING_LOADED || old.current === null) old.current = await whatIsThere(client, plan, signal)
      progress = await sendRecords(
        client,
        plan,
        { before: old.current.count, done },
        {
          signal,
          // Between two batches, so that a stop leaves nothing in doubt.
          turn: async () => {
            stopped.throwIfAborted()
            await turn.pass(stopped)
          },
          onProgress: (now) => {
            progress = now
            show()
          },
        },
      )
    } catch (caught) {
      if (signal.aborted) return
      setStage({
        kind: 'ended',
        end: stopped.aborted ? 'stopped' : 'failed',
        progress,
        error: stopped.aborted ? null : errorOf(caught),
      })
      onChanged()
      return
    }
    onChanged()
    if (plan.way !== 'replace') setStage({ kind: 'ended', end: 'done', progress, error: null })
    else if (progress.refused.length > known) setStage({ kind: 'ended', end: 'heldBack', progress, error: null })
    else await remove(plan, progress, 'old')
  }

  /** Removes the old records, or those that were added, if the table has as many as it should have. */
  const remove = async (plan: IntoPlan, progress: LoadProgress, which: 'old' | 'new') => {
    const signal = begin()
    const show = (removed: number) => setStage({ kind: 'removing', which, progress, removed })
    show(0)
    const known = old.current
    try {
      if (known === null || known.count === null) throw new OthersChangedError('Not counted')
      const split = { last: known.last, count: known.count }
      // What was removed before a break is missing in the count.
      if (counted.current !== which && !(await isSplitAt(client, plan.table.id, split, progress.loaded, signal)))
        throw new OthersChangedError('Not the number of records that there should be')
      counted.current = which
      if (which === 'new' || split.last !== null) {
        const meant = which === 'new' ? { after: split.last } : { upTo: split.last ?? '0' }
        await removeRecords(client, plan.table, meant, { signal, onProgress: show })
      }
      setStage({ kind: 'ended', end: which === 'old' ? 'done' : 'takenBack', progress, error: null })
    } catch (caught) {
      if (signal.aborted) return
      const isOthers = caught instanceof OthersChangedError
      setStage({
        kind: 'ended',
        end: isOthers ? 'othersChanged' : 'failed',
        progress,
        error: isOthers ? null : new RemovalError(which, errorOf(caught)),
      })
    }
    onChanged()
  }

  return {
    stage,
    start: (plan: IntoPlan) => void start(plan),
    /** Sends what is behind an earlier load that was stopped or cut. */
    send: (plan: IntoPlan, done: LoadProgress) => void send(plan, done),
    /** Sends what the server takes, after it was shown what it doesn't. */
    sendOthers: (plan: IntoPlan) =>
      stage.kind === 'tried' && void send(plan, NOTHING_LOADED, stage.progress.refused.length),
    remove: (plan: IntoPlan, progress: LoadProgress, which: 'old' | 'new') => void remove(plan, progress, which),
    pause: () => {
      gate.current.shut()
      watch.current.halt()
      setStage((now) => (now.kind === 'loading' ? { ...now, isPaused: true } : now))
    },
    resume: () => {
      watch.current.go()
      gate.current.open()
      setStage((now) => (now.kind === 'loading' ? { ...now, isPaused: false } : now))
    },
    /** Stops before the next batch. */
    stop: () => {
      stop.current.abort(new DOMException('Stopped', 'AbortError'))
      setStage((now) => (now.kind === 'loading' ? { ...now, isStopping: true } : now))
    },
    back: () => setStage({ kind: 'idle', error: null }),
  }
}

/** Removing records was cut: the removal of which can be gone on with. */
export class RemovalError extends Error {
  override readonly name = 'RemovalError'
  override readonly cause: Error
  readonly which: 'old' | 'new'

  constructor(which: 'old' | 'new', cause: Error) {
    super(cause.message, { cause })
    this.cause = cause
    this.which = which
  }
}

/** What the table has before the load; only a replacement needs to know it for certain. */
async function whatIsThere(client: ActionClient, { way, table }: IntoPlan, signal: AbortSignal): Promise<Before> {
  if (way === 'update') return { last: null, count: null }
  try {
    return await oldRecords(client, table.id, signal)
  } catch (error) {
    if (way === 'replace' || !(error instanceof OthersChangedError)) throw error
    return { last: null, count: await countRecords(client, table.id).catch(() => null) }
  }
}

type Before = { readonly last: string | null; readonly count: number | null }

function errorOf(caught: unknown): Error {
  return caught instanceof Error ? caught : new Error(String(caught))
}

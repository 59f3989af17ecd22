import { createStore } from 'zustand/vanilla'
import { copies } from './copies.ts'
import { copiesEngine } from './copiesEngine.ts'
import { wholeFrom, type CopyOrigin } from './copyOrigin.ts'
import type { CopyOrigins } from './copyOrigins.ts'
import { copyTables, CopyStoreError } from './copyTables.ts'
import { readCopyState } from './copyState.ts'
import type { StoredCopy } from '../protocol/copyMessages.ts'
import { subscribeToTokens } from '../instances/tokens.ts'
import { changesTable } from '../protocol/copyMessages.ts'
import { isUnderWay, queryOfCopy, type Halt, type KnownCopy } from './knownCopy.ts'
import { pullTable, type PullEnd, type PullProgress } from './pullTable.ts'
import { mayComeBack, pause, pauseBefore, problemOfFailure } from './retry.ts'

/** What this tab does about a copy. */
export interface Live {
  /** `elsewhere`: another tab has it; `waiting`: for a server that is gone; `noToken`: it was begun with a token that this tab lacks. */
  readonly phase: PullProgress['phase'] | 'elsewhere' | 'waiting' | 'comparing' | 'noToken'
  readonly records: number
  readonly total: number | null
  /** Records a second, lately; null while that isn't known. */
  readonly rate: number | null
  /** When the next try is, ms since 1970; null if it doesn't wait. */
  readonly tryAt: number | null
}

/** What the copies under way in this tab do, by the id of the copy. */
export const live = createStore<ReadonlyMap<string, Live>>(() => new Map())

/**
 * From now on the copies under way are pulled in this tab, unless another tab does it: one does at a time, and the next one
 * goes on when it closes. What is paused, resumed or removed in any tab is heard in each, through the list. `originOf` gives
 * an instance by its place, with the token that is given now; null if this page doesn't know it.
 */
export function workOnCopies(originOf: CopyOrigins): void {
  const running = new Map<string, AbortController>()
  const wake = () => {
    for (const [key, aborter] of running)
      if (!copies.get().some((copy) => isUnderWay(copy) && keyOf(copy) === key)) aborter.abort()
    for (const copy of copies.get()) {
      const key = keyOf(copy)
      if (!isUnderWay(copy) || running.has(key)) continue
      if (originOf(copy.place) === null) continue
      const aborter = new AbortController()
      running.set(key, aborter)
      void alone(copy, originOf, aborter.signal)
        .catch(() => undefined)
        .finally(() => {
          running.delete(key)
          show(copy.id, null)
          if (!aborter.signal.aborted) wake()
        })
    }
  }
  copies.subscribe(wake)
  wake()
}

/** One pull of a copy: a copy that is refreshed, or begun again, is pulled into another table. */
function keyOf(copy: KnownCopy): string {
  return copy.refresh?.id ?? copy.id
}

async function alone(copy: KnownCopy, originOf: CopyOrigins, signal: AbortSignal): Promise<void> {
  const origin = await originFor(copy, originOf, signal)
  if (!('locks' in navigator)) return work(copy, origin, signal)
  show(copy.id, { ...progressOf(copy), phase: 'elsewhere' })
  return navigator.locks.request(`rowan copy ${keyOf(copy)}`, { signal }, async () => {
    copies.refresh()
    const now = copies.get().find(({ id }) => id === copy.id)
    if (now === undefined || !isUnderWay(now)) return undefined
    return work(now, await originFor(now, originOf, signal), signal)
  })
}

/** The instance as the person that the copy was begun as: waits until a token is given, or forgotten. */
async function originFor(copy: KnownCopy, originOf: CopyOrigins, signal: AbortSignal): Promise<CopyOrigin> {
  for (;;) {
    const origin = originOf(copy.place)
    if (origin !== null && origin.client.hasToken === copy.withToken) return origin
    show(copy.id, { ...progressOf(copy), phase: 'noToken' })
    await new Promise<void>((resolve, reject) => {
      const stop = subscribeToTokens(() => {
        stop()
        resolve()
      })
      signal.addEventListener('abort', () => {
        stop()
        reject(signal.reason)
      })
    })
  }
}

async function work(copy: KnownCopy, origin: CopyOrigin, signal: AbortSignal): Promise<void> {
  void navigator.storage?.persist?.().catch(() => false)
  const isRefresh = copy.refresh !== null
  const id = keyOf(copy)
  let tries = 0
  let inVain = 0
  for (;;) {
    const seen = createPace()
    let last = progressOf(copies.get().find(({ id: each }) => each === copy.id) ?? copy)
    try {
      const end = await pullTable({
        id,
        client: origin.client,
        askWhole: wholeFrom(origin),
        query: queryOfCopy(copy),
        signal,
        words: copy.words,
        goesOn: recordsOf(copy.id, isRefresh) > 0,
        copy: () => copies.get().find((each) => each.id === copy.id) ?? copy,
        onProgress(progress) {
          if (progress.phase === 'pulling' && progress.records > last.records) tries = inVain = 0
          // A check knows nothing yet of what is here.
          const known = progress.phase === 'checking' ? { phase: progress.phase } : progress
          last = { ...last, ...known, tryAt: null }
          last = { ...last, rate: seen(last.records) }
          show(copy.id, last)
          if (progress.phase === 'pulling') note(copy.id, isRefresh, progress)
        },
      })
      await settle(copy.id, end, { isRefresh, last })
      return
    } catch (error) {
      if (signal.aborted) return
      if (error instanceof CopyStoreError && error.refusal === 'otherRecords' && (inVain += 1) < 5) continue
      const halt = haltOf(error, tries)
      if (halt !== null) {
        become(copy.id, isRefresh, { halt })
        return
      }
      const milliseconds = pauseBefore(tries)
      tries += 1
      show(copy.id, { ...last, phase: 'waiting', rate: null, tryAt: Date.now() + milliseconds })
      await pause(milliseconds, signal)
    }
  }
}

/** Null: it is worth while to wait and try again. */
function haltOf(error: unknown, tries: number): Halt | null {
  if (error instanceof CopyStoreError)
    return error.refusal === 'full' ? { kind: 'full' } : { kind: 'failed', problem: error.problem }
  const problem = problemOfFailure(error)
  const isRefusal = 'status' in Object(error) && error instanceof Error && error.name === 'ActionError'
  if (mayComeBack(error) && !(isRefusal && tries >= MOST_REFUSED)) return null
  return { kind: 'failed', problem }
}

/** A server that is there and can't answer is not asked for ever. */
const MOST_REFUSED = 6

async function settle(
  copyId: string,
  end: PullEnd,
  { isRefresh, last }: { readonly isRefresh: boolean; readonly last: Live },
): Promise<void> {
  const copy = copies.get().find(({ id }) => id === copyId)
  if (copy === undefined) return
  if (end === 'replaced' || end === 'lost') return become(copyId, isRefresh, { halt: { kind: end } })
  const id = keyOf(copy)
  const now = {
    id,
    records: last.records,
    total: last.total,
    isComplete: end === 'complete',
    halt: end === 'complete' ? null : ({ kind: 'unproven' } as const),
  }
  if (!isRefresh) {
    become(copyId, false, { ...now, at: Date.now(), ...(await sizeOf(id)) })
    await keepStamp(id)
    return
  }
  show(copyId, { ...last, phase: 'comparing', rate: null, tryAt: null })
  const changes = await copyTables.compare(id, copyId)
  const size = await sizeOf(id)
  const begun = copy.refresh?.begun ?? Date.now()
  const since = { ...changes, before: copy.at }
  const source = copy.refresh?.source ?? null
  change(copyId, (each) => ({ ...each, ...now, ...size, begun, at: Date.now(), source, refresh: null, since }))
  await keepStamp(id)
  await copyTables.drop([copyId, changesTable(copyId)])
}

/** With the records, too, so that a list that is lost is found again as it was. */
async function keepStamp(id: string): Promise<void> {
  const stored = (await copyTables.list()).find((table) => table.id === id)
  const copy = copies.get().find((each) => each.id === id)
  const state = readCopyState(stored?.state ?? '')
  if (state !== null && copy !== undefined) await copyTables.state(id, JSON.stringify({ ...state, copy }))
}

async function sizeOf(id: string): Promise<Partial<KnownCopy>> {
  const stored = (await copyTables.list()).find((table) => table.id === id)
  return stored === undefined ? {} : { bytes: stored.bytes, asText: stored.asText }
}

function change(id: string, work_: (copy: KnownCopy) => KnownCopy): void {
  copies.change((all) => all.map((copy) => (copy.id === id ? work_(copy) : copy)))
}

function become(id: string, isRefresh: boolean, news: Partial<KnownCopy>): void {
  change(id, (copy) => {
    if (!isRefresh || copy.refresh === null) return { ...copy, ...news }
    const { halt = copy.refresh.halt, records = copy.refresh.records, total = copy.refresh.total } = news
    return { ...copy, refresh: { ...copy.refresh, halt, records, total } }
  })
}

/** The list is written for each page, so that the other tabs see how far it is. */
function note(id: string, isRefresh: boolean, { records, total }: PullProgress): void {
  become(id, isRefresh, { records, total, ...(isRefresh ? {} : { at: Date.now() }) })
}

function recordsOf(id: string, isRefresh: boolean): number {
  const copy = copies.get().find((each) => each.id === id)
  return (isRefresh ? copy?.refresh?.records : copy?.records) ?? 0
}

function progressOf(copy: KnownCopy): Live {
  const { records, total } = copy.refresh ?? copy
  return { phase: 'checking', records, total, rate: null, tryAt: null }
}

function show(id: string, now: Live | null): void {
  const next = new Map(live.getState())
  if (now === null) next.delete(id)
  else next.set(id, now)
  live.setState(next, true)
}

/** How many records a second have come in the last seconds. */
function createPace(): (records: number) => number | null {
  const marks: (readonly [at: number, records: number])[] = []
  return (records) => {
    const now = performance.now()
    marks.push([now, records])
    while (marks.length > 2 && now - (marks[0]?.[0] ?? now) > PACE_MS) marks.shift()
    const [at, before] = marks[0] ?? [now, records]
    return now - at < 300 || records <= before ? null : ((records - before) / (now - at)) * 1000
  }
}

const PACE_MS = 10_000

/** A tab that has just been left may hold the database for some seconds. */
async function listPatiently(): Promise<readonly StoredCopy[]> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await copyTables.list()
    } catch (error) {
      if (tries === 4) throw error
      await pause(pauseBefore(tries), new AbortController().signal)
    }
  }
}

/** The copies as their database knows them, where the list was lost or can't be read. */
export async function recoverCopies(): Promise<void> {
  if (copiesEngine() === null) return
  const tables = await listPatiently()
  const found = tables.flatMap(({ id, records, bytes, state, asText }) => {
    const read = readCopyState(state)
    // The table of a refresh: what it was to replace is there, too.
    if (read === null || read.copy.id !== id) return []
    const halt = read.copy.isComplete ? null : (read.copy.halt ?? ({ kind: 'paused' } as const))
    return [{ ...read.copy, records, bytes, asText, halt, refresh: null }]
  })
  copies.change((now) => [...now, ...found.filter(({ id }) => !now.some((copy) => copy.id === id))])
}

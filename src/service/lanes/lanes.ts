import type { AskedSignal } from '../../protocol/handler.ts'

/** What a request asks for: a page of records, a search, a statement, much data at once, or a change. */
export type WorkClass = 'page' | 'search' | 'sql' | 'dump' | 'write'

export interface Work {
  readonly class: WorkClass
  readonly client: string
  /** Gives up waiting. */
  readonly signal: AskedSignal | null
  /** Ends the work while it runs, because others wait; null if it must not be ended. */
  readonly end: (() => void) | null
  /** Whether it opens the engine: what waits meanwhile does not wait for anybody's work. */
  readonly isOpening?: boolean
}

/** Resolves with what frees the place again, once the work may begin. Rejects with `MakesWay`, or the signal's reason. */
export type Enter = (work: Work) => Promise<() => void>

/** Work makes way: too much of its client's waits, or of all, it was ended for others (now, or a moment ago), or its time is up. */
export class MakesWay extends Error {
  readonly scope: 'client' | 'all' | 'ended' | 'time'

  constructor(scope: MakesWay['scope']) {
    super('The work makes way')
    this.scope = scope
  }
}

/**
 * Each class has places of its own, so that quick work never waits behind slow work, whosever it is. Within a class clients
 * take turns, and none has all places. On a single engine pages go first; anything else begins once no page was asked for
 * during a moment, or after a pause that is a fixed multiple of what its class took last, and is ended after a fixed time
 * if others wait. `worked` says for how many milliseconds the processor has worked for the engine: on a busy machine that is
 * far less than has passed, and no fault of whoever asked.
 */
export function createLanes(
  places: Readonly<Record<WorkClass, number>>,
  isSingle: boolean,
  worked: () => number = now,
): Enter {
  const waiting = new Set<Entry>()
  const running = new Set<Entry>()
  /** When each client of a class was served last, counted in pieces of work. */
  const turns = new Map<string, number>()
  /** Until when what was ended for others may not begin again while pages are asked for, by class and client. */
  const barred = new Map<string, number>()
  const notBefore = new Map<WorkClass, number>()
  let turn = 0
  let pageAt = -Infinity
  let timer: NodeJS.Timeout | undefined

  const dueAt = (name: WorkClass): number =>
    name === 'page' || !isSingle ? 0 : Math.min(notBefore.get(name) ?? 0, pageAt + QUIET_MS)

  function mayBegin({ class: name, client }: Work): boolean {
    if (isSingle && running.size > 0) return false
    const alike = [...running].filter(({ work }) => work.class === name)
    const own = alike.filter(({ work }) => work.client === client)
    return alike.length < places[name] && own.length < Math.max(1, places[name] - 1) && dueAt(name) <= now()
  }

  function isBefore({ work: one }: Entry, { work: other }: Entry): boolean {
    if ((one.class === 'page') !== (other.class === 'page')) return one.class === 'page'
    return (turns.get(keyOf(one)) ?? 0) < (turns.get(keyOf(other)) ?? 0)
  }

  function pump(): void {
    for (;;) {
      let next: Entry | null = null
      for (const each of waiting) if (mayBegin(each.work) && (next === null || isBefore(each, next))) next = each
      if (next === null) break
      waiting.delete(next)
      start(next)
    }
    if (waiting.size > 0) timer ??= setInterval(look, LOOK_EVERY_MS).unref()
  }

  /** Looks what has become due, or has waited or run for too long. */
  function look(): void {
    const isOpening = [...running].some(({ work }) => work.isOpening)
    for (const each of waiting) {
      if (isOpening) each.since = now()
      else if (each.work.class !== 'write' && now() >= each.since + LONGEST_WAIT_MS) each.refuse(new MakesWay('all'))
    }
    for (const each of isSingle ? running : []) {
      if (!isInTheWay(each)) continue
      each.isEnded = true
      const key = keyOf(each.work)
      remember(barred, key, now() + BARRED_MS)
      each.work.end?.()
      // What its client has waiting would take the same time, one after the other.
      for (const other of waiting) if (keyOf(other.work) === key) other.refuse(new MakesWay('ended'))
    }
    pump()
    if (waiting.size > 0) return
    clearInterval(timer)
    timer = undefined
  }

  /** Whether work of another class or client waits for this for too long. */
  function isInTheWay({ work, since, workedBefore, isEnded }: Entry): boolean {
    if (work.end === null || work.class === 'page' || isEnded || now() < since + BUDGET_MS) return false
    if (worked() < workedBefore + LEAST_WORK_MS && now() < since + BUSY_BUDGET_MS) return false
    return [...waiting].some((each) => keyOf(each.work) !== keyOf(work))
  }

  function start(entry: Entry): void {
    running.add(entry)
    entry.since = now()
    entry.workedBefore = worked()
    remember(turns, keyOf(entry.work), ++turn)
    entry.begin(() => {
      running.delete(entry)
      const pause = (now() - entry.since) * PAUSE[entry.work.class]
      notBefore.set(entry.work.class, now() + Math.min(pause, LONGEST_PAUSE_MS))
      pump()
    })
  }

  function refusalOf(work: Work): MakesWay | null {
    const isBarred = work.end !== null && (barred.get(keyOf(work)) ?? 0) > now()
    if (isBarred && now() < pageAt + EXPECTED_MS) return new MakesWay('ended')
    const own = [...waiting].filter((each) => keyOf(each.work) === keyOf(work))
    if (own.length >= MOST_WAITING[work.class]) return new MakesWay('client')
    return waiting.size >= MOST_WAITING_IN_ALL ? new MakesWay('all') : null
  }

  return (work) =>
    new Promise((resolve, reject) => {
      if (work.signal?.aborted) return reject(work.signal.reason)
      if (work.class === 'page') pageAt = now()
      const refusal = refusalOf(work)
      if (refusal !== null) return reject(refusal)
      const giveUp = (): void => entry.refuse(work.signal?.reason)
      const entry: Entry = {
        work,
        since: now(),
        workedBefore: 0,
        isEnded: false,
        begin(leave) {
          work.signal?.removeEventListener('abort', giveUp)
          resolve(leave)
        },
        refuse(reason) {
          work.signal?.removeEventListener('abort', giveUp)
          if (waiting.delete(entry)) reject(reason)
        },
      }
      work.signal?.addEventListener('abort', giveUp, { once: true })
      waiting.add(entry)
      pump()
    })
}

/** Forgets all others now and then: there may be any number of clients. */
function remember(kept: Map<string, number>, key: string, held: number): void {
  if (kept.size >= MOST_REMEMBERED) kept.clear()
  kept.set(key, held)
}

/** A piece of work from its request to its end. */
interface Entry {
  readonly work: Work
  /** When it came, or began. */
  since: number
  /** What the processor had worked when it began. */
  workedBefore: number
  isEnded: boolean
  begin(leave: () => void): void
  refuse(reason: unknown): void
}

const now = () => performance.now()
const keyOf = ({ class: name, client }: Work): string => `${name} ${client}`

/** How long work may hold a single engine while others wait, and how long if the processor worked for less than half of that. */
const BUDGET_MS = 5000
const LEAST_WORK_MS = BUDGET_MS / 2
const BUSY_BUDGET_MS = 15_000
/** For how long after a page another one is expected at once, and for how long somebody still reads. */
const QUIET_MS = 50
const EXPECTED_MS = 2000

/** For how many times as long as its last piece took a class leaves a single engine to pages. */
const PAUSE: Readonly<Record<WorkClass, number>> = { page: 0, write: 1, search: 4, sql: 4, dump: 4 }
const LONGEST_PAUSE_MS = 5000
/** For so long work of a client and class that was ended is refused. */
export const BARRED_MS = 30_000

const LOOK_EVERY_MS = 10
const LONGEST_WAIT_MS = 30_000
const MOST_WAITING: Readonly<Record<WorkClass, number>> = { page: 1000, write: 256, search: 64, sql: 16, dump: 16 }
const MOST_WAITING_IN_ALL = 5000
const MOST_REMEMBERED = 10_000

import { createStore } from 'zustand/vanilla'
import type { StorageProblem } from '../storageProblems.ts'
import { historyRunOf, type HistoryRun } from './historyRun.ts'

/** Where the history outlives the page. */
export interface HistoryShelf {
  /** The one that began last at the end. */
  readonly all: () => Promise<readonly unknown[]>
  readonly put: (runs: readonly HistoryRun[]) => Promise<void>
  readonly remove: (ids: readonly string[]) => Promise<void>
}

/** What the history is kept in. */
export interface RunHistorySetup {
  readonly openShelf: () => Promise<HistoryShelf>
  /** Tells the other tabs of this page that something was stored; null where there is no way to. */
  readonly tellOthers: (() => void) | null
  readonly onProblem: (problem: StorageProblem) => void
}

export interface RunHistoryState {
  /** What was kept before has been read. */
  readonly isLoaded: boolean
  /** The one that began last is first. */
  readonly runs: readonly HistoryRun[]
}

/** Of those without a star the last ones are kept. */
export const RUNS_MAX = 1000

/** A text that is longer is not kept: a pasted file would fill the device. */
const LENGTH_MAX = 200_000

/** The runs of statements on this device, of all instances. Without a database they last as long as the page. */
export function createRunHistory({ openShelf, tellOthers, onProblem }: RunHistorySetup) {
  const store = createStore<RunHistoryState>(() => ({ isLoaded: false, runs: [] }))
  let shelf: HistoryShelf | null = null

  const read = async (from: HistoryShelf) => {
    const runs = (await from.all()).flatMap((run) => historyRunOf(run) ?? [])
    store.setState({ runs: runs.toReversed() })
  }
  const loadOnce = async () => {
    try {
      shelf = await openShelf()
      await read(shelf)
    } catch {
      onProblem('noDatabase')
    }
    store.setState({ isLoaded: true })
  }
  let loading: Promise<void> | null = null
  const load = () => (loading ??= loadOnce())

  let turns: Promise<unknown> = Promise.resolve()
  /** One after the other, so that what is removed does not come back. */
  const inTurn = (work: () => Promise<void>): Promise<void> => {
    const turn = afterTurn(turns, work)
    turns = turn
    return turn
  }
  const change = (changed: (runs: readonly HistoryRun[]) => Change): Promise<void> =>
    inTurn(async () => {
      await load()
      const { put, removed } = changed(store.getState().runs)
      try {
        if (put.length > 0) await shelf?.put(put)
        if (removed.length > 0) await shelf?.remove(removed)
        if (shelf !== null) tellOthers?.()
      } catch {
        onProblem('noDatabase')
      }
      const gone = new Set([...removed, ...put.map(({ id }) => id)])
      const runs = [...put, ...store.getState().runs.filter(({ id }) => !gone.has(id))]
      store.setState({ runs: runs.toSorted((one, other) => other.startedAt - one.startedAt) })
    })
  const removeWhere = (isGone: (run: HistoryRun) => boolean) =>
    change((runs) => ({ put: [], removed: runs.filter((run) => isGone(run)).map(({ id }) => id) }))

  return {
    get: store.getState,
    subscribe: (listener: () => void) => store.subscribe(listener),
    load,
    /** Reads again what another tab has stored. */
    async refresh() {
      if (loading === null) return
      await inTurn(async () => {
        await load()
        if (shelf !== null) await read(shelf).catch(() => onProblem('noDatabase'))
      })
    },
    note: (run: HistoryRun) =>
      change((runs) => {
        if (run.text.length > LENGTH_MAX) return { put: [], removed: [] }
        const plain = runs.filter(({ starred }) => !starred)
        return { put: [run], removed: plain.slice(RUNS_MAX - 1).map(({ id }) => id) }
      }),
    star: (id: string, starred: boolean) =>
      change((runs) => ({
        put: runs.filter((run) => run.id === id).map((run) => ({ ...run, starred })),
        removed: [],
      })),
    /** Forgets one; `note` with the same brings it back. */
    remove: (id: string) => removeWhere((run) => run.id === id),
    /** Forgets all, or those without a star. */
    clear: (which: 'all' | 'withoutStar') => removeWhere(({ starred }) => which === 'all' || !starred),
    /** Forgets what came of the runs of an instance, for when its token is removed: what was asked stays. */
    forgetRows: (instanceId: string) =>
      change((runs) => ({
        put: runs
          .filter((run) => run.instanceId === instanceId)
          .map((run) => ({ ...run, firstRows: null, message: null })),
        removed: [],
      })),
    /** Forgets all of an instance, with and without a star. */
    forget: (instanceId: string) => removeWhere((run) => run.instanceId === instanceId),
  }
}

interface Change {
  readonly put: readonly HistoryRun[]
  readonly removed: readonly string[]
}

async function afterTurn(before: Promise<unknown>, work: () => Promise<void>): Promise<void> {
  await before
  await work()
}

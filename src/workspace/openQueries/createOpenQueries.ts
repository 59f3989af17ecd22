import * as v from 'valibot'
import { createStore } from 'zustand/vanilla'
import type { TextStorage } from '../../storage/browserStorage.ts'
import { keepValue } from '../../storage/keptValue.ts'
import { earlierDrafts, forgetEarlierDrafts } from '../earlierWorkspace.ts'
import { openQueryOf, storedQuery, type OpenQuery, type StoredQuery } from './openQuery.ts'
import type { QueryShelf } from './openQueryDatabase.ts'
import type { StorageProblem } from '../storageProblems.ts'

/** What open queries are kept in, and who may write to which. */
export interface OpenQueriesSetup {
  readonly openShelf: () => Promise<QueryShelf>
  /** This device's: drafts of an earlier version of the page are taken from it. */
  readonly device: TextStorage | null
  /** This tab's: which queries it shows, and what it could not keep in time. */
  readonly tab: TextStorage | null
  /** Keeps other tabs from writing to a query; false if one of them does already. */
  readonly hold: (id: string, wasShownHere: boolean) => Promise<boolean>
  readonly onProblem: (problem: StorageProblem) => void
}

export interface OpenQueriesState {
  /** What was kept before has been read. */
  readonly isLoaded: boolean
  /** The one changed last is at the end. */
  readonly queries: readonly OpenQuery[]
}

/**
 * The open queries of all instances. They can be read and written at once; what was kept before joins them when it has been
 * loaded. A query belongs to one tab at a time: another tab that goes on with it writes to a copy, so neither loses
 * anything. Without a database they last as long as the page.
 */
export function createOpenQueries({ openShelf, device, tab, hold, onProblem }: OpenQueriesSetup) {
  const store = createStore<OpenQueriesState>(() => ({ isLoaded: false, queries: [] }))
  const shown = keepValue<Readonly<Record<string, string>>>({
    storage: tab,
    name: 'rowan.shownQueries',
    fallback: {},
    parse: parser(v.record(v.string(), v.string())),
    onProblem,
  })
  const unsaved = keepValue<readonly unknown[]>({
    storage: tab,
    name: 'rowan.unsavedQueries',
    fallback: [],
    parse: parser(v.array(v.unknown())),
    onProblem,
  })
  const own = new Set<string>()
  let shelf: QueryShelf | null = null
  let waiting = new Map<string, StoredQuery>()
  let underWay = new Map<string, StoredQuery>()

  const all = () => store.getState().queries
  const shownOf = (instanceId: string, kind: OpenQuery['body']['kind']): OpenQuery | null => {
    const queries = all().filter((query) => query.instanceId === instanceId && query.body.kind === kind)
    return queries.find(({ id }) => id === shown.get()[`${kind} ${instanceId}`]) ?? queries.at(-1) ?? null
  }

  const save = async () => {
    if (shelf === null || underWay.size > 0 || waiting.size === 0) return
    underWay = waiting
    waiting = new Map()
    try {
      await shelf.put(
        [...underWay.values()].filter(({ body }) => body.kind !== 'sql' || body.text.length <= LENGTH_MAX),
      )
    } catch {
      onProblem('noDatabase')
    }
    underWay = new Map()
    await save()
  }

  const loadOnce = async () => {
    const earlier = earlierDrafts(device).map(({ instanceId, text, ran }, at): StoredQuery => {
      const lastRun = ran === '' ? null : { sql: ran, at: null }
      // The same id in every tab that moves it; older than anything that was changed since.
      return { id: `draft ${instanceId}`, instanceId, changedAt: at, layout: {}, body: { kind: 'sql', text, lastRun } }
    })
    let kept: readonly unknown[] = earlier
    try {
      shelf = await openShelf()
      kept = await takenOver(shelf, earlier)
      forgetEarlierDrafts(device)
    } catch {
      onProblem('noDatabase')
    }
    const late = unsaved.get().flatMap((stored) => openQueryOf(stored) ?? [])
    unsaved.change(() => [])
    const fromBefore = [...kept.flatMap((stored) => openQueryOf(stored) ?? []), ...late]
    const now = all()
    store.setState({ isLoaded: true, queries: withoutDoubles([...fromBefore, ...now]) })
    for (const query of late) waiting.set(query.id, waiting.get(query.id) ?? storedQuery(query, Date.now()))
    await save()
  }
  let loading: Promise<void> | null = null
  const load = () => (loading ??= loadOnce())

  return {
    get: store.getState,
    subscribe: (listener: () => void) => store.subscribe(listener),
    load,
    /** The query of that kind that this tab shows of an instance: its own, or else the one changed last. */
    shownOf,
    /** Loads, and makes the one that is shown this tab's own if no other tab has it. */
    async adopt(instanceId: string, kind: OpenQuery['body']['kind']) {
      await load()
      const query = shownOf(instanceId, kind)
      if (query === null || own.has(query.id)) return
      if (await hold(query.id, shown.get()[`${kind} ${instanceId}`] === query.id)) own.add(query.id)
    },
    /** Changes the query of that kind that is shown, or opens one. */
    write(instanceId: string, body: OpenQuery['body']) {
      const before = shownOf(instanceId, body.kind)
      if (before !== null && JSON.stringify(before.body) === JSON.stringify(body)) return
      const isOwn = before !== null && own.has(before.id)
      const query = { id: isOwn ? before.id : newQueryId(), instanceId, layout: before?.layout ?? {}, body }
      if (!isOwn) {
        own.add(query.id)
        void hold(query.id, true)
      }
      store.setState({ queries: withoutDoubles([...all(), query]) })
      shown.change((ids) => ({ ...ids, [`${body.kind} ${instanceId}`]: query.id }))
      waiting.set(query.id, storedQuery(query, Date.now()))
      void save()
    },
    /** Forgets all queries of an instance. */
    async forget(instanceId: string) {
      await load()
      const gone = all().filter((query) => query.instanceId === instanceId)
      store.setState({ queries: all().filter((query) => query.instanceId !== instanceId) })
      for (const { id } of gone) waiting.delete(id)
      await shelf?.remove(gone.map(({ id }) => id)).catch(() => onProblem('noDatabase'))
    },
    /** Call it when the page is about to go: what is not kept yet waits in this tab's storage. */
    leave() {
      const late = [...underWay.values(), ...waiting.values()]
      if (late.length > 0) unsaved.change(() => late)
    },
  }
}

/** What is kept, drafts of an earlier version first; what goes beyond the most that is kept is removed. */
async function takenOver(shelf: QueryShelf, earlier: readonly StoredQuery[]): Promise<readonly unknown[]> {
  const before = await shelf.all()
  const known = new Set(before.flatMap((stored) => openQueryOf(stored)?.id ?? []))
  const moved = earlier.filter(({ id }) => !known.has(id))
  if (moved.length > 0) await shelf.put(moved)
  const kept = [...moved, ...before]
  const tooMany = kept.slice(0, Math.max(0, kept.length - COUNT_MAX)).flatMap((stored) => openQueryOf(stored)?.id ?? [])
  if (tooMany.length > 0) await shelf.remove(tooMany)
  return kept.slice(-COUNT_MAX)
}

function newQueryId(): string {
  // `crypto.randomUUID` is missing on pages that came by plain HTTP.
  return `query:${Array.from(crypto.getRandomValues(new Uint32Array(2)), (part) => part.toString(36)).join('')}`
}

const COUNT_MAX = 100

/** A statement longer than this lasts as long as the page: otherwise every key would write it again. */
const LENGTH_MAX = 1_000_000

/** Of queries with the same id the last. */
function withoutDoubles(queries: readonly OpenQuery[]): readonly OpenQuery[] {
  const last = new Map<string, OpenQuery>()
  for (const query of queries) {
    last.delete(query.id)
    last.set(query.id, query)
  }
  return [...last.values()]
}

function parser<T>(schema: v.GenericSchema<unknown, T>): (stored: unknown) => T | null {
  return (stored) => {
    const parsed = v.safeParse(schema, stored)
    return parsed.success ? parsed.output : null
  }
}

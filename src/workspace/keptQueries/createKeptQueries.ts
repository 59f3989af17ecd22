import { createStore } from 'zustand/vanilla'
import type { StorageProblem } from '../storageProblems.ts'
import { decodeView } from '../view.ts'
import { keptQueryOf, recentQueryOf, type KeptQuery, type KnownCount, type RecentQuery } from './keptQuery.ts'
import type { KeptShelf } from './keptQueryDatabase.ts'

/** What kept queries are kept in. */
export interface KeptQueriesSetup {
  readonly openShelf: () => Promise<KeptShelf>
  /** Tells the other tabs of this page that something was stored; null where there is no way to. */
  readonly tellOthers: (() => void) | null
  /** Ms since 1970. */
  readonly now: () => number
  readonly onProblem: (problem: StorageProblem) => void
}

export interface KeptQueriesState {
  /** What was kept before has been read. */
  readonly isLoaded: boolean
  /** The one kept last is at the end. */
  readonly kept: readonly KeptQuery[]
  /** The one shown last is first. */
  readonly recent: readonly RecentQuery[]
}

/** Queries that were named, and those shown lately, of all instances. Without a database they last as long as the page. */
export function createKeptQueries({ openShelf, tellOthers, now, onProblem }: KeptQueriesSetup) {
  const store = createStore<KeptQueriesState>(() => ({ isLoaded: false, kept: [], recent: [] }))
  let shelf: KeptShelf | null = null
  let writing: Promise<void> = Promise.resolve()

  /** One after the other, so that what is removed does not come back. */
  const write = (work: (to: KeptShelf) => Promise<void>): Promise<void> => {
    writing = writeAfter(writing, work)
    return writing
  }

  const writeAfter = async (before: Promise<void>, work: (to: KeptShelf) => Promise<void>) => {
    await before
    try {
      await load()
      if (shelf === null) return
      await work(shelf)
      tellOthers?.()
    } catch {
      onProblem('noDatabase')
    }
  }

  const read = async (from: KeptShelf) => {
    const before = store.getState()
    const stored = await from.all()
    const kept = stored.kept.flatMap((query) => keptQueryOf(query) ?? [])
    const recent = stored.recent.flatMap((query) => recentQueryOf(query) ?? []).toReversed()
    // What was kept while the database opened is on its way into it.
    const late = before.isLoaded ? [] : before.kept.filter(({ id }) => !kept.some((each) => each.id === id))
    const seen = before.isLoaded ? [] : before.recent
    store.setState({ isLoaded: true, kept: [...kept, ...late], recent: newestFirst([...seen, ...recent]).shown })
  }

  const loadOnce = async () => {
    try {
      shelf = await openShelf()
      await read(shelf)
    } catch {
      onProblem('noDatabase')
      store.setState({ isLoaded: true })
    }
  }
  let loading: Promise<void> | null = null
  const load = () => (loading ??= loadOnce())

  const setKept = (work: (kept: readonly KeptQuery[]) => readonly KeptQuery[]) =>
    store.setState(({ kept }) => ({ kept: work(kept) }))

  const put = (query: KeptQuery) => {
    setKept((kept) => [...kept.filter(({ id }) => id !== query.id), query].toSorted((a, b) => a.keptAt - b.keptAt))
    void write((to) => to.put([query], []))
  }

  return {
    get: store.getState,
    subscribe: (listener: () => void) => store.subscribe(listener),
    load,
    /** Reads again what another tab has stored. */
    async refresh() {
      if (loading === null) return
      await loading
      await writing
      if (shelf !== null) await read(shelf).catch(() => onProblem('noDatabase'))
    },
    /** Keeps a query under a name. */
    keep(query: Pick<KeptQuery, 'instanceId' | 'title' | 'link' | 'count'>): KeptQuery {
      const kept: KeptQuery = { ...query, id: newId(), keptAt: now() }
      put(kept)
      return kept
    },
    /** Gives a kept query another name, or has it ask something else. */
    change(id: string, changes: Partial<Pick<KeptQuery, 'title' | 'link' | 'count'>>) {
      const before = store.getState().kept.find((query) => query.id === id)
      if (before !== undefined) put({ ...before, ...changes })
    },
    /** Removes a kept query; `restore` undoes it. */
    remove(id: string) {
      setKept((kept) => kept.filter((query) => query.id !== id))
      void write((from) => from.remove([id]))
    },
    restore: put,
    /** Notes a query that was shown, and how many records it has, or of a summary how many groups, if that is known. */
    saw(instanceId: string, link: string, known: Omit<KnownCount, 'at'> | null) {
      const at = now()
      const { kept, recent } = store.getState()
      const id = `${instanceId} ${link}`
      const before = recent.find((query) => query.id === id)
      const count = known === null ? (before?.count ?? null) : { ...known, at }
      // One step of typing on: the words before it were never a question of their own.
      const typed = recent.find((query) => query.instanceId === instanceId && isTypedOn(query, link, at))
      const { shown, dropped } = newestFirst([
        { id, instanceId, link, at, count },
        ...recent.filter((query) => query !== typed),
      ])
      const gone = typed === undefined ? dropped : [typed, ...dropped]
      const counted = kept.flatMap((query) =>
        query.instanceId === instanceId && query.link === link && known !== null ? [{ ...query, count }] : [],
      )
      store.setState({
        recent: shown,
        kept: kept.map((query) => counted.find((each) => each.id === query.id) ?? query),
      })
      void write(async (to) => {
        if (gone.length > 0) await to.remove(gone.map((query) => query.id))
        await to.put(counted, [{ id, instanceId, link, at, count }])
      })
    },
    /** Forgets all queries of an instance. */
    async forget(instanceId: string) {
      await load()
      const { kept, recent } = store.getState()
      const isGone = (query: KeptQuery | RecentQuery) => query.instanceId === instanceId
      const gone = [...kept, ...recent].filter((query) => isGone(query))
      store.setState({ kept: kept.filter((query) => !isGone(query)), recent: recent.filter((query) => !isGone(query)) })
      await write((from) => from.remove(gone.map(({ id }) => id)))
    },
  }
}

/** Of each instance those shown last, each once. */
function newestFirst(recent: readonly RecentQuery[]) {
  const shown: RecentQuery[] = []
  const dropped: RecentQuery[] = []
  const counts = new Map<string, number>()
  for (const query of recent) {
    if (shown.some(({ id }) => id === query.id)) continue
    const count = (counts.get(query.instanceId) ?? 0) + 1
    counts.set(query.instanceId, count)
    if (count > RECENT_MAX) dropped.push(query)
    else shown.push(query)
  }
  return { shown, dropped }
}

const RECENT_MAX = 30

/** Whether a query of a minute ago differs by nothing but words of its search that were not finished yet. */
function isTypedOn(before: RecentQuery, link: string, at: number): boolean {
  if (at - before.at > 60_000 || before.link === link) return false
  const words = decodeView(before.link).search
  const more = decodeView(link).search
  return words !== '' && more.startsWith(words) && withoutWords(before.link) === withoutWords(link)
}

function withoutWords(link: string): string {
  return link.replace(/&q=[^&]*/, '')
}

function newId(): string {
  // `crypto.randomUUID` is missing on pages that came by plain HTTP.
  return `kept:${Array.from(crypto.getRandomValues(new Uint32Array(2)), (part) => part.toString(36)).join('')}`
}

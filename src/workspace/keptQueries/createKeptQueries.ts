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

/** A query and its name, in no folder unless it says one. */
export type QueryToKeep = Pick<KeptQuery, 'instanceId' | 'title' | 'link' | 'count'> &
  Partial<Pick<KeptQuery, 'folder'>>

/** What a change leaves on the page, and how it is stored. */
interface Change {
  readonly shows: Partial<KeptQueriesState>
  readonly store: (on: KeptShelf) => Promise<void>
}

/**
 * Queries that were named, and those shown lately, of all instances. A change shows once it is stored: what is seen
 * survives a reload in the next moment. Without a database changes last as long as the page.
 */
export function createKeptQueries({ openShelf, tellOthers, now, onProblem }: KeptQueriesSetup) {
  const store = createStore<KeptQueriesState>(() => ({ isLoaded: false, kept: [], recent: [] }))
  let shelf: KeptShelf | null = null

  const read = async (from: KeptShelf) => {
    const stored = await from.all()
    const kept = stored.kept.flatMap((query) => keptQueryOf(query) ?? [])
    const recent = stored.recent.flatMap((query) => recentQueryOf(query) ?? []).toReversed()
    store.setState({ kept, recent: newestFirst(recent).shown })
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

  let turns: Promise<void> = Promise.resolve()
  /** One after the other, so that what is removed does not come back. */
  const inTurn = (work: () => Promise<void>): Promise<void> => {
    turns = afterTurn(turns, work)
    return turns
  }

  /** Null changes nothing. */
  const change = (changed: (before: KeptQueriesState) => Change | null): Promise<void> =>
    inTurn(async () => {
      await load()
      const made = changed(store.getState())
      if (made === null) return
      if (shelf !== null) {
        try {
          await made.store(shelf)
          tellOthers?.()
        } catch {
          onProblem('noDatabase')
        }
      }
      store.setState(made.shows)
    })

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
    /** Keeps a query under a name. */
    async keep(named: QueryToKeep): Promise<KeptQuery> {
      const query: KeptQuery = { folder: null, ...named, id: newId(), keptAt: now() }
      await change((before) => withKept(before, query))
      return query
    },
    /** Gives a kept query another name or folder, or has it ask something else. */
    change: (id: string, changes: Partial<Pick<KeptQuery, 'title' | 'folder' | 'link' | 'count'>>) =>
      change((before) => {
        const query = before.kept.find((each) => each.id === id)
        return query === undefined ? null : withKept(before, { ...query, ...changes })
      }),
    /** Removes a kept query; `restore` undoes it. */
    remove: (id: string) =>
      change(({ kept }) => ({
        shows: { kept: kept.filter((query) => query.id !== id) },
        store: (on) => on.remove([id]),
      })),
    /** Gives a folder of an instance another name; queries of a folder that has it already are then with them. */
    renameFolder: (instanceId: string, from: string, to: string) =>
      change(({ kept }) => {
        const moved = kept
          .filter((query) => query.instanceId === instanceId && query.folder === from)
          .map((query) => ({ ...query, folder: to }))
        const shown = kept.map((query) => moved.find(({ id }) => id === query.id) ?? query)
        return { shows: { kept: shown }, store: (on) => on.put(moved, []) }
      }),
    restore: (query: KeptQuery) => change((before) => withKept(before, query)),
    /** Notes a query that was shown, and how many records it has, or of a summary how many groups, if that is known. */
    saw(instanceId: string, link: string, known: Omit<KnownCount, 'at'> | null) {
      const at = now()
      return change(({ kept, recent }) => {
        const id = `${instanceId} ${link}`
        const before = recent.find((query) => query.id === id)
        const count = known === null ? (before?.count ?? null) : { ...known, at }
        // One step of typing on: the words before it were never a question of their own.
        const typed = recent.find((query) => query.instanceId === instanceId && isTypedOn(query, link, at))
        const seen: RecentQuery = { id, instanceId, link, at, count }
        const { shown, dropped } = newestFirst([seen, ...recent.filter((query) => query !== typed)])
        const gone = typed === undefined ? dropped : [typed, ...dropped]
        const counted = kept.flatMap((query) =>
          query.instanceId === instanceId && query.link === link && known !== null ? [{ ...query, count }] : [],
        )
        return {
          shows: { recent: shown, kept: kept.map((query) => counted.find((each) => each.id === query.id) ?? query) },
          store: async (on) => {
            if (gone.length > 0) await on.remove(gone.map((query) => query.id))
            await on.put(counted, [seen])
          },
        }
      })
    },
    /** Forgets all queries of an instance. */
    forget(instanceId: string) {
      const isGone = (query: KeptQuery | RecentQuery) => query.instanceId === instanceId
      return change(({ kept, recent }) => ({
        shows: { kept: kept.filter((query) => !isGone(query)), recent: recent.filter((query) => !isGone(query)) },
        store: (on) => on.remove([...kept, ...recent].filter((query) => isGone(query)).map(({ id }) => id)),
      }))
    },
  }
}

async function afterTurn(before: Promise<void>, work: () => Promise<void>): Promise<void> {
  await before
  await work()
}

function withKept({ kept }: KeptQueriesState, query: KeptQuery): Change {
  const others = kept.filter(({ id }) => id !== query.id)
  return {
    shows: { kept: [...others, query].toSorted((a, b) => a.keptAt - b.keptAt) },
    store: (on) => on.put([query], []),
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

import type { Leave, Work, WorkKey } from './work.ts'

/** How work is served: what is quick before what is not. */
export type Lane = 'quick' | 'write' | 'new' | 'medium' | 'stream' | 'slow'

/** Those of work that is not quick, in the order in which they are served when they are due. */
export const OTHER_LANES = ['write', 'new', 'medium', 'stream', 'slow'] as const satisfies readonly Lane[]
export type OtherLane = (typeof OTHER_LANES)[number]

/** Work that waits for its place. */
export interface Waiting {
  readonly work: Work
  readonly since: number
  /** When it gives up. */
  readonly until: number
  begin(leave: Leave): void
  fail(reason: unknown): void
}

/** Waiting work that comes before all that is like it. */
export interface Head {
  readonly first: Waiting
  readonly lane: Lane
}

/** What waits, in lanes. A decision costs as much as there are kinds of work, however many requests wait. */
export interface Queue {
  /** How many entries there are. */
  readonly size: number
  add(entry: Waiting, lane: Lane): void
  /** Takes an entry out; false if it doesn't wait any more. */
  remove(entry: Waiting): boolean
  /** Finds the lane of all work again. */
  sortInto(laneOf: (work: WorkKey) => Lane): void
  heads(): readonly Head[]
  /** Whose work is too much for one more of this client's in that lane; null if there is room. */
  crowdFor(client: string, lane: Lane): 'client' | 'all' | null
  /** The entries whose time is up. */
  late(now: number): readonly Waiting[]
}

/** An empty queue. */
export function createQueue(): Queue {
  const groups = new Map<string, { readonly work: WorkKey; lane: Lane; readonly entries: Waiting[] }>()
  let size = 0

  return {
    get size() {
      return size
    },
    add(entry, lane) {
      const key = keyOf(entry.work)
      const group = groups.get(key) ?? { work: entry.work, lane, entries: [] }
      group.entries.push(entry)
      groups.set(key, group)
      size += 1
    },
    remove(entry) {
      const key = keyOf(entry.work)
      const entries = groups.get(key)?.entries ?? []
      const place = entries.indexOf(entry)
      if (place === -1) return false
      entries.splice(place, 1)
      if (entries.length === 0) groups.delete(key)
      size -= 1
      return true
    },
    sortInto(laneOf) {
      for (const group of groups.values()) group.lane = laneOf(group.work)
    },
    heads: () => [...groups.values()].flatMap(({ entries: [first], lane }) => (first ? [{ first, lane }] : [])),
    crowdFor(client, lane) {
      if (size === 0) return null
      let [all, slow] = [0, 0]
      for (const group of groups.values()) {
        if (group.work.client !== client) continue
        all += group.entries.length
        if (group.lane === 'slow') slow += group.entries.length
      }
      if (all >= MOST.ofClient || (lane === 'slow' && slow >= MOST.slowOfClient)) return 'client'
      return size >= MOST.inAll ? 'all' : null
    },
    late: (now) => [...groups.values()].flatMap(({ entries }) => entries.filter(({ until }) => until <= now)),
  }
}

function keyOf({ kind, client, shape }: WorkKey): string {
  return `${kind} ${client} ${shape}`
}

/** How many pieces of work may wait. */
const MOST = { ofClient: 256, slowOfClient: 16, inAll: 2000 } as const

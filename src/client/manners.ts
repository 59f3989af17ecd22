/** What one instance has shown of itself while it was asked. Nothing is taken from a version number. */
export interface Manners {
  /** Parameters of a search beyond interface.md's own (`offset`, `sort`, …) that were answered. */
  readonly takes: ReadonlySet<string>
  /** Parameters that are refused whatever their value is; they are left out of what is sent. */
  readonly refuses: ReadonlySet<string>
  /** Whether `nulls last` in a sort is read; null until it was asked for. */
  readonly knowsNullsLast: boolean | null
  /** Whether a form is read; null until one was sent. */
  readonly takesForms: boolean | null
  /** Whether there is a list of tables; null until it was asked for. */
  readonly listsTables: boolean | null
  /** What the last answer that spoke of the token said (see `tokenFound`); null until one did. */
  readonly tokenSaid: string | null
  /** The action API has answered a query here, so that the address and its prefix are right. */
  readonly hasAnswered: boolean
}

/** What is known of one instance, for one person, while the page lives: shaped for `useSyncExternalStore`. */
export interface MannersStore {
  readonly get: () => Manners
  readonly subscribe: (listener: () => void) => () => void
  /** Adds what was found; sets grow, and a parameter that is refused is no longer one that is taken. */
  readonly learn: (news: Partial<Manners>) => void
  /** Forgets all of it, so that a server that was changed is asked anew. */
  readonly forget: () => void
}

/** The one store of an identity (see `ActionClient`). */
export function mannersOf(identity: string): MannersStore {
  const known = stores.get(identity) ?? createMannersStore()
  stores.set(identity, known)
  return known
}

const stores = new Map<string, MannersStore>()

const NOTHING: Manners = {
  takes: new Set(),
  refuses: new Set(),
  knowsNullsLast: null,
  takesForms: null,
  listsTables: null,
  tokenSaid: null,
  hasAnswered: false,
}

export function createMannersStore(): MannersStore {
  const listeners = new Set<() => void>()
  let manners = NOTHING
  const put = (next: Manners) => {
    manners = next
    for (const listener of listeners) listener()
  }
  return {
    get: () => manners,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    learn(news) {
      const refuses = union(manners.refuses, news.refuses)
      const takes = without(union(manners.takes, news.takes), refuses)
      const next = { ...manners, ...news, takes, refuses }
      if (!isSame(manners, next)) put(next)
    },
    forget: () => put(NOTHING),
  }
}

function union(before: ReadonlySet<string>, news: ReadonlySet<string> | undefined): ReadonlySet<string> {
  return news === undefined ? before : new Set([...before, ...news])
}

function without(all: ReadonlySet<string>, taken: ReadonlySet<string>): ReadonlySet<string> {
  return new Set([...all].filter((name) => !taken.has(name)))
}

function isSame(a: Manners, b: Manners): boolean {
  const words = ({ takes, refuses, ...others }: Manners) =>
    JSON.stringify([[...takes].toSorted(), [...refuses].toSorted(), others])
  return words(a) === words(b)
}

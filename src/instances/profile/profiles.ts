import { browserStorage, onOtherTab, type TextStorage } from '../../storage/browserStorage.ts'
import { identityOf } from '../identity.ts'
import { thisBrowser } from '../instance.ts'
import type { Connection } from '../transport/connection.ts'
import { emptyProfile, fresh, learnt, profileOfThisBrowser, type Profile, type ProfileStore } from './profile.ts'
import { packed, readShelf, unpacked, writeShelf, type Shelf, type StoredFacts } from './storedFacts.ts'

/** The profiles of all instances that this page has met. */
export interface Profiles {
  /** The profile of a connection while the page lives, also of one that is only tested. */
  of(connection: Connection): ProfileStore
  /**
   * The same profile, now for the person who uses the instance: it begins with what is stored, and what lasts longer than
   * the page is stored. One token at a time is used for an instance; the profile of the one before is stored no longer.
   */
  kept(connection: Connection): ProfileStore
  /** Forgets everything about a server, for everybody. */
  forget(server: Pick<Connection, 'baseUrl' | 'prefix'>): void
  /** Takes up what another tab stored. */
  refresh(): void
}

/** Profiles kept in those storages, by address and by whether there is a token: whose token it is stands nowhere. */
export function createProfiles(
  storages: { readonly device: TextStorage | null; readonly tab: TextStorage | null },
  now: () => number = Date.now,
): Profiles {
  const shelves = { day: readShelf(storages.device, DEVICE_NAME), tab: readShelf(storages.tab, TAB_NAME) }
  const known = new Map<string, Entry>()
  /** By place, the profile that is stored there. */
  const kept = new Map<string, Entry>()

  const entryOf = (connection: Connection): Entry => {
    const identity = identityOf(connection)
    const entry = known.get(identity) ?? createEntry(connection, now, (changed) => store(changed))
    known.set(identity, entry)
    return entry
  }
  const store = (entry: Entry) => {
    if (kept.get(entry.place) !== entry) return
    const profile = entry.current()
    const day = withPlace(shelves.day, entry.place, packed(profile, 'day'), now())
    const tab = withPlace(shelves.tab, entry.place, packed(profile, 'tab'), now())
    write({ day, tab })
  }
  const write = ({ day, tab }: { readonly day: Shelf; readonly tab: Shelf }) => {
    if (day !== shelves.day) writeShelf(storages.device, DEVICE_NAME, day)
    if (tab !== shelves.tab) writeShelf(storages.tab, TAB_NAME, tab)
    shelves.day = day
    shelves.tab = tab
  }
  const restored = (entry: Entry): Profile => {
    const day = unpacked(entry.current(), shelves.day[entry.place] ?? {}, 'day')
    return unpacked(day, shelves.tab[entry.place] ?? {}, 'tab')
  }
  return {
    of: (connection) => entryOf(connection).store,
    kept(connection) {
      const entry = entryOf(connection)
      if (entry.isStored && kept.get(entry.place) !== entry) {
        kept.set(entry.place, entry)
        entry.put(restored(entry), 'silently')
      }
      return entry.store
    },
    forget({ baseUrl, prefix }) {
      const isThere = (place: string) => place.startsWith(`${JSON.stringify([baseUrl, prefix]).slice(0, -1)},`)
      write({ day: without(shelves.day, isThere), tab: without(shelves.tab, isThere) })
      for (const entry of known.values()) if (isThere(entry.place)) entry.store.forget()
    },
    refresh() {
      shelves.day = readShelf(storages.device, DEVICE_NAME)
      for (const entry of kept.values()) entry.put(restored(entry), 'silently')
      for (const entry of kept.values()) entry.tell()
    },
  }
}

/** The name of the facts on this device; its first version held the cards of the instances alone. */
const DEVICE_NAME = 'rowan.capabilities'
const TAB_NAME = 'rowan.profiles'
const PLACES_MAX = 100

interface Entry {
  readonly place: string
  readonly isStored: boolean
  readonly store: ProfileStore
  readonly current: () => Profile
  /** `silently`: listeners are not called, since they may be drawing. */
  readonly put: (next: Profile, how: 'silently' | 'telling') => void
  readonly tell: () => void
}

function createEntry(connection: Connection, now: () => number, changed: (entry: Entry) => void): Entry {
  const isEmbedded = connection.baseUrl === thisBrowser.baseUrl
  const nothing = isEmbedded ? profileOfThisBrowser() : emptyProfile()
  const listeners = new Set<() => void>()
  let profile = nothing
  const entry: Entry = {
    place: placeOf(connection),
    isStored: !isEmbedded,
    current: () => (profile = fresh(profile, now())),
    put(next, how) {
      if (next === profile) return
      profile = next
      if (how === 'silently') return
      changed(entry)
      entry.tell()
    },
    tell() {
      for (const listener of listeners) listener()
    },
    store: {
      get: () => entry.current(),
      subscribe(listener) {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
      learn: (how, news, at = now()) => entry.put(learnt(entry.current(), how, news, at), 'telling'),
      forget: () => entry.put(nothing, 'telling'),
    },
  }
  return entry
}

function placeOf({ baseUrl, prefix, tokenHeader, token }: Connection): string {
  return JSON.stringify([baseUrl, prefix, tokenHeader, token !== null])
}

/** The shelf with those facts for a place, put last; the same shelf if they are there already. */
function withPlace(shelf: Shelf, place: string, facts: StoredFacts, now: number): Shelf {
  if (JSON.stringify(shelf[place] ?? {}) === JSON.stringify(facts)) return shelf
  const others = Object.entries(shelf).filter(([key, stored]) => key !== place && isFresh(stored, now))
  return Object.fromEntries(
    Object.keys(facts).length === 0 ? others : [...others.slice(1 - PLACES_MAX), [place, facts]],
  )
}

function isFresh(stored: StoredFacts, now: number): boolean {
  return Object.values(stored).some(({ at }) => Math.abs(now - at) < DAY_MS)
}

const DAY_MS = 86_400_000

function without(shelf: Shelf, isGone: (place: string) => boolean): Shelf {
  const left = Object.entries(shelf).filter(([place]) => !isGone(place))
  return left.length === Object.keys(shelf).length ? shelf : Object.fromEntries(left)
}

/** The profiles of this page. */
export const profiles = createProfiles({ device: browserStorage('local'), tab: browserStorage('session') })

onOtherTab((name) => {
  if (name === null || name === DEVICE_NAME) profiles.refresh()
})

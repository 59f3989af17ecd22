import { useSyncExternalStore } from 'react'
import * as v from 'valibot'
import { ROWS_MAX } from '../protocol/actions.ts'
import type { Capabilities } from '../protocol/capabilities.ts'
import { browserStorage, onOtherTab, type TextStorage } from './browserStorage.ts'
import type { Instance } from './instances.ts'
import { useToken } from './tokens.ts'

/** Whom a card is about: a server, and whether it is asked with a token. Whose token it is stands nowhere. */
export interface CardPlace {
  readonly baseUrl: string
  readonly prefix: string
  readonly tokenHeader: string
  readonly hasToken: boolean
}

export interface CapabilityStore {
  /** What was found out within a day, else null; the same object until it changes. */
  get(place: CardPlace): Capabilities | null
  keep(place: CardPlace, found: Capabilities): void
  /** Corrects the card, where there is one, by what has been found since. */
  amend(place: CardPlace, found: Partial<Capabilities>): void
  /** Forgets all cards of a server, with and without a token. */
  forget(place: Pick<CardPlace, 'baseUrl' | 'prefix'>): void
  subscribe(listener: () => void): () => void
  /** Takes up what another tab wrote. */
  refresh(): void
}

/** Cards kept in the storage for a day. Damage, and a storage that is null or refuses, lead to a clean start in memory. */
export function createCapabilityStore(storage: TextStorage | null, now: () => number = Date.now): CapabilityStore {
  const listeners = new Set<() => void>()
  let cards = read(storage)
  const change = (next: Cards) => {
    cards = next
    try {
      if (Object.keys(next).length === 0) storage?.removeItem(NAME)
      else storage?.setItem(NAME, JSON.stringify({ version: VERSION, cards: next }))
    } catch {
      // A card is found out again; the page says elsewhere that this browser keeps nothing.
    }
    for (const listener of listeners) listener()
  }
  const isFresh = ({ checkedAt }: Capabilities) => Math.abs(now() - checkedAt) < DAY_MS
  return {
    get(place) {
      const card = cards[keyOf(place)]
      return card !== undefined && isFresh(card) ? card : null
    },
    keep(place, found) {
      const key = keyOf(place)
      const others = Object.entries(cards).filter(([name, card]) => name !== key && isFresh(card))
      change(Object.fromEntries([...others.slice(1 - CARDS_MAX), [key, found]]))
    },
    amend(place, found) {
      const key = keyOf(place)
      const card = cards[key]
      if (card === undefined) return
      const next = { ...card, ...found }
      if (JSON.stringify(next) !== JSON.stringify(card)) change({ ...cards, [key]: next })
    },
    forget({ baseUrl, prefix }) {
      const server = JSON.stringify([baseUrl, prefix]).slice(0, -1)
      change(Object.fromEntries(Object.entries(cards).filter(([key]) => !key.startsWith(`${server},`))))
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    refresh() {
      cards = read(storage)
      for (const listener of listeners) listener()
    },
  }
}

const NAME = 'rowan.capabilities'
const VERSION = 1
const DAY_MS = 86_400_000
const CARDS_MAX = 100

type Cards = Readonly<Record<string, Capabilities>>

const Card = v.object({
  checkedAt: v.number(),
  service: v.nullable(v.string()),
  tables: v.nullable(v.number()),
  sql: v.picklist(['on', 'off', 'refused', 'unknown']),
  rowCap: v.nullable(v.pipe(v.number(), v.minValue(1))),
  rangeFilters: v.picklist(['yes', 'no', 'unknown']),
  totals: v.picklist(['exact', 'estimated', 'absent', 'unknown']),
  token: v.picklist(['none', 'accepted', 'refused', 'unknown']),
  writes: v.picklist(['yes', 'no', 'unknown']),
  user: v.nullable(v.string()),
})

const Stored = v.object({ version: v.literal(VERSION), cards: v.record(v.string(), v.unknown()) })

/** The cards that can be read; the others are as if they had never been. */
function read(storage: TextStorage | null): Cards {
  try {
    const stored = v.safeParse(Stored, JSON.parse(storage?.getItem(NAME) ?? 'null'))
    if (!stored.success) return {}
    const cards: Record<string, Capabilities> = {}
    for (const [key, text] of Object.entries(stored.output.cards)) {
      const card = v.safeParse(Card, text)
      if (card.success) cards[key] = card.output
    }
    return cards
  } catch {
    return {}
  }
}

function keyOf({ baseUrl, prefix, tokenHeader, hasToken }: CardPlace): string {
  return JSON.stringify([baseUrl, prefix, tokenHeader, hasToken])
}

/** What the page's own PostgreSQL can do needs no question. */
const IN_THIS_BROWSER: Capabilities = {
  checkedAt: 0,
  service: 'Rowan',
  tables: null,
  sql: 'on',
  rowCap: ROWS_MAX,
  rangeFilters: 'yes',
  totals: 'exact',
  token: 'none',
  writes: 'yes',
  user: null,
}

/** What an instance can do for this person; null where it is not known yet. */
export function useCapabilities(instance: Instance | null): Capabilities | null {
  const { token } = useToken(instance)
  const card = () => (instance === null ? null : store.get({ ...instance, hasToken: token !== null }))
  const found = useSyncExternalStore(subscribe, card, card)
  return instance?.origin === 'embedded' ? IN_THIS_BROWSER : found
}

/** Keeps what was found out, for a day. */
export function keepCapabilities(place: CardPlace, found: Capabilities): void {
  store.keep(place, found)
}

/** Corrects what is kept, where something is, by what an answer has shown since. */
export function amendCapabilities(place: CardPlace, found: Partial<Capabilities>): void {
  store.amend(place, found)
}

/** For when an instance is forgotten, or its token is another. */
export function forgetCapabilities(place: Pick<CardPlace, 'baseUrl' | 'prefix'>): void {
  store.forget(place)
}

const store = createCapabilityStore(browserStorage('local'))
const subscribe = (listener: () => void) => store.subscribe(listener)
onOtherTab((name) => {
  if (name === null || name === NAME) store.refresh()
})

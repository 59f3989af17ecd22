import * as v from 'valibot'
import type { TextStorage } from '../../storage/browserStorage.ts'
import { isShelvedIn } from './fact.ts'
import { FACT_NAMES, FACTS, type FactName } from './facts.ts'
import { unlearnt, type Learned, type Profile } from './profile.ts'

/** A fact as it is stored. */
export interface StoredFact extends Learned {
  readonly value: unknown
}

/** The facts of one profile that are stored, by name. */
export type StoredFacts = Readonly<Record<string, StoredFact>>

/** The facts of all profiles, by the place that each is about. */
export type Shelf = Readonly<Record<string, StoredFacts>>

/** The facts of a profile that last that long, as they are stored. */
export function packed(profile: Profile, shelf: 'day' | 'tab'): StoredFacts {
  const facts: Record<string, StoredFact> = {}
  for (const name of FACT_NAMES) {
    const learned = profile.learned[name]
    if (learned === undefined || learned.how === 'given' || !isShelvedIn(shelf, FACTS[name].lasts)) continue
    const value: unknown = profile[name]
    facts[name] = { value: value instanceof Set ? [...value] : value, ...learned }
  }
  return facts
}

/** The profile with stored facts in place of its own that last that long; one that is damaged counts as not known. */
export function unpacked(profile: Profile, stored: StoredFacts, shelf: 'day' | 'tab'): Profile {
  const empty = unlearnt(profile, (lasts) => isShelvedIn(shelf, lasts))
  return FACT_NAMES.reduce((before, name) => unpackedOne(before, name, stored[name], shelf), empty)
}

function unpackedOne(profile: Profile, name: FactName, stored: StoredFact | undefined, shelf: 'day' | 'tab'): Profile {
  const fact = FACTS[name]
  if (stored === undefined || !isShelvedIn(shelf, fact.lasts) || profile.learned[name]?.how === 'given') return profile
  const read = v.safeParse(fact.schema, stored.value)
  if (!read.success) return profile
  const learned = { how: stored.how, at: stored.at }
  return { ...profile, [name]: read.output, learned: { ...profile.learned, [name]: learned } }
}

/** Everything that is stored under that name; a clean start if it is damaged or the storage refuses. */
export function readShelf(storage: TextStorage | null, name: string): Shelf {
  try {
    const stored = v.safeParse(Stored, JSON.parse(storage?.getItem(name) ?? 'null'))
    if (!stored.success) return {}
    const { output } = stored
    return output.version === 1 ? upgraded(output.cards) : sound(output.profiles, StoredProfile)
  } catch {
    return {}
  }
}

/** Stores it all; a storage that refuses is no loss, since it is found out again. */
export function writeShelf(storage: TextStorage | null, name: string, shelf: Shelf): void {
  try {
    if (Object.keys(shelf).length === 0) storage?.removeItem(name)
    else storage?.setItem(name, JSON.stringify({ version: 2, profiles: shelf }))
  } catch {
    // The page says elsewhere that this browser keeps nothing.
  }
}

const StoredProfile = v.record(
  v.string(),
  v.object({ value: v.unknown(), how: v.picklist(['asked', 'noticed']), at: v.number() }),
)

/** Version 1 held a card of the probe's findings for each place. */
const Card = v.looseObject({ checkedAt: v.number() })

const Stored = v.variant('version', [
  v.object({ version: v.literal(1), cards: v.record(v.string(), v.unknown()) }),
  v.object({ version: v.literal(2), profiles: v.record(v.string(), v.unknown()) }),
])

function upgraded(cards: Readonly<Record<string, unknown>>): Shelf {
  const shelf: Record<string, StoredFacts> = {}
  for (const [key, { checkedAt, ...values }] of Object.entries(sound(cards, Card))) {
    shelf[key] = Object.fromEntries(
      Object.entries(values).map(([name, value]) => [name, { value, how: 'asked', at: checkedAt }]),
    )
  }
  return shelf
}

/** The members that fit; the others are as if they had never been. */
function sound<Value>(
  members: Readonly<Record<string, unknown>>,
  schema: v.GenericSchema<unknown, Value>,
): Record<string, Value> {
  const fitting: Record<string, Value> = {}
  for (const [key, member] of Object.entries(members)) {
    const read = v.safeParse(schema, member)
    if (read.success) fitting[key] = read.output
  }
  return fitting
}

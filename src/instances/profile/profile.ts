import { FACT_NAMES, FACTS, type Capabilities, type FactName, type FactValues } from './facts.ts'
import { isShelvedIn, type Fact, type Lasts } from './fact.ts'

/** How a fact came to be known: `given` with the page, `asked` for by the probe, or `noticed` in the answer to something else. */
export type How = 'given' | 'asked' | 'noticed'

export interface Learned {
  readonly how: How
  /** ms since 1970; 0 if it was given. */
  readonly at: number
}

/** What is known of one instance, for one person. Facts that nobody has learned yet have their `unknown` value. */
export type Profile = FactValues & {
  /** How and since when each fact is known; it lacks those that are not. */
  readonly learned: Readonly<Partial<Record<FactName, Learned>>>
}

/** The one record of an instance for one person; its shape fits `useSyncExternalStore`. */
export interface ProfileStore {
  /** The same object until something changes. What lasts for a day is gone after it. */
  get(): Profile
  subscribe(listener: () => void): () => void
  /** Adds what was found. `at` is when it was asked for, now if left out: what was learned after that stands. */
  learn(how: 'asked' | 'noticed', news: Partial<FactValues>, at?: number): void
  /** Forgets everything but what was given. */
  forget(): void
}

/**
 * When the server was last asked what it can do; 0 if that was given. null if it never was, or if an answer is missing: it
 * was damaged where it was stored, or belongs to a fact that this page has learned to ask for since.
 */
export function askedAt({ learned }: Profile): number | null {
  const answers = PROBED.map((name) => learned[name])
  let last: number | null = null
  for (const answer of answers) {
    if (answer === undefined) return null
    if (answer.how !== 'noticed') last = Math.max(last ?? 0, answer.at)
  }
  return last
}

/** A profile in which nothing is known but what is given. */
export function emptyProfile(given: Partial<FactValues> = {}): Profile {
  return learnt(UNKNOWN, 'given', given, 0)
}

/** What the page's own PostgreSQL can do: each fact says it itself, so there is nothing to ask. */
export function profileOfThisBrowser(): Profile {
  const names = FACT_NAMES.filter((name) => FACTS[name].lasts === 'day' || FACTS[name].inThisBrowser !== undefined)
  return emptyProfile(valuesOf(names, ({ unknown, inThisBrowser = unknown }) => inThisBrowser))
}

/** What the probe finds out, while nothing of it is known. */
export function unknownCapabilities(): Capabilities {
  const values = valuesOf(PROBED, ({ unknown }) => unknown)
  if (!isProbed(values)) throw new TypeError('A fact has no value to begin with')
  return values
}

/** The profile with that news; the same object if it changes nothing. */
export function learnt(profile: Profile, how: How, news: Partial<FactValues>, at: number): Profile {
  let next = profile
  for (const name of FACT_NAMES) next = learntOne(next, name, news[name], { how, at })
  return next
}

/** The profile without facts that last that long, what was given aside; the same object if it has none. */
export function unlearnt(profile: Profile, goes: (lasts: Lasts, learned: Learned) => boolean): Profile {
  const gone = FACT_NAMES.filter((name) => {
    const learned = profile.learned[name]
    return learned !== undefined && learned.how !== 'given' && goes(FACTS[name].lasts, learned)
  })
  if (gone.length === 0) return profile
  const learned = Object.fromEntries(Object.entries(profile.learned).filter(([name]) => !gone.some((g) => g === name)))
  return gone.reduce<Profile>((left, name) => ({ ...left, [name]: FACTS[name].unknown }), { ...profile, learned })
}

/** The profile without what was learned more than a day ago and lasts no longer. */
export function fresh(profile: Profile, now: number): Profile {
  return unlearnt(profile, (lasts, { at }) => isShelvedIn('day', lasts) && Math.abs(now - at) >= DAY_MS)
}

const DAY_MS = 86_400_000

/** What the card shows of a profile; null if the server was never asked. */
export function capabilitiesOf(profile: Profile): { readonly at: number; readonly found: Capabilities } | null {
  const at = askedAt(profile)
  return at === null ? null : { at, found: profile }
}

/** The facts that the probe asks for. */
const PROBED = FACT_NAMES.filter((name) => FACTS[name].lasts === 'day')

const UNKNOWN: Profile = { ...unknownValues(), learned: {} }

function unknownValues(): FactValues {
  const values = valuesOf(FACT_NAMES, ({ unknown }) => unknown)
  if (!isWhole(values)) throw new TypeError('A fact has no value to begin with')
  return values
}

function valuesOf(
  names: readonly FactName[],
  value: (fact: Pick<Fact<unknown>, 'unknown' | 'inThisBrowser'>) => unknown,
): Partial<FactValues> {
  return names.reduce<Partial<FactValues>>((all, name) => ({ ...all, [name]: value(FACTS[name]) }), {})
}

function isWhole(values: Partial<FactValues>): values is FactValues {
  return FACT_NAMES.every((name) => values[name] !== undefined)
}

function isProbed(values: Partial<FactValues>): values is Capabilities {
  return PROBED.every((name) => values[name] !== undefined)
}

function learntOne<Name extends FactName>(
  profile: Profile,
  name: Name,
  news: FactValues[Name] | undefined,
  learned: Learned,
): Profile {
  if (news === undefined) return profile
  const before = profile.learned[name]
  if (before !== undefined && before.at > learned.at) return profile
  const value = FACTS[name].add(profile[name], news)
  // Noticing the same again at every answer is no news; asking is, since a day begins with it.
  if (before !== undefined && value === profile[name] && learned.how === 'noticed') return profile
  return { ...profile, [name]: value, learned: { ...profile.learned, [name]: learned } }
}

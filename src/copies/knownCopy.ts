import type { Instance } from '../instances/instance.ts'
import { queryOfLink, type LinkPair } from '../query/queryLink.ts'
import type { Query } from '../query/query.ts'
import type { CopyChanges } from '../protocol/copyMessages.ts'
import type { Problem } from '../protocol/problem.ts'

/** How old a copy is and how much of the table it has. */
export interface CopyStamp {
  /** When the first of its records was asked for, and when the last of them came; ms since 1970. */
  readonly begun: number
  readonly at: number
  readonly records: number
  /** What the server said there are; null if it said nothing that can be believed. */
  readonly total: number | null
  /** It was shown that it has every record that was asked for. */
  readonly isComplete: boolean
}

/** Why a copy is not under way, though it doesn't have everything. */
export type Halt =
  /**
   * `paused` and `stopped` by the user; `full`: no room is left; `replaced`: the table is another one than at first; `lost`:
   * what was here is gone; `unproven`: all that came is here, and nothing shows that it is everything.
   */
  | { readonly kind: 'paused' | 'stopped' | 'full' | 'replaced' | 'lost' | 'unproven' }
  | { readonly kind: 'failed'; readonly problem: Problem }

/** A table being pulled, so far. */
export interface Pull {
  /** The name of its table in the copies' database. */
  readonly id: string
  readonly begun: number
  readonly records: number
  readonly total: number | null
  /** Null while it is under way. */
  readonly halt: Halt | null
  /** As in `KnownCopy`, of the table that it will be. */
  readonly source?: string | null
}

/** What a refresh found beside the copy before it, which was of the moment `before`. */
export interface Since extends CopyChanges {
  readonly before: number
}

/** A copy as the page lists it; its records are in the copies' database. */
export interface KnownCopy extends CopyStamp {
  /** The name of its table there. */
  readonly id: string
  /** Whose table it is: `placeOfInstance`. */
  readonly place: string
  readonly resource: string
  readonly title: string
  /** Its other names, as far as they were known. */
  readonly aliases?: readonly string[]
  /** The conditions that it was narrowed by, as those of a link; none if it is of the whole table. */
  readonly narrowed: readonly LinkPair[]
  readonly fields: number
  /** Those whose values are kept as text, because they don't fit the type that the server names. */
  readonly asText: readonly string[]
  readonly bytes: number
  readonly withToken: boolean
  /** The words of its records are noted for searches (`q`); of larger ones they aren't, as that would take longer than all else. */
  readonly words: boolean
  /** Null while it is under way, and once it is complete. */
  readonly halt: Halt | null
  /** The table as it is now, pulled beside this copy, which it will replace. */
  readonly refresh: Pull | null
  readonly since: Since | null
  /** The state of the table when its first record was asked for (`tableState`); null or left out if that was not read. */
  readonly source?: string | null
}

/** The same for every instance at an address. */
export function placeOfInstance({ baseUrl, prefix }: Pick<Instance, 'baseUrl' | 'prefix'>): string {
  return JSON.stringify([baseUrl, prefix])
}

/** Whether something of the copy is under way, or should be. */
export function isUnderWay(copy: KnownCopy): boolean {
  return copy.refresh === null ? copy.halt === null && !copy.isComplete : copy.refresh.halt === null
}

/** The query whose records a copy has. */
export function queryOfCopy({ resource, narrowed }: Pick<KnownCopy, 'resource' | 'narrowed'>): Query {
  return { resource, ...queryOfLink(narrowed) }
}

/** Copies as they were stored; null if that can't be read as copies. By hand, since it is read before the first rows. */
export function readCopies(given: unknown): readonly KnownCopy[] | null {
  return Array.isArray(given) && given.every((each) => isCopy(each)) ? given : null
}

function isCopy(given: unknown): given is KnownCopy {
  if (!has(given, OF_COPY)) return false
  const { narrowed, asText, refresh, since } = given
  const isPair = (pair: unknown) => isTexts(pair) && pair.length === 2
  const isNarrowed = Array.isArray(narrowed) && narrowed.every(isPair)
  const isRefresh = refresh === null || (has(refresh, OF_PULL) && isHalt(refresh['halt']))
  const { aliases } = given
  const hasNames = aliases === undefined || isTexts(aliases)
  const isSince = since === null || (has(since, OF_SINCE) && Array.isArray(since['fields']))
  return isNarrowed && hasNames && isTexts(asText) && isHalt(given['halt']) && isRefresh && isSince
}

const OF_PULL = { id: 'string', begun: 'number', records: 'number' }
const OF_COPY = {
  ...OF_PULL,
  place: 'string',
  resource: 'string',
  title: 'string',
  at: 'number',
  isComplete: 'boolean',
  fields: 'number',
  bytes: 'number',
  withToken: 'boolean',
  words: 'boolean',
}
const OF_SINCE = { before: 'number', added: 'number', removed: 'number', changed: 'number' }

/** Whether it is an object with members of these types. */
function has(given: unknown, members: Readonly<Record<string, string>>): given is Record<string, unknown> {
  const object: Record<string, unknown> = Object(given)
  return object === given && Object.entries(members).every(([name, type]) => typeof object[name] === type)
}

function isHalt(given: unknown): boolean {
  return (
    given === null ||
    (has(given, { kind: 'string' }) && (given['kind'] !== 'failed' || has(given['problem'], { code: 'string' })))
  )
}

function isTexts(given: unknown): given is readonly string[] {
  return Array.isArray(given) && given.every((each) => typeof each === 'string')
}

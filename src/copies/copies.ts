import { useSyncExternalStore } from 'react'
import type { ActionClient } from '../instances/client/actionClient.ts'
import type { Instance } from '../instances/instance.ts'
import type { Query } from '../query/query.ts'
import { partText } from '../query/queryLink.ts'
import { dependsOnKinds } from '../query/dates/wholeTimes.ts'
import { activeParts } from '../query/where.ts'
import { browserStorage } from '../storage/browserStorage.ts'
import { keepValue } from '../storage/keptValue.ts'
import { copiesClient } from './copiesEngine.ts'
import { placeOfInstance, queryOfCopy, readCopies, type CopyStamp, type KnownCopy } from './knownCopy.ts'

/** A copy of a table, as a query is carried out on it. */
export interface Copy {
  /** Asks the copies' database, which is loaded with the first request. */
  readonly client: ActionClient
  /** The name of the copy's table there: what a query of the original calls `resource`. */
  readonly resource: string
  readonly stamp: CopyStamp
  /** Whether the words of its records are noted: otherwise a search by words (`q`) reads all of it, which is slow. */
  readonly hasWords: boolean
  /** The query whose records it has; without conditions it is of the whole table. */
  readonly of: Query
}

/** The copy that this browser has of a table; null if there is none. Costs nothing when there is none. */
export function copyOf(instance: Pick<Instance, 'baseUrl' | 'prefix'>, resource: string | null): Copy | null {
  const place = placeOfInstance(instance)
  const known = copies.get().find((copy) => copy.place === place && copy.resource === resource)
  if (known === undefined) return null
  const before = made.get(known)
  if (before !== undefined) return before
  const client = copiesClient()
  if (client === null) return null
  const copy = { client, resource: known.id, stamp: known, hasWords: known.words, of: queryOfCopy(known) }
  made.set(known, copy)
  return copy
}

/**
 * Whether the copy can be asked in place of the table: it has all that the query may find. Where the kind of a field decides
 * what was copied, it may have less: `to 2020-01-31` once ended when that day began.
 */
export function covers(copy: Pick<Copy, 'of'>, query: Query): boolean {
  const asked = new Set(activeParts(query.where).map(partText))
  const { where, search } = copy.of
  if (dependsOnKinds(where)) return false
  return (search === '' || search === query.search) && activeParts(where).every((part) => asked.has(partText(part)))
}

/** The copies of an instance's tables, for React. */
export function useCopies(instance: Pick<Instance, 'baseUrl' | 'prefix'>): readonly KnownCopy[] {
  const place = placeOfInstance(instance)
  const all = useSyncExternalStore(copies.subscribe, copies.get)
  return all.filter((copy) => copy.place === place)
}

// Before the list is read.
let listIsDamaged = false

/** All copies that this browser has, in every tab the same. The list is kept beside the database, so that it is known at once. */
export const copies = keepValue<readonly KnownCopy[]>({
  storage: browserStorage('local'),
  name: 'rowan.copies',
  fallback: [],
  parse: readCopies,
  onProblem: (problem) => {
    if (problem === 'damaged') listIsDamaged = true
  },
})

/** Whether the list could not be read: the database then says what there is. */
export function isListDamaged(): boolean {
  return listIsDamaged
}

const made = new WeakMap<KnownCopy, Copy>()

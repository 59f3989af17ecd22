import type { ActionClient } from '../instances/client/actionClient.ts'
import type { Instance } from '../instances/instance.ts'
import { changesTable } from '../protocol/copyMessages.ts'
import { linkOfQuery } from '../query/queryLink.ts'
import type { Query } from '../query/query.ts'
import { copies } from './copies.ts'
import { copyTables } from './copyTables.ts'
import { placeOfInstance, type Halt, type KnownCopy } from './knownCopy.ts'

/** What shall be copied. */
export interface CopyOrder {
  readonly instance: Instance
  readonly client: ActionClient
  /** Its conditions narrow the copy; its other parts don't count. */
  readonly query: Query
  readonly title: string
  readonly fields: number
  readonly total: number | null
  /** The state of the table (`tableState`), read before; left out if nobody will ask whether it has changed. */
  readonly source?: string
  /** Other names of the table, by which the copy is found, too. */
  readonly aliases?: readonly string[]
}

/** Begins a copy, in place of the one that there may be of the table. */
export function startCopy(order: CopyOrder): void {
  const { instance, client, query, title, fields, total, source, aliases } = order
  const place = placeOfInstance(instance)
  const narrowed = linkOfQuery({ columns: null, where: query.where, search: query.search, sort: [], limit: null })
  const before = copies.get().filter((copy) => copy.place === place && copy.resource === query.resource)
  const now = Date.now()
  const copy: KnownCopy = {
    id: newId(),
    place,
    resource: query.resource,
    title,
    aliases: aliases ?? [],
    narrowed,
    begun: now,
    at: now,
    records: 0,
    total,
    isComplete: false,
    fields,
    asText: [],
    bytes: 0,
    withToken: client.hasToken,
    words: total !== null && total <= MOST_WITH_WORDS,
    halt: null,
    refresh: null,
    since: null,
    source: source ?? null,
  }
  copies.change((all) => [...all.filter(({ id }) => !before.some((old) => old.id === id)), copy])
  dropTables(before)
}

/** Noting the words of so many takes some seconds. */
const MOST_WITH_WORDS = 50_000

/** Leaves it as it is until `goOn`. */
export function haltCopy(id: string, kind: 'paused' | 'stopped'): void {
  setHalt(id, { kind })
}

/** Goes on where it was left, after a check that the table is the same. */
export function goOn(id: string): void {
  setHalt(id, null)
}

/** Begins again from the first record. */
export function beginAgain(id: string): void {
  const next = newId()
  const begun = Date.now()
  const gone: KnownCopy[] = []
  copies.change((all) =>
    all.map((copy) => {
      if (copy.id !== id) return copy
      gone.push(copy)
      if (copy.refresh !== null) return { ...copy, refresh: { id: next, begun, records: 0, total: null, halt: null } }
      const nothing = { records: 0, isComplete: false, halt: null, since: null, bytes: 0, source: null }
      return { ...copy, ...nothing, id: next, begun, at: begun }
    }),
  )
  for (const copy of gone) void copyTables.drop([copy.refresh?.id ?? copy.id]).catch(() => undefined)
}

/** Pulls the table as it is now; the copy stays until that is complete. `source` is its state, if that was read before. */
export function refreshCopy(id: string, withToken: boolean, source: string | null = null): void {
  const refresh = { id: newId(), begun: Date.now(), records: 0, total: null, halt: null, source }
  change(id, (copy) => ({ ...copy, refresh, withToken }))
}

/** Gives up a refresh; the copy stays as it was. */
export function dropRefresh(id: string): void {
  const { refresh } = copies.get().find((copy) => copy.id === id) ?? {}
  change(id, (copy) => ({ ...copy, refresh: null }))
  if (refresh) void copyTables.drop([refresh.id]).catch(() => undefined)
}

/** Removes a copy with its records. */
export function removeCopy(id: string): void {
  const gone = copies.get().filter((copy) => copy.id === id)
  copies.change((all) => all.filter((copy) => copy.id !== id))
  dropTables(gone)
}

/** Removes all copies of an instance's tables, as when it is forgotten. */
export function removeCopiesOf(instance: Pick<Instance, 'baseUrl' | 'prefix'>): void {
  const place = placeOfInstance(instance)
  for (const copy of copies.get()) if (copy.place === place) removeCopy(copy.id)
}

/** Removes the copy of a table, by any of its names. */
export function removeCopyOfTable(instance: Pick<Instance, 'baseUrl' | 'prefix'>, names: readonly string[]): void {
  const place = placeOfInstance(instance)
  for (const { id, place: of, resource } of copies.get()) if (of === place && names.includes(resource)) removeCopy(id)
}

/** What can't be removed now, as when the database doesn't open, is not listed any more, and goes with a reset. */
function dropTables(gone: readonly KnownCopy[]): void {
  const ids = gone.flatMap(({ id, refresh }) => [id, changesTable(id), ...(refresh === null ? [] : [refresh.id])])
  if (ids.length > 0) void copyTables.drop(ids).catch(() => undefined)
}

function setHalt(id: string, halt: Halt | null): void {
  change(id, (copy) => (copy.refresh === null ? { ...copy, halt } : { ...copy, refresh: { ...copy.refresh, halt } }))
}

function change(id: string, work: (copy: KnownCopy) => KnownCopy): void {
  copies.change((all) => all.map((copy) => (copy.id === id ? work(copy) : copy)))
}

/** Unlike any other on this device. */
function newId(): string {
  const random = crypto.getRandomValues(new Uint32Array(2))
  return `copy_${random[0]?.toString(36)}${random[1]?.toString(36)}`
}

import type { DBSchema, IDBPDatabase } from 'idb'
import { openDatabase } from '../../storage/database.ts'
import { keptQueryOf, recentQueryOf } from '../keptQueries/keptQuery.ts'
import { sheetOfOpenQuery } from '../sheets/earlierQueries.ts'
import type { WorkspaceDatabase } from './workspaceSchema.ts'

/** Until autumn 2026 kept and recent queries had a database of their own, and so had what was written as SQL. */
const KEPT_QUERIES = 'rowan.keptQueries'
const OPEN_QUERIES = 'rowan.workspace'

interface Earlier extends DBSchema {
  kept: { key: string; value: unknown }
  recent: { key: string; value: unknown }
  openQueries: { key: string; value: unknown }
}

/**
 * Moves what the databases before this one hold: first it is put here, then removed there, so what is interrupted is done
 * again. They stay, empty: a tab of an older build goes on writing there, and what it wrote is moved the next time. What
 * can't be read stays where it is.
 */
export async function moveEarlierQueries(to: WorkspaceDatabase): Promise<void> {
  await fromEarlier(OPEN_QUERIES, async (from) => {
    await move(from, 'openQueries', sheetOfOpenQuery, async (sheets) => {
      const { store, done } = to.transaction('sheets', 'readwrite')
      const known = new Map((await store.getAll()).map((sheet) => [sheet.id, sheet.changedAt]))
      const newer = sheets.filter(({ id, changedAt }) => changedAt > (known.get(id) ?? -1))
      await Promise.all([...newer.map((sheet) => store.put(sheet)), done])
    })
  })
  await fromEarlier(KEPT_QUERIES, async (from) => {
    await move(from, 'kept', keptQueryOf, async (queries) => {
      const { store, done } = to.transaction('kept', 'readwrite')
      const known = await store.getAllKeys()
      await Promise.all([...unknown(queries, known).map((query) => store.put(query)), done])
    })
    await move(from, 'recent', recentQueryOf, async (queries) => {
      const { store, done } = to.transaction('recent', 'readwrite')
      const known = await store.getAllKeys()
      await Promise.all([...unknown(queries, known).map((query) => store.put(query)), done])
    })
  })
}

async function fromEarlier(name: string, work: (from: IDBPDatabase<Earlier>) => Promise<void>): Promise<void> {
  const from = await openDatabase<Earlier>(name, 1, (_created, _before, _version, creating) => creating.abort()).catch(
    () => null,
  )
  if (from === null) return // There is none.
  try {
    await work(from)
  } finally {
    from.close()
  }
}

async function move<T>(
  from: IDBPDatabase<Earlier>,
  name: 'kept' | 'recent' | 'openQueries',
  read: (stored: unknown) => T | null,
  put: (values: readonly T[]) => Promise<void>,
): Promise<void> {
  const keys = await from.getAllKeys(name)
  const stored: readonly unknown[] = await from.getAll(name)
  const found = stored.map((value, at) => ({ key: keys[at], value: read(value) }))
  const readable = found.flatMap(({ key, value }) => (key === undefined || value === null ? [] : [{ key, value }]))
  if (readable.length === 0) return
  await put(readable.map(({ value }) => value))
  const { store, done } = from.transaction(name, 'readwrite')
  await Promise.all([...readable.map(({ key }) => store.delete(key)), done])
}

function unknown<T extends { readonly id: string }>(values: readonly T[], known: readonly string[]): readonly T[] {
  const ids = new Set(known)
  return values.filter(({ id }) => !ids.has(id))
}

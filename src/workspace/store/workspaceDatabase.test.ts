import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { openDB } from 'idb'
import { beforeEach, expect, test } from 'vitest'
import { workspaceDatabase } from './workspaceDatabase.ts'

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory()
})

const KEPT = { id: 'kept:1', instanceId: 'a', title: 'Dry wells', link: 'v=1&table=t&q=dry', keptAt: 5, count: null }
const RECENT = { id: 'a v=1&table=t', instanceId: 'a', link: 'v=1&table=t', at: 6, count: { records: 2, at: 6 } }

/** The database of kept and recent queries as builds until autumn 2026 made and filled it. */
async function earlierKept(...kept: readonly object[]): Promise<void> {
  const database = await openDB('rowan.keptQueries', 1, {
    upgrade(created, before) {
      if (before > 0) return
      created.createObjectStore('kept', { keyPath: 'id' }).createIndex('keptAt', 'keptAt')
      created.createObjectStore('recent', { keyPath: 'id' }).createIndex('at', 'at')
    },
  })
  for (const query of kept) await database.put('kept', query)
  await database.put('recent', RECENT)
  database.close()
}

/** Opens it as the next visit does. */
async function openAgain() {
  const database = await workspaceDatabase()
  database.close()
  const kept = indexedDB
  globalThis.indexedDB = new Proxy(kept, {
    get: (target, name) => {
      const member: unknown = Reflect.get(target, name)
      return typeof member === 'function' ? member.bind(target) : member
    },
  })
  return workspaceDatabase()
}

test('a database is made with its stores, and no earlier one by looking for it', async () => {
  const database = await workspaceDatabase()
  expect([...database.objectStoreNames]).toEqual(['kept', 'recent', 'runs', 'sheets'])
  expect((await indexedDB.databases()).map(({ name }) => name)).toEqual(['rowan'])
})

test('kept and recent queries of the earlier database are moved once; what is removed does not come back', async () => {
  await earlierKept(KEPT, { id: 'kept:2', title: 3 })
  const database = await workspaceDatabase()
  expect(await database.getAll('kept')).toEqual([{ ...KEPT, folder: null }])
  expect(await database.getAll('recent')).toEqual([RECENT])
  await database.delete('kept', KEPT.id)
  const again = await openAgain()
  expect(await again.getAll('kept')).toEqual([])
  const left = await openDB('rowan.keptQueries')
  expect(await left.getAllKeys('kept')).toEqual(['kept:2'])
})

test('what a tab of an older build writes later is moved the next time, and replaces nothing', async () => {
  const database = await workspaceDatabase()
  await database.put('kept', { ...KEPT, folder: null, title: 'renamed' })
  await earlierKept(KEPT, { ...KEPT, id: 'kept:3' })
  const again = await openAgain()
  expect((await again.getAll('kept')).map(({ title }) => title)).toEqual(['renamed', 'Dry wells'])
})

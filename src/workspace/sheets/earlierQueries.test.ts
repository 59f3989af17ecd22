import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { openDB } from 'idb'
import { beforeEach, describe, expect, test } from 'vitest'
import { ASKING, BARE, EARLIER, sheetDevice as device } from '../../../e2e/support/sheetDevice.ts'
import { shownOf } from './sheetList.ts'

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory()
})

describe('what versions before kept', () => {
  test('drafts of the first version are taken over once', async () => {
    const { tab, items } = device()
    items.set('rowan.workspace', EARLIER)
    items.set('rowan.instances', '{"version":1,"instances":[]}')
    const first = tab()
    await first.load()
    expect(shownOf(first.get()).draft).toEqual({ text: 'SELECT 1', lastRun: { sql: 'SELECT 0', at: null } })
    expect(first.texts()).toEqual(['SELECT 2', 'SELECT 1'])
    expect(items.has('rowan.workspace')).toBe(false)
  })

  test('open queries of the second are sheets, and a browser tab goes on with its own', async () => {
    const statement = (id: string, changedAt: number, text: string) => ({
      id,
      instanceId: 'a',
      changedAt,
      layout: {},
      body: { kind: 'sql', text, lastRun: { sql: 'SELECT 0', at: 1_790_000_000_000 } },
    })
    const layout = { order: ['b', 'a'], hidden: ['c'], pinned: ['b'], widths: { a: 120 } }
    const table = { id: 'query:t', instanceId: 'b', changedAt: 3, layout, body: { kind: 'table', link: ASKING } }
    await openQueriesBefore(statement('query:1', 1, 'SELECT 1'), statement('query:2', 2, 'SELECT 2'), table, {
      id: 'd',
    })
    const { tab, problems } = device()
    const items = new Map([
      ['rowan.shownQueries', '{"sql a":"query:1"}'],
      ['rowan.unsavedQueries', JSON.stringify([statement('query:1', 9, 'SELECT 1 late')])],
    ])
    const sheets = tab(items)
    await sheets.load()
    expect(sheets.get().sheets).toMatchObject([
      { draft: { text: 'SELECT 2', lastRun: { sql: 'SELECT 0' } }, link: 'v=1&mode=sql&sql=SELECT%200' },
      { instanceId: 'b', link: ASKING, layout, draft: null },
      { draft: { text: 'SELECT 1 late' }, link: BARE },
    ])
    const left = await openDB('rowan.workspace')
    expect(await left.getAllKeys('openQueries')).toEqual(['d'])
    left.close()
    const again = tab(items)
    await again.load()
    expect(again.texts()).toEqual(['SELECT 2', null, 'SELECT 1 late'])
    expect(problems).toEqual([])
  })
})

/** The database of open queries as builds until autumn 2026 made and filled it. */
async function openQueriesBefore(...queries: readonly object[]): Promise<void> {
  const database = await openDB('rowan.workspace', 1, {
    upgrade: (created) =>
      void created.createObjectStore('openQueries', { keyPath: 'id' }).createIndex('changedAt', 'changedAt'),
  })
  for (const query of queries) {
    await database.put('openQueries', query)
  }
  database.close()
}

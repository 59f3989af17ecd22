import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { beforeEach, describe, expect, test } from 'vitest'
import { memoryStorage } from '../../../e2e/support/memoryStorage.ts'
import { createOpenQueries } from './createOpenQueries.ts'
import { openQueryShelf, type QueryShelf } from './openQueryDatabase.ts'

/** As the page kept drafts until autumn 2026. */
const EARLIER =
  '{"state":{"instances":[],"theme":"dark","editorShare":0.55,"drafts":{"a":"SELECT 1","a ran":"SELECT 0","b":"SELECT 2"}},"version":1}'

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory()
})

/** One device, with tabs that have each their own storage; a tab holds its queries until it closes. */
function device(openShelf: () => Promise<QueryShelf> = openQueryShelf) {
  const items = new Map<string, string>()
  const held = new Map<string, Map<string, string>>()
  const problems: string[] = []
  return {
    items,
    problems,
    tab: (tabItems = new Map<string, string>()) => {
      const queries = createOpenQueries({
        openShelf,
        device: memoryStorage(items),
        tab: memoryStorage(tabItems),
        hold: (id) => {
          const isFree = !held.has(id) || held.get(id) === tabItems
          if (isFree) held.set(id, tabItems)
          return Promise.resolve(isFree)
        },
        onProblem: (problem) => problems.push(problem),
      })
      const textOf = (instanceId: string) => {
        const body = queries.shownOf(instanceId, 'sql')?.body
        return body?.kind === 'sql' ? body.text : null
      }
      const write = (instanceId: string, text: string) =>
        queries.write(instanceId, { kind: 'sql', text, lastRun: null })
      return { ...queries, items: tabItems, textOf, write }
    },
    close: (tabItems: Map<string, string>) => {
      for (const [id, owner] of held) if (owner === tabItems) held.delete(id)
    },
  }
}

const kept = async () => (await openQueryShelf()).all()

test('is there again after a reload, and several are open', async () => {
  const { tab, problems } = device()
  const before = tab()
  await before.adopt('a', 'sql')
  before.write('a', 'SELECT 1')
  before.write('a', 'SELECT 12')
  before.write('b', 'SELECT 2')
  before.write('a', 'SELECT 123')
  await expect.poll(kept).toHaveLength(2)
  const after = tab(before.items)
  expect(after.get()).toEqual({ isLoaded: false, queries: [] })
  await after.adopt('a', 'sql')
  expect([after.textOf('a'), after.textOf('b'), after.textOf('c')]).toEqual(['SELECT 123', 'SELECT 2', null])
  expect(after.get().queries).toHaveLength(2)
  expect(problems).toEqual([])
})

test('drafts of an earlier version are taken over once', async () => {
  const { tab, items } = device()
  items.set('rowan.workspace', EARLIER)
  items.set('rowan.instances', '{"version":1,"instances":[]}')
  const first = tab()
  await first.adopt('a', 'sql')
  expect(first.shownOf('a', 'sql')?.body).toEqual({
    kind: 'sql',
    text: 'SELECT 1',
    lastRun: { sql: 'SELECT 0', at: null },
  })
  expect(first.textOf('b')).toBe('SELECT 2')
  expect(items.has('rowan.workspace')).toBe(false)
})

describe('two tabs', () => {
  test('what each is writing outlives what the other writes', async () => {
    const { tab } = device()
    const left = tab()
    await left.adopt('a', 'sql')
    left.write('a', 'SELECT left')
    await expect.poll(kept).toHaveLength(1)
    const right = tab()
    await right.adopt('a', 'sql')
    // A new tab goes on with what was changed last, in a copy.
    expect(right.textOf('a')).toBe('SELECT left')
    right.write('a', 'SELECT right')
    left.write('a', 'SELECT left again')
    await expect.poll(kept).toHaveLength(2)
    const leftAgain = tab(left.items)
    const rightAgain = tab(right.items)
    await Promise.all([leftAgain.adopt('a', 'sql'), rightAgain.adopt('a', 'sql')])
    expect(leftAgain.textOf('a')).toBe('SELECT left again')
    expect(rightAgain.textOf('a')).toBe('SELECT right')
  })

  test('a query whose tab has closed is gone on with', async () => {
    const { tab, close } = device()
    const left = tab()
    left.write('a', 'SELECT 1')
    await left.load()
    await expect.poll(kept).toHaveLength(1)
    close(left.items)
    const right = tab()
    await right.adopt('a', 'sql')
    right.write('a', 'SELECT 2')
    await expect.poll(async () => JSON.stringify(await kept())).toContain('SELECT 2')
    expect(await kept()).toHaveLength(1)
  })
})

test('what is written before the database has opened, or just before the page goes, is not lost', async () => {
  const { tab } = device()
  const before = tab()
  before.write('a', 'SELECT early')
  before.leave()
  const after = tab(before.items)
  after.write('b', 'SELECT other')
  await after.adopt('a', 'sql')
  expect([after.textOf('a'), after.textOf('b')]).toEqual(['SELECT early', 'SELECT other'])
  await expect.poll(kept).toHaveLength(2)
})

test('an instance that is forgotten takes its queries with it', async () => {
  const { tab } = device()
  const queries = tab()
  queries.write('a', 'SELECT 1')
  queries.write('b', 'SELECT 2')
  await queries.load()
  await queries.forget('a')
  expect(queries.textOf('a')).toBeNull()
  await expect.poll(kept).toEqual([expect.objectContaining({ instanceId: 'b' })])
})

test('at most a hundred are kept, and what can not be read costs only itself', async () => {
  const shelf = await openQueryShelf()
  const body = { kind: 'sql', text: 'x', lastRun: null } as const
  const query = { layout: {}, body }
  await shelf.put(
    Array.from({ length: 110 }, (_, at) => ({ ...query, id: `q${at}`, instanceId: `i${at}`, changedAt: at })),
  )
  const { tab, problems } = device()
  const queries = tab()
  await queries.load()
  expect(queries.get().queries).toHaveLength(100)
  expect(queries.textOf('i9')).toBeNull()
  expect(queries.textOf('i10')).toBe('x')
  expect(await kept()).toHaveLength(100)
  expect(problems).toEqual([])
})

test('without a database everything works until the tab closes, and that is reported', async () => {
  const { tab, problems, items } = device(() => Promise.reject(new Error('blocked')))
  items.set('rowan.workspace', EARLIER)
  const queries = tab()
  await queries.adopt('a', 'sql')
  expect(queries.textOf('a')).toBe('SELECT 1')
  queries.write('a', 'SELECT 5')
  expect(queries.textOf('a')).toBe('SELECT 5')
  expect(problems).toEqual(['noDatabase'])
  expect(items.has('rowan.workspace')).toBe(true)
})

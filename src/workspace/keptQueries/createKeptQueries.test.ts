import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { openDB } from 'idb'
import { beforeEach, expect, test } from 'vitest'
import { emptyView } from '../view.ts'
import { createKeptQueries } from './createKeptQueries.ts'
import { linkOfView, viewOfLink } from './keptQuery.ts'
import { keptQueryShelf } from './keptQueryDatabase.ts'
import { WORKSPACE } from '../store/databaseName.ts'

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory()
})

const searched = (search: string) => `v=1&table=t&q=${search}`

/** Tabs of one device that tell each other what they stored. */
function device(openShelf = keptQueryShelf) {
  const tabs: ReturnType<typeof createKeptQueries>[] = []
  const problems: string[] = []
  let time = 1000
  return {
    problems,
    pass: (ms: number) => void (time += ms),
    tab: () => {
      const tab = createKeptQueries({
        openShelf,
        tellOthers: () => tabs.filter((each) => each !== tab).forEach((each) => void each.refresh()),
        now: () => (time += 1),
        onProblem: (problem) => problems.push(problem),
      })
      tabs.push(tab)
      return tab
    },
  }
}

const titles = (tab: ReturnType<typeof createKeptQueries>) => tab.get().kept.map(({ title }) => title)
const links = (tab: ReturnType<typeof createKeptQueries>) => tab.get().recent.map(({ link }) => link)

test('a kept query is there after a reload and in other tabs; renamed, replaced, removed and brought back', async () => {
  const { tab } = device()
  const [one, other] = [tab(), tab()]
  await other.load()
  const first = await one.keep({ instanceId: 'a', title: 'first', link: searched('x'), count: null })
  await one.keep({ instanceId: 'a', title: 'second', link: searched('y'), count: { records: 3, at: 1 } })
  expect(titles(one)).toEqual(['first', 'second'])
  await expect.poll(() => titles(other)).toEqual(['first', 'second'])
  void one.change(first.id, { title: 'renamed', link: searched('z') })
  await expect.poll(() => other.get().kept[0]).toMatchObject({ title: 'renamed', link: searched('z') })
  void one.remove(first.id)
  await expect.poll(() => titles(other)).toEqual(['second'])
  void one.restore(first)
  await expect.poll(() => titles(other)).toEqual(['first', 'second'])
  const later = tab()
  await later.load()
  expect(titles(later)).toEqual(['first', 'second'])
})

test('a query is put into a folder, and a folder gets another name with all that is in it', async () => {
  const { tab } = device()
  const one = tab()
  const { id } = await one.keep({ instanceId: 'a', title: 'first', link: searched('x'), count: null })
  await one.keep({ instanceId: 'a', title: 'second', folder: 'Old', link: searched('y'), count: null })
  await one.keep({ instanceId: 'b', title: 'elsewhere', folder: 'Old', link: searched('y'), count: null })
  await one.change(id, { folder: 'Old' })
  await one.renameFolder('a', 'Old', 'New')
  const later = tab()
  await later.load()
  expect(later.get().kept.map(({ title, folder }) => [title, folder])).toEqual([
    ['first', 'New'],
    ['second', 'New'],
    ['elsewhere', 'Old'],
  ])
})

test('what shows is stored: a reload in the next moment does not lose it', async () => {
  const steps: string[] = []
  const { tab } = device(async () => {
    const shelf = await keptQueryShelf()
    const put: typeof shelf.put = async (...queries) => {
      await shelf.put(...queries)
      steps.push('stored')
    }
    return { ...shelf, put }
  })
  const one = tab()
  await one.load()
  one.subscribe(() => steps.push(`shown ${titles(one).join()}`))
  void one.keep({ instanceId: 'a', title: 'first', link: searched('x'), count: null })
  await one.keep({ instanceId: 'a', title: 'second', link: searched('y'), count: null })
  expect(steps).toEqual(['stored', 'shown first', 'stored', 'shown first,second'])
})

test('what is kept while the database opens joins what was kept before', async () => {
  const { tab } = device()
  await tab().keep({ instanceId: 'a', title: 'before', link: searched('x'), count: null })
  const now = tab()
  await now.keep({ instanceId: 'a', title: 'now', link: searched('y'), count: null })
  expect(titles(now)).toEqual(['before', 'now'])
})

test('a name and a count that come at once are both kept', async () => {
  const { tab } = device()
  const one = tab()
  const { id } = await one.keep({ instanceId: 'a', title: 'first', link: searched('x'), count: null })
  void one.change(id, { title: 'renamed' })
  await one.saw('a', searched('x'), { records: 7 })
  expect((await (await keptQueryShelf()).all()).kept).toMatchObject([{ title: 'renamed', count: { records: 7 } }])
})

test('recent queries are listed once, newest first, thirty of each instance, and counts reach the kept ones', async () => {
  const { tab } = device()
  const one = tab()
  await one.load()
  void one.keep({ instanceId: 'a', title: 'kept', link: searched('1'), count: null })
  for (let at = 0; at < 40; at += 1) void one.saw('a', `v=1&table=t&limit=${at}`, null)
  void one.saw('b', searched('1'), null)
  void one.saw('a', searched('1'), { records: 7 })
  await one.saw('a', 'v=1&table=t&limit=39', { records: 5 })
  expect(links(one).slice(0, 3)).toEqual(['v=1&table=t&limit=39', searched('1'), searched('1')])
  expect(one.get().recent.filter(({ instanceId }) => instanceId === 'a')).toHaveLength(30)
  expect(one.get().kept[0]?.count?.records).toBe(7)
  expect((await (await keptQueryShelf()).all()).recent).toHaveLength(31)
})

test('words that were typed on leave no entry of their own; those that were looked at for long do', async () => {
  const { tab, pass } = device()
  const one = tab()
  await one.load()
  for (const words of ['sed', 'sedim', 'sediment']) await one.saw('a', searched(words), null)
  expect(links(one)).toEqual([searched('sediment')])
  pass(61_000)
  await one.saw('a', searched('sediments'), null)
  expect(links(one)).toEqual([searched('sediments'), searched('sediment')])
  await one.saw('a', `${searched('sediments')}&limit=3`, null)
  expect(links(one)).toHaveLength(3)
})

test('an instance that is removed takes its queries along', async () => {
  const { tab } = device()
  const one = tab()
  void one.keep({ instanceId: 'a', title: 'a', link: searched('x'), count: null })
  void one.keep({ instanceId: 'b', title: 'b', link: searched('x'), count: null })
  void one.saw('a', searched('y'), null)
  await one.forget('a')
  expect(titles(one)).toEqual(['b'])
  expect((await (await keptQueryShelf()).all()).recent).toEqual([])
})

test('what version 1 stored is read, and what is damaged is left out', async () => {
  await keptQueryShelf()
  const database = await openDB(WORKSPACE)
  await database.put('kept', {
    id: 'k',
    instanceId: 'a',
    title: 't',
    link: 'v=1&table=t&q=x',
    keptAt: 1,
    count: 'many',
  })
  await database.put('kept', { id: 'd', instanceId: 'a', title: '', link: 3, keptAt: 2 })
  await database.put('recent', { id: 'r', instanceId: 'a', link: 'v=1&table=t', at: 1, count: { records: 2, at: 1 } })
  const one = device().tab()
  await one.load()
  expect(one.get().kept).toEqual([
    { id: 'k', instanceId: 'a', title: 't', folder: null, link: 'v=1&table=t&q=x', keptAt: 1, count: null },
  ])
  expect(one.get().recent).toHaveLength(1)
})

test('without a database they last as long as the page, which says so', async () => {
  const { tab, problems } = device(() => Promise.reject(new Error('none')))
  const one = tab()
  await one.keep({ instanceId: 'a', title: 'a', link: searched('x'), count: null })
  expect(titles(one)).toEqual(['a'])
  expect(problems).toContain('noDatabase')
})

test('a link holds what is asked in the mode that is shown, and nothing of the instance', () => {
  const view = { ...emptyView, base: 'http://x', search: 'salt', sql: 'SELECT 1' }
  expect(linkOfView(view, 't')).toBe('v=1&table=t&q=salt')
  expect(linkOfView({ ...view, mode: 'sql' }, 't')).toBe('v=1&table=t&mode=sql&sql=SELECT%201')
  expect(linkOfView({ ...view, search: '' }, 't')).toBeNull()
  expect(linkOfView({ ...view, mode: 'sql', sql: '' }, 't')).toBeNull()
  expect(viewOfLink('v=1&table=t&q=salt', { base: 'http://y', prefix: null })).toMatchObject({
    base: 'http://y',
    resource: 't',
    search: 'salt',
  })
})

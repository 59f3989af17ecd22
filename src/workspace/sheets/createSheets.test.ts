import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { openDB } from 'idb'
import { beforeEach, describe, expect, test } from 'vitest'
import { ASKING, BARE, EARLIER, sheetDevice as device } from '../../../e2e/support/sheetDevice.ts'
import { workspaceDatabase } from '../store/workspaceDatabase.ts'
import { shownOf } from './sheetList.ts'
import { sheetShelf, type SheetShelf } from './sheetDatabase.ts'

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory()
})

const kept = async () => (await sheetShelf()).all()
const keptText = async () => JSON.stringify(await kept())

test('sheets, their texts and their order are there again after a reload', async () => {
  const { tab, problems } = device()
  const before = tab()
  before.writing('SELECT 1')
  const second = before.opening(ASKING)
  before.writing('SELECT 2')
  before.rename(second, ' Salt ')
  before.opening(BARE, 'b')
  before.move(before.get().shown, 0)
  await before.load()
  await expect.poll(keptText).toContain('SELECT 2')
  const after = tab(before.items, BARE, 'b')
  expect(after.get().sheets.map(({ title, link }) => [title, link])).toEqual([
    [null, BARE],
    [null, BARE],
    ['Salt', ASKING],
  ])
  await after.load()
  expect(after.texts()).toEqual([null, 'SELECT 1', 'SELECT 2'])
  expect(after.get().shown).toBe(before.get().shown)
  expect(problems).toEqual([])
})

test('a closed sheet is reopened where it was, with its text, after a reload too; the only one stays', async () => {
  const { tab } = device()
  const before = tab()
  before.close(before.get().shown)
  expect(before.links()).toEqual([BARE])
  before.writing('SELECT 1')
  const first = before.get().shown
  const second = before.opening(ASKING)
  before.close(first)
  expect(before.links()).toEqual([ASKING])
  expect(before.reopen()?.id).toBe(first)
  expect(before.links()).toEqual([BARE, ASKING])
  before.show(first)
  before.close(first)
  expect(before.get().shown).toBe(second)
  await before.load()
  await expect.poll(keptText).toContain('closedAt')
  const after = tab(before.items, ASKING)
  await after.load()
  expect(after.texts()).toEqual([null])
  expect(after.show(first)).toBe(true)
  expect(after.text()).toBe('SELECT 1')
  expect(after.reopen()).toBeNull()
  expect(after.show('sheet:unknown')).toBe(false)
})

describe('two browser tabs', () => {
  test('what each is writing outlives what the other writes', async () => {
    const { tab } = device()
    const left = tab()
    await left.load()
    left.writing('SELECT left')
    await expect.poll(keptText).toContain('SELECT left')
    const right = tab()
    await right.load()
    // A new browser tab goes on with what was written last, in a copy.
    expect(right.texts()).toEqual(['SELECT left'])
    right.writing('SELECT right')
    left.writing('SELECT left again')
    await expect.poll(keptText).toContain('SELECT left again')
    const leftAgain = tab(left.items)
    const rightAgain = tab(right.items)
    await Promise.all([leftAgain.load(), rightAgain.load()])
    expect([leftAgain.texts(), rightAgain.texts()]).toEqual([['SELECT left again'], ['SELECT right']])
  })

  test('one that asks for something begins without the draft of the other', async () => {
    const { tab } = device()
    const left = tab()
    await left.load()
    left.writing('SELECT 1', 'SELECT 0')
    await expect.poll(keptText).toContain('SELECT 1')
    const asking = tab(new Map(), ASKING)
    await asking.load()
    expect(asking.text()).toBeNull()
    const ran = tab(new Map(), 'v=1&table=t&mode=sql&sql=SELECT%200')
    await ran.load()
    expect(ran.text()).toBe('SELECT 1')
  })

  test('a duplicated one has copies, and neither writes to the other', async () => {
    const { tab } = device()
    const left = tab()
    left.writing('SELECT 1')
    left.opening(ASKING)
    left.writing('SELECT 2')
    await left.load()
    await expect.poll(kept).toHaveLength(2)
    const right = tab(new Map(left.items), ASKING)
    await right.load()
    expect(right.texts()).toEqual(['SELECT 1', 'SELECT 2'])
    right.writing('SELECT 3')
    await expect.poll(kept).toHaveLength(4)
    const again = tab(left.items, ASKING)
    await again.load()
    expect(again.texts()).toEqual(['SELECT 1', 'SELECT 2'])
  })

  test('what a closed or killed one had is taken back, except tables as they are', async () => {
    const { tab, close } = device()
    const left = tab()
    left.writing('SELECT 1')
    left.opening(ASKING)
    left.opening('v=1&table=u')
    await left.load()
    await expect.poll(kept).toHaveLength(3)
    close(left.items)
    const right = tab()
    await right.load()
    // The draft goes on under the address that was opened.
    expect(right.links()).toEqual([ASKING, BARE])
    expect(right.text()).toBe('SELECT 1')
    await expect.poll(kept).toHaveLength(2)
  })

  test('the sheet that the address names is shown, and no other like it', async () => {
    const { tab, close } = device()
    const left = tab(new Map(), ASKING)
    left.writing('SELECT 1')
    left.rename(left.get().shown, 'Salt')
    await left.load()
    await expect.poll(kept).toHaveLength(1)
    close(left.items)
    const right = tab(new Map(), ASKING)
    await right.load()
    expect(right.get().sheets).toMatchObject([{ title: 'Salt', link: ASKING, draft: { text: 'SELECT 1' } }])
    await expect.poll(kept).toHaveLength(1)
  })
})

test('what is written before the database has opened, or just before the page goes, is not lost', async () => {
  const { tab } = device()
  const before = tab()
  before.writing('SELECT early')
  before.leave()
  const after = tab(before.items)
  after.showing(ASKING)
  await after.load()
  expect([after.text(), after.links()]).toEqual(['SELECT early', [ASKING]])
  await expect.poll(keptText).toContain('SELECT early')
})

test('a reload that ends before the database has opened takes no draft along', async () => {
  const { tab } = device()
  const before = tab()
  before.writing('SELECT 1')
  await before.load()
  await expect.poll(keptText).toContain('SELECT 1')
  const hasty = tab(before.items, ASKING)
  hasty.leave()
  const after = tab(before.items, ASKING)
  await after.load()
  expect(after.text()).toBe('SELECT 1')
})

test('another instance is shown in a sheet of its own, if a draft of the one before is in that', async () => {
  const { tab } = device()
  const sheets = tab()
  await sheets.load()
  sheets.showing(BARE, 'b')
  expect(sheets.get().sheets).toMatchObject([{ instanceId: 'b' }])
  sheets.writing('SELECT 1')
  sheets.showing(BARE, 'a')
  expect(sheets.get().sheets).toMatchObject([{ instanceId: 'b', draft: { text: 'SELECT 1' } }, { instanceId: 'a' }])
  expect(shownOf(sheets.get())).toMatchObject({ instanceId: 'a', draft: null })
})

test('an instance that is forgotten takes its sheets and runs with it', async () => {
  const { tab } = device()
  const sheets = tab()
  sheets.writing('SELECT 1')
  sheets.opening(ASKING, 'b')
  sheets.opening(ASKING)
  await sheets.load()
  const runs = await workspaceDatabase()
  await runs.put('runs', { id: 'r1', instanceId: 'a', startedAt: 1 })
  await runs.put('runs', { id: 'r2', instanceId: 'b', startedAt: 1 })
  await sheets.forget('a')
  expect(sheets.links()).toEqual([ASKING, ''])
  await expect.poll(kept).toEqual([expect.objectContaining({ instanceId: 'b' })])
  expect(await runs.getAllKeys('runs')).toEqual(['r2'])
})

test('at most a hundred are kept, and what can not be read costs only itself', async () => {
  const database = await workspaceDatabase()
  const draft = { text: 'x', lastRun: null }
  for (let at = 0; at < 110; at += 1) {
    const sheet = { id: `s${at}`, instanceId: `i${at}`, changedAt: at, title: null, link: '', table: null }
    await database.put('sheets', { ...sheet, draft, layout: {} })
  }
  const damaged = await openDB('rowan')
  await damaged.put('sheets', { id: 's50', instanceId: 'i50', changedAt: 50, link: 7 })
  await damaged.put('sheets', {
    id: 's60',
    instanceId: 'i60',
    changedAt: 60,
    link: '',
    draft,
    title: 3,
    layout: 'wide',
  })
  damaged.close()
  const { tab, problems } = device()
  const sheets = tab()
  await sheets.load()
  const ids = sheets.get().sheets.map(({ id }) => id)
  expect(ids).toHaveLength(101)
  expect(ids.includes('s8')).toBe(false)
  expect(ids.includes('s50')).toBe(false)
  expect(sheets.get().sheets.find(({ id }) => id === 's60')).toMatchObject({ title: null, layout: {}, draft })
  expect(problems).toEqual([])
})

describe('without a database', () => {
  test('everything works until the browser tab closes, and that is reported', async () => {
    const { tab, problems, items } = device(() => Promise.reject(new Error('blocked')))
    items.set('rowan.workspace', EARLIER)
    const sheets = tab()
    await sheets.load()
    expect(sheets.text()).toBe('SELECT 1')
    sheets.writing('SELECT 5')
    sheets.leave()
    expect(problems).toEqual(['noDatabase'])
    expect(items.has('rowan.workspace')).toBe(true)
    const again = tab(sheets.items)
    await again.load()
    again.leave()
    const third = tab(sheets.items)
    await third.load()
    expect(third.text()).toBe('SELECT 5')
  })

  test('one that is full keeps what was there, and that is reported', async () => {
    const full = async (): Promise<SheetShelf> => ({
      ...(await sheetShelf()),
      change: () => Promise.reject(new DOMException('', 'QuotaExceededError')),
    })
    const { tab, problems } = device(full)
    const sheets = tab()
    await sheets.load()
    sheets.writing('SELECT 5')
    await expect.poll(() => problems).toContain('noDatabase')
    expect(sheets.text()).toBe('SELECT 5')
  })
})

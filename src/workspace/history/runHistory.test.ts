import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { beforeEach, expect, test } from 'vitest'
import { workspaceDatabase } from '../store/workspaceDatabase.ts'
import { isFound, type HistoryRun } from './historyRun.ts'
import { openHistoryShelf } from './historyShelf.ts'
import { createRunHistory, RUNS_MAX } from './runHistory.ts'

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory()
})

const run = (id: string, more: Partial<HistoryRun> = {}): HistoryRun => ({
  id,
  sheetId: 's',
  instanceId: 'a',
  text: `SELECT ${id}`,
  index: 0,
  parameters: {},
  startedAt: Number(id),
  endedAt: Number(id) + 5,
  outcome: 'rows',
  rows: 1,
  message: null,
  firstRows: { fields: ['river'], rows: [['Tarrow'], [null]] },
  starred: false,
  ...more,
})

/** Tabs of one device that tell each other what they stored. */
function device(openShelf = openHistoryShelf) {
  const tabs: ReturnType<typeof createRunHistory>[] = []
  const problems: string[] = []
  return {
    problems,
    tab: () => {
      const tab = createRunHistory({
        openShelf,
        tellOthers: () => tabs.filter((each) => each !== tab).forEach((each) => void each.refresh()),
        onProblem: (problem) => problems.push(problem),
      })
      tabs.push(tab)
      return tab
    },
  }
}

const ids = (tab: ReturnType<typeof createRunHistory>) => tab.get().runs.map(({ id }) => id)

test('runs are there after a reload and in other tabs, the latest first; two of one text are two', async () => {
  const { tab } = device()
  const [one, other] = [tab(), tab()]
  await other.load()
  await one.note(run('1', { text: 'SELECT 1' }))
  await other.note(run('2', { text: 'SELECT 1' }))
  await expect.poll(() => ids(one)).toEqual(['2', '1'])
  await one.star('1', true)
  await one.remove('2')
  const later = tab()
  await later.load()
  expect(later.get().runs).toEqual([run('1', { text: 'SELECT 1', starred: true })])
})

test('of those without a star the last thousand stay', async () => {
  const shelf = await openHistoryShelf()
  await shelf.put(Array.from({ length: RUNS_MAX + 1 }, (_, at) => run(String(at + 1), { starred: at === 0 })))
  const { tab } = device()
  const one = tab()
  await one.note(run('2000'))
  expect(ids(one)).toHaveLength(RUNS_MAX + 1)
  expect(ids(one).slice(-2)).toEqual(['3', '1'])
  expect((await shelf.all()).length).toBe(RUNS_MAX + 1)
})

test('removing an instance takes all of its runs, removing its token what they brought', async () => {
  const one = device().tab()
  await one.note(run('1'))
  await one.note(run('2', { instanceId: 'b', starred: true }))
  await one.forgetRows('b')
  expect(one.get().runs[0]).toMatchObject({ text: 'SELECT 2', firstRows: null })
  await one.forget('b')
  expect(ids(one)).toEqual(['1'])
  await one.clear('withoutStar')
  expect(await (await openHistoryShelf()).all()).toEqual([])
})

test('damage costs only itself', async () => {
  const database = await workspaceDatabase()
  await database.put('runs', { id: '9', instanceId: 'a', startedAt: 9 })
  const { tab, problems } = device()
  const one = tab()
  await one.note(run('1'))
  expect(ids(one)).toEqual(['1'])
  expect(problems).toEqual([])
})

test('without a database the history lasts as long as the page, and that is reported', async () => {
  const { tab, problems } = device(() => Promise.reject(new Error('blocked')))
  const one = tab()
  await one.note(run('1'))
  expect(ids(one)).toEqual(['1'])
  expect(problems).toEqual(['noDatabase'])
})

test('a full device loses nothing of what is shown, and that is reported', async () => {
  const { tab, problems } = device(async () => ({
    ...(await openHistoryShelf()),
    put: () => Promise.reject(new DOMException('full', 'QuotaExceededError')),
  }))
  const one = tab()
  await one.note(run('1'))
  expect(ids(one)).toEqual(['1'])
  expect(problems).toEqual(['noDatabase'])
})

test('words are found in the text, the error and the first rows', () => {
  expect(isFound(run('1'), 'select')).toBe(true)
  expect(isFound(run('1'), 'tarr river')).toBe(true)
  expect(isFound(run('1', { message: 'no column "subjct"' }), 'SUBJCT')).toBe(true)
  expect(isFound(run('1'), 'tarrow absent')).toBe(false)
})

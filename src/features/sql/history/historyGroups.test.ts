import { expect, test } from 'vitest'
import type { HistoryRun } from '../../../workspace/history/historyRun.ts'
import { historyGroups, type HistoryChoice } from './historyGroups.ts'

const NOON = new Date(2026, 10, 14, 12).getTime()
const MINUTE = 60_000

const run = (id: string, minutes: number, more: Partial<HistoryRun> = {}): HistoryRun => ({
  id,
  sheetId: 's',
  instanceId: 'a',
  text: id,
  index: 0,
  parameters: {},
  startedAt: NOON + minutes * MINUTE,
  endedAt: NOON + minutes * MINUTE,
  outcome: 'rows',
  rows: 1,
  message: null,
  firstRows: null,
  starred: false,
  ...more,
})

const ALL: HistoryChoice = { instanceId: 'a', filter: 'all', words: '' }

const idsOf = (runs: readonly HistoryRun[], choice: Partial<HistoryChoice> = {}) =>
  historyGroups(runs, { ...ALL, ...choice }).map(({ day, entries }) => [
    day === null ? 'starred' : new Date(day).getDate(),
    entries.map((entry) => [entry.run.id, ...entry.versions.map(({ id }) => id)].join(' ')),
  ])

test('runs of one statement are one entry, until a pause or another day', () => {
  const runs = [
    run('e', 60),
    run('d', 50, { sheetId: 'other' }),
    run('2nd', 41, { index: 1 }),
    run('c', 40),
    run('c', 39),
    run('b', 30),
    run('a', -20),
    run('y', -24 * 60),
  ]
  expect(idsOf(runs)).toEqual([
    [14, ['e c b', 'd', '2nd', 'a']],
    [13, ['y']],
  ])
})

test('those with a star stand first, once; of another instance none', () => {
  const runs = [run('c', 3), run('b', 2, { starred: true }), run('x', 1, { instanceId: 'b' }), run('a', 0)]
  expect(idsOf(runs)).toEqual([
    ['starred', ['b']],
    [14, ['c a']],
  ])
  expect(idsOf(runs, { filter: 'starred' })).toEqual([[14, ['b']]])
})

test('a filter and words list each run by itself', () => {
  const runs = [run('select c', 3, { outcome: 'failed' }), run('select b', 2, { outcome: 'cut' }), run('a', 1)]
  expect(idsOf(runs, { filter: 'failed' })).toEqual([[14, ['select c']]])
  expect(idsOf(runs, { filter: 'cut' })).toEqual([[14, ['select b']]])
  expect(idsOf(runs, { words: 'SELECT' })).toEqual([[14, ['select c', 'select b']]])
})

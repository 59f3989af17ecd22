import { expect, it } from 'vitest'
import { arrangedColumns } from './arrangedColumns.ts'

const IDS = ['a', 'b', '', 'c', 'd', 'e']
const shown = (layout: Parameters<typeof arrangedColumns>[1]) =>
  arrangedColumns(IDS, layout).map(({ place, pin }) => `${IDS[place]}${pin === null ? '' : ` ${pin}`}`)

it('shows columns as they come, those of an order first', () => {
  expect(shown({})).toEqual(IDS)
  expect(shown({ order: ['d', '', 'gone', 'a'] })).toEqual(['d', '', 'a', 'b', 'c', 'e'])
})

it('leaves out those that are hidden, wherever else they are named', () => {
  expect(shown({ order: ['e', 'b'], hidden: ['b', '', 'gone'], pinned: ['b', 'c'] })).toEqual(['c left', 'e', 'a', 'd'])
})

it('shows pinned ones first and last, in the order in which they are pinned', () => {
  expect(shown({ order: ['e', 'd'], pinned: ['c', 'a', 'gone'], pinnedRight: ['e', '', 'a'] })).toEqual([
    'c left',
    'a left',
    'd',
    'b',
    'e right',
    ' right',
  ])
})

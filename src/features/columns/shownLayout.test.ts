import { expect, test } from 'vitest'
import { arrangedColumns } from '../../rows/layoutEdits.ts'
import { idsInOrder, narrowLayout, shownLayout } from './shownLayout.ts'

const FIELDS = [
  { id: '_id', type: 'int' },
  { id: 'n', type: 'numeric' },
  { id: 'title', type: 'text' },
  { id: 'stage', type: 'text' },
]
const shown = (...[layout, isOwn, chosen]: [Parameters<typeof shownLayout>[0], boolean, readonly string[] | null]) =>
  arrangedColumns(
    FIELDS.map(({ id }) => id),
    shownLayout(layout, isOwn, chosen, FIELDS),
  ).map(({ id }) => id)

test('only the columns that were chosen are shown, arranged as they were last', () => {
  expect(shown({ order: ['stage'] }, false, null)).toEqual(['stage', '_id', 'n', 'title'])
  expect(shown({ order: ['stage'] }, false, ['n', 'stage'])).toEqual(['stage', 'n'])
  expect(shown({ pinned: ['title'], widths: { n: 90 } }, false, ['n', 'stage'])).toEqual(['n', 'stage'])
})

test('an order that the query has of its own holds until the columns are moved in this view', () => {
  expect(shown({ order: ['_id', 'n', 'title'] }, false, ['stage', 'n'])).toEqual(['stage', 'n'])
  expect(shown({ order: ['n'] }, true, ['stage', 'n'])).toEqual(['n', 'stage'])
  expect(idsInOrder(['stage', 'n'], FIELDS)).toEqual(['stage', 'n', '_id', 'title'])
  expect(idsInOrder(['n', 'stage'], FIELDS)).toEqual(['_id', 'n', 'title', 'stage'])
})

test('on a narrow screen the first text stays in view over two lines, unless it was let go', () => {
  expect(narrowLayout({}, FIELDS)).toEqual({ lines: 2, pinned: ['title'] })
  expect(narrowLayout({ hidden: ['title'] }, FIELDS)).toEqual({ lines: 2, pinned: ['stage'], hidden: ['title'] })
  expect(narrowLayout({ pinned: [], lines: 1 }, FIELDS)).toEqual({ lines: 1, pinned: [] })
  expect(narrowLayout({ pinnedRight: ['n'] }, FIELDS)).toEqual({ lines: 2, pinnedRight: ['n'] })
  expect(narrowLayout({}, FIELDS.slice(0, 2))).toEqual({ lines: 2 })
  const coded = [{ id: 'code', type: 'text' }, { id: 'Site name', type: 'text' }, ...FIELDS.slice(0, 1)]
  expect(narrowLayout({}, coded)).toEqual({ lines: 2, pinned: ['Site name'] })
  expect(narrowLayout({ hidden: ['Site name'] }, coded)).toMatchObject({ pinned: ['code'] })
})

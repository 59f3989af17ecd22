import { expect, test } from 'vitest'
import { foundColumns, listedColumns } from './listedColumns.ts'

const fields = [
  { id: '_id', type: 'int4' },
  { id: 'title', type: 'text', info: { label: 'Name of the work' } },
  { id: 'area', type: 'numeric', info: { label: 'Area ' } },
]
const names = (shown: readonly string[]) => listedColumns(shown, fields).map(({ name }) => name)

test('columns are listed in the order of the table, whichever are shown', () => {
  expect(names(['_id', 'title', 'area'])).toEqual(['_id', 'title', 'area'])
  expect(names(['title', 'area'])).toEqual(['_id', 'title', 'area'])
  expect(names([])).toEqual(['_id', 'title', 'area'])
})

test('the order of a query comes first, and names that the table does not have before all', () => {
  expect(names(['area', '_id'])).toEqual(['area', '_id', 'title'])
  expect(names(['title', 'gone'])).toEqual(['gone', '_id', 'title', 'area'])
  expect(listedColumns(['gone'], fields)[0]).toEqual({ name: 'gone', kind: null, label: null })
})

test('they are found by their name or by what the data dictionary calls them', () => {
  const all = listedColumns([], fields)
  expect(all.map(({ label }) => label)).toEqual([null, 'Name of the work', null])
  expect(foundColumns(all, ' NAME').map(({ name }) => name)).toEqual(['title'])
  expect(foundColumns(all, 'a').map(({ name }) => name)).toEqual(['title', 'area'])
  expect(foundColumns(all, ' ')).toBe(all)
  expect(foundColumns(all, 'x')).toEqual([])
})

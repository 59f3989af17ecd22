import { expect, test } from 'vitest'
import { columnsCalled, foundColumns, listedColumns } from './listedColumns.ts'

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
  const found = (text: string) => foundColumns(all, text).columns.map(({ name }) => name)
  expect(found(' NAME')).toEqual(['title'])
  expect(found('a')).toEqual(['title', 'area'])
  expect(found(' ')).toEqual(['_id', 'title', 'area'])
  expect(found('x')).toEqual([])
})

test('a list of names finds each, by the whole name first, and says which no column has', () => {
  const all = listedColumns(
    [],
    ['area', 'area_km2', 'title', 'a, b'].map((id) => ({ id, type: 'text' })),
  )
  const found = (text: string) => {
    const { columns, isList, missing } = foundColumns(all, text)
    return [columns.map(({ name }) => name).join(' '), isList, missing.join(' ')]
  }
  expect(found('Title, area')).toEqual(['area title', true, ''])
  expect(found('title\tarea_k')).toEqual(['area_km2 title', true, ''])
  expect(found('area, ')).toEqual(['area', true, ''])
  expect(found('title; depth ; x')).toEqual(['title', true, 'depth x'])
  expect(found('a, b')).toEqual(['a, b', false, ''])
  expect(found(';')).toEqual(['', false, ''])
})

test('of names that differ by case the one that is typed is meant', () => {
  const both = ['Name', 'name'].map((name) => ({ name, kind: 'text' as const, label: null }))
  const called = (text: string) => columnsCalled(both, text).map(({ name }) => name)
  expect(called('name ')).toEqual(['name'])
  expect(called('Name')).toEqual(['Name'])
  expect(called('NAME')).toEqual(['Name', 'name'])
  expect(foundColumns(both, 'name, x').columns.map(({ name }) => name)).toEqual(['name'])
})

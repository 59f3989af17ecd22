import { expect, test } from 'vitest'
import { findTable, tableIdIn, tableTitle } from './tableNames.ts'

const id = 'f1e1d9a0-5c7e-4b1a-8d3f-2a6b9c0e7d02'
const tables = [
  {
    id,
    title: 'field_programmes',
    isNamed: true,
    aliases: ['field_programmes', 'programmes'],
    dataset: '',
    description: '',
  },
]

test('a table is found by id and by any alias', () => {
  expect(findTable(tables, id)?.id).toBe(id)
  expect(findTable(tables, 'programmes')?.id).toBe(id)
  expect(findTable(undefined, id)).toBeUndefined()
})

test('a table has a title even before the list has loaded', () => {
  expect(tableTitle(tables, id)).toBe('field_programmes')
  expect(tableTitle(undefined, id)).toBe('f1e1d9a0…')
  expect(tableTitle(undefined, 'programmes')).toBe('programmes')
})

test('a pasted id is found in the address of a page', () => {
  expect(tableIdIn(` ${id.toUpperCase()} `)).toBe(id)
  expect(tableIdIn(`https://data.example/dataset/rivers/resource/${id}`)).toBe(id)
  expect(tableIdIn('field_programmes')).toBeNull()
})

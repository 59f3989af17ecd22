import { expect, test } from 'vitest'
import { shownTable } from './shownTable.ts'

test('the table of the view comes before the usual one of the instance, and that before the first of the list', () => {
  const tables = [{ id: 'first' }, { id: 'second' }]
  expect(shownTable({ resource: 'named' }, { resource: 'usual' }, tables)).toBe('named')
  expect(shownTable({ resource: null }, { resource: 'usual' }, tables)).toBe('usual')
  expect(shownTable({ resource: null }, { resource: null }, tables)).toBe('first')
  expect(shownTable({ resource: null }, { resource: null })).toBeNull()
  expect(shownTable({ resource: null }, { resource: null }, [])).toBeNull()
})

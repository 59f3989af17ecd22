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

test('a table that is shown without having been named stays when another comes before it in the list', () => {
  const named = { resource: null }
  const tables = [{ id: 'made' }, { id: 'first' }]
  expect(shownTable(named, named, tables, 'first')).toBe('first')
  expect(shownTable(named, named, tables, 'deleted')).toBe('made')
  expect(shownTable({ resource: 'named' }, named, tables, 'first')).toBe('named')
})

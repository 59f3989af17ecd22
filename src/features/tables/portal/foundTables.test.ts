import { expect, test } from 'vitest'
import type { Table } from '../../../instances/catalogue/table.ts'
import { shownTables } from '../shownTables.ts'
import { foundTables, toldTables } from './foundTables.ts'

const table = (id: string, title: string): Table => ({
  id,
  title,
  isNamed: title !== id,
  aliases: [],
  dataset: '',
  description: '',
})
const few = [table('1', 'Apples'), table('2', 'Pears'), table('3', '3')]
const many = [...few, ...Array.from({ length: 200 }, (_, at) => table(`n${at}`, `n${at}`))]
const ids = (tables: readonly Table[]) => tables.map(({ id }) => id)
const found = (...those: string[]) => foundTables(new Set(those), false, true)

test('without a portal, the tables that have the words', () => {
  expect(ids(shownTables(few, '', null))).toEqual(['1', '2', '3'])
  expect(ids(shownTables(few, 'pear', null))).toEqual(['2'])
})

test('what a portal found follows what has the words itself', () => {
  expect(ids(shownTables(few, 'pear', found('1', '2', 'unknown')))).toEqual(['2', '1'])
})

test('of a long list, tables without a name are shown only if they are looked for, or open', () => {
  expect(ids(shownTables(many, '', found(), 'n7'))).toEqual(['1', '2', 'n7'])
  expect(ids(shownTables(many, 'n19', found()))).toContain('n199')
})

test('a chosen organisation leaves only what was found', () => {
  expect(ids(shownTables(many, '', foundTables(new Set(['2']), true, true)))).toEqual(['2'])
})

test('without a token a long list has no table that the portal has not told of, unless its name is typed in full', () => {
  const secret = { ...table('s', 'salaries'), aliases: ['salaries'] }
  const all = [...many, secret].map((each) => (each.id === '1' ? { ...each, dataset: 'Fruit' } : each))
  const visitor = foundTables(new Set(), false, false)
  expect(ids(shownTables(all, '', visitor, 'n7'))).toEqual(['1', 'n7'])
  expect(ids(shownTables(all, 'salar', visitor))).toEqual([])
  expect(ids(shownTables(all, 'Salaries', visitor))).toEqual(['s'])
  expect(ids(shownTables(all, 'salar', found()))).toEqual(['s'])
  expect(ids(toldTables(all, null, false))).toEqual(['1'])
})

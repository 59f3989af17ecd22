import { expect, test } from 'vitest'
import { matchingTables } from './resourceChoices.ts'

const table = (id: string, title: string, dataset = '') => ({
  id,
  title,
  isNamed: true,
  aliases: [],
  dataset,
  description: '',
})

test('tables are found by title, dataset and id, and named by what tells them apart', () => {
  const tables = [table('id-1', 'levels', 'Rivers'), table('id-2', 'visits')]
  const found = (words: string) => matchingTables(tables, words).shown
  expect(found('')).toEqual([
    { id: 'id-1', title: 'levels', note: 'Rivers' },
    { id: 'id-2', title: 'visits', note: 'id-2' },
  ])
  expect(found('rivers').map(({ id }) => id)).toEqual(['id-1'])
  expect(found('id-2').map(({ id }) => id)).toEqual(['id-2'])
})

test('of many tables the first are shown, and the others counted', () => {
  const many = Array.from({ length: 120 }, (_, at) => table(`id-${at}`, `table ${at}`))
  const { shown, others } = matchingTables(many, '')
  expect([shown.length, others]).toEqual([50, 70])
})

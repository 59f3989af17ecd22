import { expect, test } from 'vitest'
import type { KeptQuery } from '../../workspace/keptQueries/keptQuery.ts'
import { fileOfQueries, newAmong, queriesOfFiles } from './sqlFiles.ts'

const TABLES = [{ id: 'w-1', title: 'Wells', isNamed: true, dataset: '', description: '', aliases: ['wells'] }]

const kept = (id: string, title: string, link: string): KeptQuery => ({
  id,
  instanceId: 'a',
  title,
  folder: 'Reports',
  link,
  keptAt: 1,
  count: null,
})

const QUERIES = [
  kept('1', 'All wells', 'v=1&table=w-1&mode=sql&sql=SELECT%20*%20FROM%20wells%3B'),
  kept('2', 'Dry', 'v=1&table=w-1&q=dry'),
  kept('3', 'One', 'v=1&mode=sql&sql=SELECT%201'),
]

test('the statements of a folder go into one file and come back into it, under their tables, once', async () => {
  const file = new File([fileOfQueries(QUERIES, 'Reports')], 'reports.sql')
  const { found, failed } = await queriesOfFiles([file], 'a', TABLES)
  expect(failed).toEqual([])
  expect(found).toEqual([
    { instanceId: 'a', title: 'All wells', folder: 'Reports', link: expect.stringContaining('table=w-1'), count: null },
    { instanceId: 'a', title: 'One', folder: 'Reports', link: expect.not.stringContaining('table='), count: null },
  ])
  expect(newAmong([...found, ...found], [])).toEqual(found)
  expect(newAmong(found, QUERIES)).toEqual([])
  expect(newAmong(found, [])).toEqual(found)
})

test('a file of one statement is in no folder, one of several in one of its name; what can be none is told', async () => {
  const files = [
    new File(['-- Wells\nSELECT * FROM "w-1"'], 'a.sql'),
    new File(['-- name: x\nSELECT 1;\n-- name: y\nSELECT 2;'], 'Two of them.sql'),
    new File(['-- nothing'], 'c.sql'),
    new File([new Uint8Array([0x7f, 0])], 'd.sql'),
  ]
  const { found, failed } = await queriesOfFiles(files, 'a', TABLES)
  expect(found.map(({ title, folder }) => [title, folder])).toEqual([
    ['Wells', null],
    ['x', 'Two of them'],
    ['y', 'Two of them'],
  ])
  expect(failed.map(({ file, why }) => [file.name, why])).toEqual([
    ['c.sql', 'empty'],
    ['d.sql', 'notText'],
  ])
})
